import { paths } from '@paydesk/contract/lib/paths'
import type { Transaction } from '@paydesk/contract/money/transaction'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { TransactionStatusTag } from '../../shared/transaction/TransactionTags.tsx'
import { kindText } from '../../shared/transaction/transactionWords.ts'
import { Money } from '../../ui/Money.tsx'
import record from '../../ui/page/record.module.css'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './Transaction.module.css'

type Row = Transaction['related'][number]

/**
 * All rows of one payment in order of time: PayPal reports them one by one, but people think of
 * them as one payment.
 */
export function PaymentRows({ transaction }: { transaction: Transaction }) {
  const { related, id } = transaction
  if (related.length === 0) return <p className={record.hint}>{t('money.picture.alone')}</p>
  const rows: Row[] = [...related, transaction].sort(
    (a, b) => a.occurredAt.localeCompare(b.occurredAt) || a.id.localeCompare(b.id),
  )
  return (
    <ol className={styles.paymentRows}>
      {rows.map((row) => (
        <li
          key={row.id}
          className={row.id === id ? styles.current : undefined}
          {...(row.id === id && { 'aria-current': true })}
        >
          <span>
            {row.id === id ? (
              kindText(row)
            ) : (
              <Link to={paths.transaction(row.id)}>{kindText(row)}</Link>
            )}{' '}
            {row.id === id && <StatusTag tone="blue">{t('money.picture.this')}</StatusTag>}{' '}
            {row.status !== 'S' && <TransactionStatusTag status={row.status} />}
            <span className={styles.second}>
              <Time at={row.occurredAt} /> · <bdi dir="ltr">{row.eventCode}</bdi> ·{' '}
              <bdi dir="ltr">{row.providerTransactionId}</bdi>
            </span>
          </span>
          <span className={styles.figures}>
            <Money amountMinor={row.grossMinor} currency={row.currency} />
            {row.feeMinor !== 0 && (
              <span className={styles.second}>
                {t('money.fee')} <Money amountMinor={row.feeMinor} currency={row.currency} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
