import type { BillRow } from '@paydesk/contract/billing/bill'
import { t } from '../../../lib/i18n.ts'
import { BulkProgress, type Counts } from '../../../ui/bulk/BulkProgress.tsx'
import { type BulkAction, useBulk } from './useBulk.ts'

/** The outcome of every bill, PayPal's word included. */
export default function BulkDialog({
  action,
  rows,
  onClosed,
}: {
  action: BulkAction
  rows: readonly BillRow[]
  onClosed: () => void
}) {
  const { outcomes, submitted, ended, stop } = useBulk(action, rows)
  return (
    <BulkProgress
      title={t(`bill.bulk.${action}.title`, { count: rows.length })}
      rows={rows}
      nameOf={({ number }) => number}
      secondOf={({ customerName }) => customerName}
      outcomes={outcomes}
      submitted={submitted}
      ended={ended}
      summary={summaryOf}
      resultsLabel={t('bill.bulk.results')}
      hint={t('bill.bulk.asked.hint')}
      onStop={stop}
      onClosed={onClosed}
    />
  )
}

const summaryOf = ({ asked, ...counts }: Counts) =>
  t('bill.bulk.summary', counts) + (asked > 0 ? t('bill.bulk.summary.asked', { asked }) : '')
