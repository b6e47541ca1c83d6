import { DownOutlined } from '@ant-design/icons'
import type { CurrentUser } from '@paydesk/contract/people/login'
import { type User, userCan } from '@paydesk/contract/people/user'
import { Button, Dropdown, type MenuProps } from 'antd'
import { t } from '../../lib/i18n.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { Doing } from './doing.ts'
import styles from './UserListPage.module.css'

type Props = { user: User; me: CurrentUser; onDo: (doing: Doing) => void }

export function UserRowActions({ user, me, onDo }: Props) {
  if (!user.manageable)
    return (
      <span className={styles.missing} title={t('user.outranks')}>
        {t('user.locked')}
      </span>
    )
  return (
    <span className={styles.actions}>
      <LinkButton onClick={() => onDo({ what: 'edit', user })}>{t('action.edit')}</LinkButton>
      <LinkButton onClick={() => onDo({ what: 'roles', user })}>{t('user.setRoles')}</LinkButton>
      <Dropdown
        autoFocus
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: itemsOf(user, me),
          onClick: ({ key }) => onDo({ what: key, user } as Doing),
        }}
      >
        <Button
          size="small"
          type="link"
          icon={<DownOutlined aria-hidden />}
          iconPlacement="end"
          aria-haspopup="menu"
        >
          {t('action.more')}
          <span className="visually-hidden"> {user.name}</span>
        </Button>
      </Dropdown>
    </span>
  )
}

/**
 * Actions that make no sense in the user's state are left out; forbidden actions stay,
 * with the reason.
 */
function itemsOf(user: User, me: CurrentUser): NonNullable<MenuProps['items']> {
  const isMe = user.id === me.id
  return [
    { key: 'move', label: t('user.move') },
    { key: 'limits', label: isMe ? t('user.setLimits.self') : t('user.limits'), disabled: isMe },
    ...(user.status === 'invited' ? [{ key: 'resend', label: t('user.resend') }] : []),
    ...(userCan('endSessions', user) && user.sessionCount > 0
      ? [{ key: 'endSessions', label: t('user.endSessions') }]
      : []),
    ...(user.secondFactor
      ? [{ key: 'resetSecondFactor', label: t('user.resetSecondFactor') }]
      : []),
    { type: 'divider' },
    ...(userCan('disable', user)
      ? [
          {
            key: 'disable',
            label: isMe ? t('user.disable.self') : t('user.disable'),
            danger: !isMe,
            disabled: isMe,
          },
        ]
      : []),
    ...(userCan('enable', user) ? [{ key: 'enable', label: t('user.enable') }] : []),
  ]
}
