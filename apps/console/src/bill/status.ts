import type { BillRow } from '@paydesk/contract/bill'
import type { BillStatus } from '@paydesk/contract/billStatus'
import { t } from '../lib/i18n.ts'
import type { Tone } from '../ui/StatusTag.tsx'

type Tag = { tone: Tone; text: string }

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
export const tagsOf = ({ status, overdue, viewed, busy }: Pick<BillRow, 'status' | 'overdue' | 'viewed' | 'busy'>): Tag[] => [
  { tone: tones[status], text: t(`bill.status.${status}`) },
  ...(overdue ? [{ tone: 'amber' as const, text: t('bill.overdue') }] : []),
  // Of use only while the customer is expected to do something.
  ...(viewed && status === 'sent' ? [{ tone: 'grey' as const, text: t('bill.viewed') }] : []),
  ...(busy && status !== 'sending' ? [{ tone: 'blue' as const, text: t('bill.busy') }] : []),
]
