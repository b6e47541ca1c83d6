import type { Transaction } from '@paydesk/contract/money/transaction'
import { formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import { BillLink } from '../bill/BillLink.tsx'
import styles from './MatchLines.module.css'

/**
 * What explains a transaction: bills, parts without a bill, by whom and why; and how much is left.
 */
export function MatchLines({ transaction }: { transaction: Transaction }) {
  const {
    lines,
    currency,
    matchState,
    matchReason,
    matchedBy,
    matchedAt,
    grossMinor,
    matchedMinor,
  } = transaction
  const rest = grossMinor - matchedMinor
  return (
    <div className={styles.explained}>
      {matchState === 'ignored' && (
        <p className={styles.text}>{t('money.explained.ignored', { reason: matchReason })}</p>
      )}
      {matchState === 'notNeeded' && (
        <p className={styles.text}>{t('money.explained.notNeeded')}</p>
      )}
      {matchState === 'unmatched' && lines.length === 0 && (
        <p className={styles.text}>
          {t(
            transaction.status === 'P' || transaction.status === 'D'
              ? 'money.explained.pending'
              : 'money.explained.none',
          )}
        </p>
      )}
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line) => (
            <li key={line.id} className={styles.line}>
              <span>
                {line.billId ? (
                  <BillLink billId={line.billId} number={line.billNumber} />
                ) : (
                  t('money.line.noBill')
                )}
                {line.customerName && <bdi className={styles.second}> {line.customerName}</bdi>}
                <span className={styles.below}>
                  {t(`money.rule.${line.rule}`)}
                  {line.reason && <bdi> · {line.reason}</bdi>}
                  {line.deductionMinor > 0 && (
                    <>
                      {' '}
                      ·{' '}
                      {t('money.line.deduction', {
                        amount: formatMoney({ amountMinor: line.deductionMinor, currency }, locale),
                      })}
                    </>
                  )}
                </span>
              </span>
              <Money amountMinor={line.amountMinor} currency={currency} />
            </li>
          ))}
          {rest !== 0 && matchState !== 'ignored' && (
            <li className={`${styles.line} ${styles.rest}`}>
              <span>{t('money.explained.rest')}</span>
              <Money amountMinor={rest} currency={currency} />
            </li>
          )}
        </ul>
      )}
      {matchedAt && matchState !== 'unmatched' && (
        <p className={styles.by}>
          <bdi>{t('money.explained.by', { who: matchedBy || t('money.explained.bySystem') })}</bdi>{' '}
          <Time at={matchedAt} />
          {matchState === 'manual' && matchReason && <bdi> · {matchReason}</bdi>}
        </p>
      )}
    </div>
  )
}
