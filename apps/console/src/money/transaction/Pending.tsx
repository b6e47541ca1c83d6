import type { TransactionRow } from '@paydesk/contract/money/transaction'
import { pendingText } from '../../shared/transaction/transactionWords.ts'
import styles from './Transaction.module.css'

/** Why the money has not come yet, and what to do. */
export function Pending({
  transaction: { status, pendingReason },
}: {
  transaction: Pick<TransactionRow, 'status' | 'pendingReason'>
}) {
  if (status !== 'P') return null
  const { why, todo } = pendingText(pendingReason)
  return (
    <span className={styles.pending}>
      {why}
      <span className={styles.todo}>{todo}</span>
    </span>
  )
}
