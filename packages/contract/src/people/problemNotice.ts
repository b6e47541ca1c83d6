import { z } from 'zod'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency } from '../lib/money.ts'

/**
 * What can be wrong with a company's money so that someone must look. booksDiffer: the books are
 * not PayPal's balance. monthDiffers: they were not at a month's end. readingStopped: an account is
 * not read any more. eventsSilent: money moves and PayPal tells nothing. rowSetAside: a row was not
 * understood. refundUnknown: nobody knows whether a refund was made. currencyChanged: a bill has
 * another currency at PayPal.
 */
export const problemKinds = [
  'booksDiffer',
  'monthDiffers',
  'readingStopped',
  'rowSetAside',
  'refundUnknown',
  'currencyChanged',
  'eventsSilent',
] as const
export type ProblemKind = (typeof problemKinds)[number]

/**
 * The first of the problems of one kind and account that were found together, and how many there
 * are.
 */
export const ProblemFound = z.object({
  problem: z.enum(problemKinds),
  count: z.int(),
  accountId: idOf('paypalAccount').nullable(),
  label: z.string(),
  billNumber: z.string().nullable(),
  amountMinor: AmountMinor.nullable(),
  currency: Currency.nullable(),
})
