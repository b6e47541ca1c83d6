import type { Dispute } from '@paydesk/contract/billing/dispute'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import styles from '../../ui/page/record.module.css'
import { Time } from '../../ui/Time.tsx'
import { wordOf } from './wording.ts'

/** Holds, refunds, chargebacks and fees of the dispute, as the books have them. */
export function DisputeMoney({ money }: Pick<Dispute, 'money'>) {
  const user = useCurrentUser()
  if (money.length === 0) return <p>{t('dispute.money.none')}</p>
  const maySee = canAccess(user, 'ViewPaypalTransaction')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t('dispute.money')}>
      <table className={styles.table}>
        <tbody>
          {money.map((row) => (
            <tr key={row.id}>
              <td>
                <Time at={row.occurredAt} />
              </td>
              <td>
                {wordOf(
                  'money',
                  row.class === 'hold' && row.grossMinor > 0 ? 'released' : row.class,
                )}{' '}
                <bdi dir="ltr">{row.eventCode}</bdi>
                <span className={styles.second}>
                  {maySee ? (
                    <Link to={paths.transaction(row.id)}>
                      <bdi dir="ltr">{row.providerTransactionId}</bdi>
                    </Link>
                  ) : (
                    <bdi dir="ltr">{row.providerTransactionId}</bdi>
                  )}
                </span>
              </td>
              <td className={styles.figure}>
                <Money amountMinor={row.grossMinor + row.feeMinor} currency={row.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
