import type { BillRow } from '@paydesk/contract/billing/bill'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import type { BulkAction } from './useBulk.ts'

const BulkDialog = lazy(() => import('./BulkDialog.tsx'))

/**
 * Customers notice all three actions, so the dialog asks once for all bills, with their number
 * in the question.
 */
export function BulkConfirm({
  action,
  rows,
  onClosed,
}: {
  action: BulkAction
  rows: readonly BillRow[]
  onClosed: (done: boolean) => void
}) {
  const [confirmed, setConfirmed] = useState(false)
  if (confirmed)
    return (
      <Suspense>
        <BulkDialog action={action} rows={rows} onClosed={() => onClosed(true)} />
      </Suspense>
    )
  return (
    <ConfirmDialog
      title={t(`bill.bulk.${action}.title`, { count: rows.length })}
      confirmLabel={t(`bill.bulk.${action}.confirm`)}
      danger={action === 'cancel'}
      onConfirm={async () => setConfirmed(true)}
      onClosed={() => onClosed(false)}
    >
      <p>{t(`bill.bulk.${action}.effect`, { count: rows.length })}</p>
    </ConfirmDialog>
  )
}
