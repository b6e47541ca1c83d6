import { z } from 'zod'
import type { Permission } from '../lib/permission.ts'

export const billStatuses = [
  'draft',
  'scheduled',
  'sending',
  'sendFailed',
  'sent',
  'paymentPending',
  'partiallyPaid',
  'paid',
  'partiallyRefunded',
  'refunded',
  'cancelled',
  'writtenOff',
] as const
export const BillStatus = z.enum(billStatuses)
export type BillStatus = z.infer<typeof BillStatus>

/** Money is still expected. */
export const openStatuses = [
  'sent',
  'paymentPending',
  'partiallyPaid',
] as const satisfies readonly BillStatus[]

/**
 * What the customer still has to pay: nothing, if the bill was not sent yet, was
 * cancelled or is given up.
 */
export const owedOf = ({ status, dueMinor }: { status: BillStatus; dueMinor: number }) =>
  openStatuses.some((open) => open === status) ? dueMinor : 0

/**
 * A payment can be asked for and recorded, because PayPal says that none is on its way. Only such a
 * bill is overdue once its day has passed.
 */
export const payableStatuses = ['sent', 'partiallyPaid'] as const satisfies readonly BillStatus[]

/**
 * Something can still happen to the bill at PayPal, so the sweeper compares it with
 * PayPal's own record.
 */
export const watchedStatuses = [
  'scheduled',
  ...openStatuses,
  'sendFailed',
  'writtenOff',
] as const satisfies readonly BillStatus[]

/** PayPal has an invoice for the bill, so the bill can be compared with PayPal's own record. */
const withInvoice = [
  'scheduled',
  ...openStatuses,
  'paid',
  'partiallyRefunded',
  'refunded',
  'cancelled',
  'writtenOff',
] as const

/**
 * Which statuses allow which action. The API enforces it; the console greys out buttons from it.
 * PayPal's own rules are behind most lines: a paid or partly paid invoice cannot be cancelled or
 * changed (paypal §3.5).
 */
const allowed = {
  edit: ['draft', 'sendFailed', 'scheduled', 'sent'],
  send: ['draft', 'sendFailed'],
  copyLink: openStatuses,
  remind: payableStatuses,
  cancel: ['draft', 'sendFailed', 'scheduled', 'sent'],
  recordPayment: payableStatuses,
  refund: ['partiallyPaid', 'paid', 'partiallyRefunded'],
  writeOff: openStatuses,
  resync: withInvoice,
  duplicate: billStatuses,
  pdf: billStatuses,
  reassign: billStatuses,
  note: billStatuses,
} satisfies Record<string, readonly BillStatus[]>

export type BillAction = keyof typeof allowed

/** The permission that an action needs; where two are named, either is enough. */
export const billActionAccess = {
  edit: 'CreatePayPalBill',
  send: 'CreatePayPalBill',
  copyLink: 'ViewPayPalBill|ViewAllPayPalBill',
  remind: 'CreatePayPalBill',
  cancel: 'CreatePayPalBill',
  recordPayment: 'RecordPayment',
  refund: 'RefundPayPalBill',
  writeOff: 'WriteOffPayPalBill',
  resync: 'ViewPayPalBill|ViewAllPayPalBill',
  duplicate: 'CreatePayPalBill',
  pdf: 'ViewPayPalBill|ViewAllPayPalBill',
  reassign: 'CreatePayPalBill',
  note: 'ViewPayPalBill|ViewAllPayPalBill',
} as const satisfies Record<BillAction, Permission | `${Permission}|${Permission}`>

export const maxRemindersPerDay = 2

/** `hasEmail`: the recipient has an address. A bill that went out as a link may have none. */
export type BillState = { status: BillStatus; busy: boolean; hasEmail: boolean }
export type ActionRefusal = 'status' | 'noEmail' | 'busy'

/** These neither change anything at PayPal nor wait for it. */
const withoutPayPal: BillAction[] = ['copyLink', 'duplicate', 'pdf', 'reassign', 'note', 'resync']

/**
 * Why an action is not possible now; undefined when it is. `noEmail`: PayPal reminds by e-mail, and
 * there is nobody to write to. `busy`: something is on its way to PayPal for this bill.
 */
export function whyNot(action: BillAction, bill: BillState): ActionRefusal | undefined {
  if (!(allowed[action] as readonly BillStatus[]).includes(bill.status)) return 'status'
  if (action === 'remind' && !bill.hasEmail) return 'noEmail'
  return bill.busy && !withoutPayPal.includes(action) ? 'busy' : undefined
}

/**
 * In quarantine what changes something at PayPal waits, and so does a new bill: its number may be
 * taken (decision 73).
 */
export const waitsInQuarantine = (action: BillAction, { status }: Pick<BillState, 'status'>) =>
  action === 'duplicate' ||
  !(
    withoutPayPal.includes(action) ||
    action === 'writeOff' ||
    (status === 'draft' && (action === 'edit' || action === 'cancel'))
  )

export const billCan = (action: BillAction, bill: BillState) => whyNot(action, bill) === undefined
