import type { AccountCoverage, MonthProof } from '@paydesk/contract/money/transaction'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import record from '../../ui/page/record.module.css'
import { StatusTag } from '../../ui/StatusTag.tsx'
import styles from './Transaction.module.css'

/**
 * The ends of months beside PayPal's balance of the same moment. Months that agree take one line;
 * the others say what is wrong.
 */
export function Months({ months }: Pick<AccountCoverage, 'months'>) {
  if (months.length === 0) return null
  const of = (state: MonthProof['state']) => months.filter((month) => month.state === state)
  const names = (list: MonthProof[]) => list.map(({ month }) => month).join(' · ')
  const [proven, differing, unasked] = [of('proven'), of('differs'), of('unasked')]
  return (
    <ul className={styles.proofs} aria-label={t('money.months')}>
      {differing.map(({ month, differences }) => (
        <li key={month}>
          <StatusTag tone="red">{t('money.months.differs', { month })}</StatusTag>
          {differences
            .filter(({ differenceMinor }) => differenceMinor !== 0)
            .map(({ currency, differenceMinor }) => (
              <span key={currency}>
                {' '}
                {t(differenceMinor > 0 ? 'money.months.more' : 'money.months.less')}{' '}
                <Money amountMinor={Math.abs(differenceMinor)} currency={currency} />
              </span>
            ))}
        </li>
      ))}
      {proven.length > 0 && (
        <li className={styles.equal}>
          <StatusTag tone="green">{t('money.months.proven')}</StatusTag>
          <span className={record.missing}>{names(proven)}</span>
        </li>
      )}
      {unasked.length > 0 && (
        <li className={styles.equal}>
          <StatusTag tone="grey">{t('money.months.unasked')}</StatusTag>
          <span className={record.missing}>{names(unasked)}</span>
        </li>
      )}
    </ul>
  )
}
