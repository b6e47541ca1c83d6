import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { t } from '../../../lib/i18n.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { BillActionMenu } from '../dialog/BillActionMenu.tsx'
import styles from '../dialog/BillActions.module.css'
import { type ActionBill, type Offered, offered, refusalOf } from '../refusal.ts'

const inRow = ['copyLink', 'remind'] as const satisfies readonly Offered[]
const inMenu = offered.filter((action) => !(inRow as readonly Offered[]).includes(action))

type Props<B extends ActionBill> = { bill: B; onDo: (action: Offered, bill: B) => void }

export function BillRowActions<B extends ActionBill>({ bill, onDo }: Props<B>) {
  const user = useCurrentUser()
  return (
    <span className={styles.row}>
      {inRow.map((action) => {
        const refusal = refusalOf(action, bill, user)
        return (
          <LinkButton key={action} onClick={() => onDo(action, bill)} disabled={refusal !== undefined} {...(refusal && { title: refusal })}>
            {t(`bill.action.${action}`)}
            <span className="visually-hidden"> {bill.number}</span>
          </LinkButton>
        )
      })}
      <BillActionMenu bill={bill} actions={inMenu} look="link" onDo={(action) => onDo(action, bill)} />
    </span>
  )
}
