import type { TransactionRow } from '@paydesk/contract/money/transaction'
import { MatchTag, TransactionStatusTag } from '../../shared/transaction/TransactionTags.tsx'
import { kindText } from '../../shared/transaction/transactionWords.ts'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'

/** A transaction in two lines: who and how much, what and when with its state. */
export const TransactionCard = ({ transaction: row }: { transaction: TransactionRow }) => (
  <>
    <bdi>{row.payerName || row.payerEmail || kindText(row)}</bdi>
    <Money amountMinor={row.grossMinor} currency={row.currency} />
    <span>
      {(row.payerName || row.payerEmail) && <>{kindText(row)} · </>}
      <Time at={row.occurredAt} />
    </span>
    <span>
      {row.status === 'S' ? <MatchTag {...row} /> : <TransactionStatusTag status={row.status} />}
    </span>
  </>
)
