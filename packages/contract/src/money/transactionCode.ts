import { z } from 'zod'

/** What a row means for the books. `transfer` is money that came from or went to a bank, a card or another account of ours. */
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
export const explainedClasses: readonly TransactionClass[] = ['fee', 'conversion', 'transfer', 'hold']
export const needsMatch = (rowClass: TransactionClass) => !explainedClasses.includes(rowClass)

/** Codes that have a name of their own; other codes are named by their class. */
export const wordedCodes = [
  'T0000',
  'T0001',
  'T0002',
  'T0003',
  'T0006',
  'T0007',
  'T0011',
  'T0012',
  'T0013',
  'T0106',
  'T0107',
  'T0113',
  'T0114',
  'T0200',
  'T0201',
  'T0202',
  'T0300',
  'T0400',
  'T0401',
  'T0403',
  'T1106',
  'T1107',
  'T1108',
  'T1109',
  'T1110',
  'T1111',
  'T1201',
  'T1202',
  'T1205',
  'T2101',
  'T2102',
  'T2103',
  'T2104',
  'T2105',
  'T2106',
] as const
