import type { BillRow } from '@paydesk/contract/billing/bill'
import type { BillStatus } from '@paydesk/contract/billing/billStatus'
import { t } from '../../lib/i18n.ts'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'

export const billTones: Record<BillStatus, Tone> = {
  draft: 'grey',
  scheduled: 'grey',
  sending: 'blue',
  sent: 'blue',
  paymentPending: 'blue',
  partiallyPaid: 'darkBlue',
  paid: 'green',
  partiallyRefunded: 'darkBlue',
  refunded: 'grey',
  sendFailed: 'red',
  cancelled: 'struck',
  writtenOff: 'struck',
}

/**
 * A bill's status wherever bills are shown. Overdue is derived (product §5) and stands beside
 * the stored status.
 */
export const BillTags = ({ status, overdue }: Pick<BillRow, 'status' | 'overdue'>) => (
  <>
    <StatusTag tone={billTones[status]}>{t(`bill.status.${status}`)}</StatusTag>{' '}
    {overdue && <StatusTag tone="amber">{t('bill.overdue')}</StatusTag>}
  </>
)
