import { z } from 'zod'
import { AmountMinor } from '../lib/money.ts'
import { Day, Instant } from '../lib/page.ts'
import { matchRules } from '../money/transaction.ts'

/**
 * refund, reversal (by PayPal), chargeback (by the card's bank), returned: taken back before and
 * given again, external: outside PayPal.
 */
export const backKinds = [
  'refund',
  'reversal',
  'chargeback',
  'returned',
  'external',
  'fee',
] as const
export type BackKind = (typeof backKinds)[number]

/**
 * Whether money that came past PayPal's invoice is recorded on it. underWay: PayPal was asked.
 * byItself: Paydesk does it soon. confirm: matched by the payer alone, or less than the bill lets
 * anyone pay, so a person must first say that it is this bill's. possible: a person may do it. no:
 * the invoice asks for nothing more or in another currency, or the money went back.
 */
export const recordStates = ['underWay', 'byItself', 'confirm', 'possible', 'no'] as const
export type RecordState = (typeof recordStates)[number]

/**
 * All that is true of a bill's money, counted in one place. Lists, home, statements, rules and
 * reminders read the same figures.
 */
export const BillMoney = z.object({
  /** Arrived through PayPal's invoice or recorded on it; before anything went back. */
  receivedMinor: AmountMinor,
  pendingMinor: AmountMinor,
  /**
   * What PayPal holds back of the received money. `until`: null where PayPal has not said when
   * it gives it free.
   */
  withheld: z
    .object({ amountMinor: AmountMinor, since: Instant, until: Instant.nullable() })
    .nullable(),
  /**
   * Per kind; money that came again is negative. `feeMinor`: what PayPal kept for it, negative
   * where a fee was given back.
   */
  wentBack: z.array(
    z.object({ kind: z.enum(backKinds), amountMinor: AmountMinor, feeMinor: AmountMinor }),
  ),
  wentBackMinor: AmountMinor,
  /**
   * What is left of the payments through PayPal: less their fees, what went back, and the fees of
   * that. Null: PayPal has not told a fee yet, or none came.
   */
  netMinor: AmountMinor.nullable(),
  /** The same, less what PayPal withholds: what we can dispose of. */
  availableMinor: AmountMinor.nullable(),
  /** Money that came past PayPal's invoice and explains the bill. */
  elsewhereMinor: AmountMinor,
  elsewhere: z.array(
    z.object({
      transactionId: z.uuid(),
      providerTransactionId: z.string(),
      rule: z.enum(matchRules),
      amountMinor: AmountMinor,
      day: Day,
      record: z.enum(recordStates),
    }),
  ),
  /** What PayPal's invoice still asks for. */
  providerDueMinor: AmountMinor,
  owedMinor: AmountMinor,
  /** The day of some of it may still change, because PayPal's own row has not come. */
  provisional: z.boolean(),
})
export type BillMoney = z.infer<typeof BillMoney>
