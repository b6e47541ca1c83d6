import type { ExceptionRow } from '@paydesk/contract/billing/reconciliation'
import { kindText } from '../../shared/transaction/transactionWords.ts'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import { Clock, payerOf } from './columns.tsx'
import { openOf } from './sums.ts'

/** A transaction in two lines: who and how much, what and when with the time that is left. */
export const UnmatchedCard = ({ row }: { row: ExceptionRow }) => (
  <>
    <bdi>{payerOf(row)}</bdi>
    <Money {...openOf(row)} />
    <span>
      {kindText(row)} · <Time at={row.occurredAt} />
    </span>
    <span>
      <Clock dueAt={row.dueAt} />
    </span>
  </>
)
