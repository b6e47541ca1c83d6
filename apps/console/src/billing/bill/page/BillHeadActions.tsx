import { Button, Tooltip } from 'antd'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { t } from '../../../lib/i18n.ts'
import { BillActionMenu } from '../dialog/BillActionMenu.tsx'
import styles from '../dialog/BillActions.module.css'
import { type ActionBill, type Offered, offered, refusalOf } from '../refusal.ts'

const buttons = ['send', 'edit', 'copyLink', 'remind'] as const satisfies readonly Offered[]
const inMenu = offered.filter((action) => !(buttons as readonly Offered[]).includes(action))

/** The same actions as in a row of the list. The next expected action stands out: sending a draft, reminding of what is due. */
export function BillHeadActions<B extends ActionBill>({ bill, onDo }: { bill: B; onDo: (action: Offered, bill: B) => void }) {
  const user = useCurrentUser()
  const next = (['send', 'remind'] as const).find((action) => refusalOf(action, bill, user) === undefined)
  return (
    <div className={styles.head}>
      {buttons.map((action) => {
        const refusal = refusalOf(action, bill, user)
        return (
          <Tooltip key={action} title={refusal}>
            {/* Not `disabled`: a disabled button neither shows the reason nor lets screen readers read it. */}
            <Button
              type={action === next ? 'primary' : 'default'}
              className={(refusal && styles.refused) ?? ''}
              aria-disabled={refusal !== undefined}
              onClick={() => !refusal && onDo(action, bill)}
            >
              {t(`bill.action.${action}`)}
              {refusal && <span className="visually-hidden">{refusal}</span>}
            </Button>
          </Tooltip>
        )
      })}
      <BillActionMenu bill={bill} actions={inMenu} look="button" onDo={(action) => onDo(action, bill)} />
    </div>
  )
}
