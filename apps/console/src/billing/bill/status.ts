import type { BillRow } from '@paydesk/contract/billing/bill'
import { type BillAction, type BillStatus, billCan } from '@paydesk/contract/billing/billStatus'
import { hasText, t } from '../../lib/i18n.ts'
import { billTones } from '../../shared/bill/BillTags.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'

/**
 * What was refused, as long as it could still be asked for: nobody has to remind of a bill
 * that was paid since.
 */
const actOf: Record<string, BillAction> = {
  updateInvoice: 'edit',
  totalDiffers: 'edit',
  remindInvoice: 'remind',
  cancelInvoice: 'cancel',
  recordPayment: 'recordPayment',
}
const isStillWanted = (failed: string, status: BillStatus) => {
  const act = actOf[failed]
  return (
    status !== 'sendFailed' &&
    act !== undefined &&
    billCan(act, { status, busy: false, hasEmail: true })
  )
}
const failedText = (failed: string) => {
  const key = `bill.failedTag.${failed}`
  return hasText(key) ? t(key) : t('bill.failedTag.other')
}

type Tag = { tone: Tone; text: string }

export type Tagged = Pick<
  BillRow,
  | 'status'
  | 'overdue'
  | 'disputed'
  | 'viewed'
  | 'busy'
  | 'failed'
  | 'reportedAt'
  | 'dueMinor'
  | 'elsewhereMinor'
  | 'otherCurrency'
>

/** Overdue is derived (product §5) and gets a tag of its own beside the stored status. */
export const tagsOf = ({
  status,
  overdue,
  disputed,
  viewed,
  busy,
  failed,
  reportedAt,
  dueMinor,
  elsewhereMinor,
  otherCurrency,
}: Tagged): Tag[] => [
  { tone: billTones[status], text: t(`bill.status.${status}`) },
  ...(reportedAt ? [{ tone: 'blue' as const, text: t('bill.reported') }] : []),
  ...(elsewhereMinor > 0
    ? [{ tone: 'green' as const, text: t(dueMinor > 0 ? 'bill.elsewhere.part' : 'bill.elsewhere') }]
    : []),
  ...(otherCurrency
    ? [{ tone: 'red' as const, text: t('bill.otherCurrency.tag', { currency: otherCurrency }) }]
    : []),
  ...(overdue ? [{ tone: 'amber' as const, text: t('bill.overdue') }] : []),
  ...(disputed ? [{ tone: 'red' as const, text: t('bill.disputed') }] : []),
  // "Viewed" is useful only while the customer is expected to do something.
  ...(viewed && status === 'sent' ? [{ tone: 'grey' as const, text: t('bill.viewed') }] : []),
  ...(failed && isStillWanted(failed, status)
    ? [{ tone: 'red' as const, text: failedText(failed) }]
    : []),
  ...(busy && status !== 'sending' ? [{ tone: 'blue' as const, text: t('bill.busy') }] : []),
]
