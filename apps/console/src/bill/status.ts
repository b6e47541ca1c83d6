import type { BillRow } from '@paydesk/contract/bill'
import type { BillStatus } from '@paydesk/contract/billStatus'
import { t } from '../lib/i18n.ts'
import type { Tone } from '../ui/StatusTag.tsx'

const tones: Record<BillStatus, Tone> = {
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

/** Overdue is derived (product.md §5) and shown instead of the blue it would otherwise be; the stored status stays in words. */
export const tagsOf = ({ status, overdue }: Pick<BillRow, 'status' | 'overdue'>): { tone: Tone; text: string }[] => [
  { tone: tones[status], text: t(`bill.status.${status}`) },
  ...(overdue ? [{ tone: 'amber' as const, text: t('bill.overdue') }] : []),
]
