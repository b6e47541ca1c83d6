import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './Reconciliation.module.css'

/**
 * What the list holds that is still open, per currency: currencies are never added, nor money that
 * came and money that went.
 */
export function OpenSums({ filter }: { filter: object }) {
  const { data } = useApi(reconciliationApi.open, { query: filter })
  if (!data || data.list.length === 0) return null
  return (
    <section
      className={styles.openSums}
      aria-label={t('money.sums')}
      title={data.isExact ? undefined : t('money.totals.inexact')}
    >
      {data.list.map(({ currency, count, inMinor, outMinor }) => (
        <span key={currency} className={styles.openSum}>
          <span className={styles.second}>{t('money.sums.count', { currency, count })}</span>
          {inMinor !== 0 && (
            <span>
              {t('money.sums.in')} <Money amountMinor={inMinor} currency={currency} />
            </span>
          )}
          {outMinor !== 0 && (
            <span>
              {t('money.sums.out')} <Money amountMinor={outMinor} currency={currency} />
            </span>
          )}
        </span>
      ))}
    </section>
  )
}
