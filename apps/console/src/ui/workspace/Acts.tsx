import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { HeldButton } from '../HeldButton.tsx'
import { useKeys } from '../useKeys.ts'
import styles from './Acts.module.css'
import type { Act, Refused } from './act.ts'
import { WhyNot } from './WhyNot.tsx'

type Props = {
  /** The likely one first. */
  acts: readonly Act[]
  refused: readonly Refused[]
  /** The record's name, for those who hear the buttons and do not see them. */
  name: string
  /** The first act is what is expected next, so it stands out. */
  stressed?: boolean
}

const buttons = 3

/**
 * What can be done now. What cannot is not shown; the menu explains it to those who look for it.
 */
export function Acts({ acts, refused, name, stressed = true }: Props) {
  const [asking, setAsking] = useState(false)
  useKeys(
    Object.fromEntries(
      acts.flatMap(({ shortcut, onClick, held }) =>
        shortcut && !held ? [[shortcut, onClick]] : [],
      ),
    ),
  )
  const shown = acts.slice(0, buttons)
  const rest = acts.slice(buttons)
  const items: MenuProps['items'] = [
    ...rest.map(({ key, label, danger = false, shortcut, held }) => ({
      key,
      label,
      danger,
      ...(shortcut && { extra: shortcut }),
      ...(held && { disabled: true, title: held }),
    })),
    ...(refused.length > 0
      ? [
          ...(rest.length > 0 ? [{ type: 'divider' as const }] : []),
          { key: 'whyNot', label: t('workspace.whyNot') },
        ]
      : []),
  ]
  const onPick = (key: string) =>
    key === 'whyNot' ? setAsking(true) : acts.find((act) => act.key === key)?.onClick()
  return (
    <div className={styles.acts}>
      {shown.map(({ key, label, onClick, shortcut, danger = false, held }, index) => (
        <HeldButton
          key={key}
          held={held}
          type={index === 0 && stressed && !danger ? 'primary' : 'default'}
          danger={danger}
          onClick={onClick}
          {...(shortcut &&
            !held && { 'aria-keyshortcuts': shortcut, title: `${label} (${shortcut})` })}
        >
          {label}
        </HeldButton>
      ))}
      {items.length > 0 && (
        <Dropdown
          autoFocus
          trigger={['click']}
          placement="bottomRight"
          menu={{ items, onClick: ({ key }) => onPick(key) }}
        >
          <Button icon={<DownOutlined aria-hidden />} iconPlacement="end" aria-haspopup="menu">
            {t('action.more')}
            <span className="visually-hidden"> {name}</span>
          </Button>
        </Dropdown>
      )}
      {asking && <WhyNot name={name} refused={refused} onClosed={() => setAsking(false)} />}
    </div>
  )
}
