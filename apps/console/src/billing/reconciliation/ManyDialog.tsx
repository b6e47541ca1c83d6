import { type ExceptionRow, reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { BulkProgress } from '../../ui/bulk/BulkProgress.tsx'
import { useRun } from '../../ui/bulk/useRun.ts'
import type { Accepted } from './AcceptDialog.tsx'
import { payerOf } from './columns.tsx'
import { openOf } from './sums.ts'
import { reasonsText } from './useDecision.ts'

export type Many =
  | { doing: 'aside'; rows: readonly ExceptionRow[]; reason: string }
  | { doing: 'accept'; rows: readonly Accepted[] }

/**
 * Does it one by one, with the version that was ticked: what has changed since is
 * refused, and said.
 */
export function ManyDialog({ many, onClosed }: { many: Many; onClosed: () => void }) {
  const { outcomes, submitted, stop } = useRun<ExceptionRow>(
    many.rows,
    (row) => perform(many, row).then(() => 'done' as const),
    refresh,
  )
  return (
    <BulkProgress
      title={t(`money.many.${many.doing}`, { count: many.rows.length })}
      rows={many.rows}
      nameOf={(row) => formatMoney(openOf(row), locale)}
      secondOf={payerOf}
      outcomes={outcomes}
      submitted={submitted}
      ended={submitted}
      summary={({ done, refused, left }) => t('money.many.summary', { done, refused, left })}
      resultsLabel={t('money.many.results')}
      onStop={stop}
      onClosed={onClosed}
    />
  )
}

function perform(many: Many, { id, version }: ExceptionRow) {
  const quiet = { skipErrorHandler: true }
  if (many.doing === 'aside')
    return call(
      reconciliationApi.ignore,
      { params: { id }, body: { version, reason: many.reason } },
      quiet,
    )
  const bill = many.rows.find((row) => row.id === id)?.bill
  if (!bill) throw new Error(`No bill for ${id}`)
  return call(
    reconciliationApi.accept,
    { params: { id }, body: { version, billId: bill.billId, reason: reasonsText(bill) } },
    quiet,
  )
}

function refresh() {
  for (const endpoint of [
    reconciliationApi.list,
    reconciliationApi.open,
    reconciliationApi.candidates,
    transactionApi.list,
  ])
    void refreshApi(endpoint)
}
