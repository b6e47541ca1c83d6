import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { t } from '../../../lib/i18n.ts'
import { type ActionBill, irreversible, type Offered, refusalOf } from '../refusal.ts'
import styles from './BillActions.module.css'

type Props = {
  bill: ActionBill
  actions: readonly Offered[]
  onDo: (action: Offered) => void
  /** A link in a row, a button at the head of a page. */
  look: 'link' | 'button'
}

/** An action that is not possible now stays in the menu, with the reason. */
export function BillActionMenu({ bill, actions, onDo, look }: Props) {
  const user = useCurrentUser()
  const items: MenuProps['items'] = actions.map((action) => {
    const refusal = refusalOf(action, bill, user)
    return {
      key: action,
      disabled: refusal !== undefined,
      danger: irreversible.includes(action) && refusal === undefined,
      label: (
        <span className={styles.item} title={refusal}>
          {t(`bill.action.${action}`)}
          {refusal && <span className="visually-hidden">{refusal}</span>}
        </span>
      ),
    }
  })
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, onClick: ({ key }) => onDo(key as Offered) }}>
      <Button
        {...(look === 'link' && { size: 'small', type: 'link' })}
        icon={<DownOutlined aria-hidden />}
        iconPlacement="end"
        aria-haspopup="menu"
      >
        {t('action.more')}
        <span className="visually-hidden"> {bill.number}</span>
      </Button>
    </Dropdown>
  )
}
