import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { canAccess } from '@paydesk/contract/lib/access'
import { billListOf, billPathOf } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import styles from './HomePage.module.css'
import { Part, stateOf } from './Part.tsx'

const most = 5

/** What this person has begun and not sent, the refused first: they wait for a correction. */
export function Mine() {
  const user = useCurrentUser()
  return canAccess(user, 'CreatePayPalBill') && canAccess(user, billApi.list.permission) ? (
    <AllowedMine />
  ) : null
}

function AllowedMine() {
  const user = useCurrentUser()
  const list = billListOf(user)
  const refused = useApi(billApi.list, { query: { status: 'sendFailed', pageSize: most } })
  const drafts = useApi(billApi.list, {
    query: { status: 'draft', ownerId: user.id, pageSize: most },
  })
  const rows = [...(refused.data?.list ?? []), ...(drafts.data?.list ?? [])].slice(0, most)
  const read = {
    data: refused.data && drafts.data,
    error: refused.error ?? drafts.error,
    refetch: () => [refused.refetch(), drafts.refetch()],
  }
  if (read.data && rows.length === 0) return null
  return (
    <Part
      title={t('home.mine')}
      more={{ to: list && `${list}?tab=draft&ownerId=${user.id}`, label: t('home.all') }}
      {...stateOf(read)}
    >
      <ul className={styles.lines}>
        {rows.map((bill) => (
          <li key={bill.id}>
            <Link to={billPathOf(user, bill.id) ?? ''} className={styles.line}>
              <Named bill={bill} />
              {bill.status === 'sendFailed' && (
                <StatusTag tone="red">{t('bill.status.sendFailed')}</StatusTag>
              )}
              <Money amountMinor={bill.totalMinor} currency={bill.currency} />
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const Named = ({ bill: { customerName, number, title } }: { bill: BillRow }) => (
  <span className={styles.grow}>
    <bdi>{customerName}</bdi>
    <bdi className={styles.second}>{title || number}</bdi>
  </span>
)
