import type { TransactionRow } from '@paydesk/contract/money/transaction'
import { t } from '../../lib/i18n.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { matchTones, statusTones } from './transactionWords.ts'

type Matched = Pick<TransactionRow, 'status' | 'matchState' | 'matchedMinor' | 'grossMinor'>

/**
 * Whether a bill explains the transaction. If only a part is explained, the tag says "partial",
 * whatever the stored state. Money that has not moved needs no explanation.
 */
export function MatchTag({ status, matchState, matchedMinor, grossMinor }: Matched) {
  if (matchState === 'unmatched' && (status === 'P' || status === 'D')) return null
  const isPart = matchedMinor !== 0 && matchedMinor !== grossMinor
  return (
    <StatusTag tone={isPart ? 'amber' : matchTones[matchState]}>
      {t(`money.match.${isPart ? 'partial' : matchState}`)}
    </StatusTag>
  )
}

export const TransactionStatusTag = ({ status }: Pick<TransactionRow, 'status'>) => (
  <StatusTag tone={statusTones[status]}>{t(`money.status.${status}`)}</StatusTag>
)
