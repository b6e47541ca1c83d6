import type { CustomerTotal } from '@paydesk/contract/billing/customer'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './Customer.module.css'

/** One block per currency: amounts of different currencies are never added. */
export function CustomerTotals({ totals }: { totals: CustomerTotal[] }) {
  if (totals.length === 0) return <p className={styles.empty}>{t('customer.totals.none')}</p>
  return (
    <ul className={styles.totals} aria-label={t('customer.totals')}>
      {totals.map((total) => (
        <li key={total.currency} className={styles.total}>
          <h3 className={styles.currency}>{total.currency}</h3>
          <dl className={styles.figures}>
            <Figure label={t('customer.billed')} amountMinor={total.billedMinor} total={total} />
            <Figure label={t('customer.paid')} amountMinor={total.paidMinor} total={total} />
            <Figure label={t('customer.due')} amountMinor={total.dueMinor} total={total} strong />
            {total.refundedMinor > 0 && (
              <Figure
                label={t('customer.refunded')}
                amountMinor={total.refundedMinor}
                total={total}
              />
            )}
          </dl>
        </li>
      ))}
    </ul>
  )
}

type FigureProps = { label: string; amountMinor: number; total: CustomerTotal; strong?: boolean }
const Figure = ({ label, amountMinor, total: { currency }, strong = false }: FigureProps) => (
  <>
    <dt>{label}</dt>
    <dd className={strong ? styles.due : ''}>
      <Money amountMinor={amountMinor} currency={currency} />
    </dd>
  </>
)
