import { z } from 'zod'
import { AmountMinor, Currency } from '../lib/money.ts'
import { Instant } from '../lib/page.ts'

/**
 * What PayPal's invoice and ours come to, and the first part in which they differ; a line
 * is counted from 1.
 */
export const TotalDifference = z.object({
  currency: Currency,
  /** Set if PayPal's invoice is in another currency: the amounts cannot be compared then. */
  paypalsCurrency: z.string().optional(),
  oursMinor: AmountMinor,
  paypalsMinor: AmountMinor,
  part: z.enum(['price', 'items', 'itemDiscount', 'discount', 'tax', 'shipping', 'total']),
  line: z.int().nullable(),
  partOursMinor: AmountMinor,
  partPaypalsMinor: AmountMinor,
})
export type TotalDifference = z.infer<typeof TotalDifference>

/**
 * Why PayPal or Paydesk did not do what was asked: a code that the console has words for, and
 * PayPal's own words.
 */
export const BillFailure = z.object({
  action: z.string(),
  code: z.string(),
  detail: z.string(),
  at: Instant,
  /** With the code TOTAL_DIFFERS. */
  difference: TotalDifference.optional(),
})
export type BillFailure = z.infer<typeof BillFailure>
