import { z } from 'zod'

/**
 * What a row means for the books. `transfer` is money that came from or went to a bank, a card or
 * another account of ours.
 */
export const transactionClasses = [
  'payment',
  'paymentSent',
  'refund',
  'reversal',
  'chargeback',
  'fee',
  'conversion',
  'transfer',
  'hold',
  'adjustment',
  'other',
] as const
export const TransactionClass = z.enum(transactionClasses)
export type TransactionClass = z.infer<typeof TransactionClass>

/** Classes by the whole code, where the code's group is not enough (paypal §6.4). */
const byCode: Record<string, TransactionClass> = {
  T1105: 'hold',
  T1107: 'refund',
  T1108: 'fee',
  T1109: 'fee',
  T1110: 'hold',
  T1111: 'hold',
  T1200: 'adjustment',
}
/** Classes by the first two digits: PayPal's group, which is enough for booking. */
const byGroup: Record<string, TransactionClass> = {
  T01: 'fee',
  T02: 'conversion',
  T03: 'transfer',
  T04: 'transfer',
  T06: 'transfer',
  T07: 'transfer',
  T11: 'reversal',
  T12: 'chargeback',
  T15: 'hold',
  T19: 'adjustment',
  T20: 'transfer',
  T21: 'hold',
}

export function classOf(eventCode: string, grossMinor: number): TransactionClass {
  if (eventCode.startsWith('T00')) return grossMinor < 0 ? 'paymentSent' : 'payment'
  return byCode[eventCode] ?? byGroup[eventCode.slice(0, 3)] ?? 'other'
}

/** These explain themselves; all others need a bill, or a person who says why there is none. */
export const explainedClasses: readonly TransactionClass[] = [
  'fee',
  'conversion',
  'transfer',
  'hold',
]
export const needsMatch = (rowClass: TransactionClass) => !explainedClasses.includes(rowClass)

/**
 * Rows that come after the row that they refer to, and date it anew: the date is then theirs and
 * not its money's.
 */
export const followingClasses: readonly TransactionClass[] = [
  'refund',
  'reversal',
  'chargeback',
  'hold',
]

/** A payment's money goes back in these. When all of it has, PayPal calls the payment reversed. */
export const backClasses: readonly TransactionClass[] = ['refund', 'reversal', 'chargeback']

/** Money that goes out in these may leave PayPal's balance while it is still pending. */
export const earlyClasses: readonly TransactionClass[] = ['transfer', 'refund']
