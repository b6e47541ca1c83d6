import type { Hold } from '@paydesk/contract/desk/home'
import { billPathOf, paths } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './HomePage.module.css'
import { Part } from './Part.tsx'

/** What PayPal holds back of single payments, and until when, as far as anybody knows. */
export function Holds({ holds }: { holds: readonly Hold[] }) {
  const user = useCurrentUser()
  const { timezone } = user.company
  if (holds.length === 0) return null
  const toOf = ({ billId, disputeId }: Hold) =>
    disputeId
      ? paths.dispute(disputeId)
      : ((billId && billPathOf(user, billId)) ?? `${paths.transactionList()}?class=hold`)
  return (
    <Part
      title={t('home.withheld')}
      more={{ to: `${paths.transactionList()}?class=hold`, label: t('home.all') }}
    >
      <ul className={styles.lines}>
        {holds.map((hold) => (
          <li key={`${hold.since} ${hold.billId} ${hold.amountMinor}`}>
            <Link to={toOf(hold)} className={styles.line}>
              <span className={styles.grow}>
                <bdi dir="ltr">{hold.billNumber ?? t('home.holds.account')}</bdi>
                <bdi className={`${styles.second} ${styles.wrapped}`}>
                  {hold.until
                    ? t('home.holds.until', { time: formatInstant(hold.until, timezone) })
                    : t('home.holds.since', {
                        day: formatInstant(hold.since, timezone).slice(0, 10),
                      })}
                </bdi>
              </span>
              <Money amountMinor={hold.amountMinor} currency={hold.currency} />
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}
