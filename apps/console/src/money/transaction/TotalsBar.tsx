import { type TransactionTotal, transactionApi } from '@paydesk/contract/money/transaction'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { filtersOf } from '../../lib/listQuery.ts'
import { Money } from '../../ui/Money.tsx'
import { useWide } from '../../ui/useWide.ts'
import styles from './Transaction.module.css'
import type { TransactionList } from './useTransactionList.ts'

/**
 * The totals of the filtered transactions, a line for each currency; different currencies are
 * never added together.
 */
export function TotalsBar({ list }: { list: TransactionList }) {
  const { data } = useApi(transactionApi.totals, { query: filtersOf(list.query) })
  const wide = useWide()
  const totals = data?.totals ?? []
  // On a phone the currency with most rows stands for itself: five lines of sums would push the
  // rows out of sight.
  const [first, rest] = wide ? [totals, []] : [totals.slice(0, 1), totals.slice(1)]
  return (
    <section
      className={styles.totals}
      aria-label={t('money.totals')}
      title={data && t(data.totalsAreExact ? 'money.totals.hint' : 'money.totals.inexact')}
    >
      {first.map((total) => (
        <Total key={total.currency} {...total} />
      ))}
      {rest.length > 0 && (
        <details>
          <summary>{t('money.totals.more', { count: rest.length })}</summary>
          {rest.map((total) => (
            <Total key={total.currency} {...total} />
          ))}
        </details>
      )}
      {data?.totals.length === 0 && <span className={styles.beside}>{t('money.totals.none')}</span>}
    </section>
  )
}

/**
 * Without their number: the sums also have the rows that the list shows within their payment, and
 * the list counts payments.
 */
const Total = ({ currency, grossMinor, paymentMinor, feeMinor, netMinor }: TransactionTotal) => (
  <div className={styles.total}>
    <strong>{currency}</strong>
    <dl>
      <Figure label={t('money.totals.payments')} amountMinor={paymentMinor} currency={currency} />
      <Figure label={t('money.fee')} amountMinor={feeMinor} currency={currency} />
      <Figure
        label={t('money.totals.other')}
        amountMinor={grossMinor - paymentMinor}
        currency={currency}
      />
      <Figure label={t('money.net')} amountMinor={netMinor} currency={currency} />
    </dl>
  </div>
)

const Figure = ({ label, ...money }: { label: string } & Parameters<typeof Money>[0]) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Money {...money} />
    </dd>
  </div>
)
