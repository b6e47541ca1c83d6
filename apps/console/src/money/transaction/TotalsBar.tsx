import { transactionApi } from '@paydesk/contract/money/transaction'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { filtersOf } from '../../lib/listQuery.ts'
import { Money } from '../../ui/Money.tsx'
import record from '../../ui/page/record.module.css'
import styles from './Transaction.module.css'
import type { TransactionList } from './useTransactionList.ts'

/** The totals of the filtered transactions; different currencies are never added together. */
export function TotalsBar({ list }: { list: TransactionList }) {
  const { data } = useApi(transactionApi.totals, { query: filtersOf(list.query) })
  if (!data) return null
  return (
    <section className={styles.totals} aria-label={t('money.totals')}>
      {data.totals.length === 0 && <p className={record.hint}>{t('money.totals.none')}</p>}
      {data.totals.map(({ currency, count, grossMinor, feeMinor, netMinor }) => (
        <dl key={currency} className={styles.total}>
          <div className={styles.currency}>
            <dt>{currency}</dt>
            <dd>{t('money.totals.count', { count })}</dd>
          </div>
          <Figure label={t('money.gross')} amountMinor={grossMinor} currency={currency} />
          <Figure label={t('money.fee')} amountMinor={feeMinor} currency={currency} />
          <Figure label={t('money.net')} amountMinor={netMinor} currency={currency} />
        </dl>
      ))}
      <p className={record.hint}>{t(data.totalsAreExact ? 'money.totals.hint' : 'money.totals.inexact')}</p>
    </section>
  )
}

const Figure = ({ label, ...money }: { label: string } & Parameters<typeof Money>[0]) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Money {...money} />
    </dd>
  </div>
)
