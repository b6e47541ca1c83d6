import { z } from 'zod'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency } from '../lib/money.ts'
import { Day } from '../lib/page.ts'

/** ≤ 5 decimals, 0–100: PayPal's limits for a percentage. */
const Percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,5})?$/)
  .refine((text) => Number(text) <= 100, '≤ 100')
/** ≤ 5 decimals, up to a million (paypal §3.2). */
const Quantity = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,5})?$/)
  .refine((text) => Number(text) > 0 && Number(text) <= 1_000_000, '0 < n ≤ 1,000,000')
/** PayPal takes at most 1,000,000.00 for a unit. */
const UnitAmount = AmountMinor.min(0).max(100_000_000)
const Discount = z.union([z.object({ percent: Percent }), z.object({ amountMinor: UnitAmount })])

export const BillItem = z.object({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(1000).default(''),
  quantity: Quantity,
  unitAmountMinor: UnitAmount,
  taxName: z.string().trim().max(100).default(''),
  taxPercent: Percent.optional(),
  discount: Discount.optional(),
})
export type BillItem = z.infer<typeof BillItem>

export const billTerms = [
  'onReceipt',
  'net10',
  'net15',
  'net30',
  'net45',
  'net60',
  'net90',
  'onDate',
  'none',
] as const
export const BillTerm = z.enum(billTerms)
export type BillTerm = z.infer<typeof BillTerm>

/** The part of a bill that a person writes. */
export const billContent = {
  customerId: idOf('customer'),
  title: z.string().trim().max(200).default(''),
  currency: Currency,
  items: z.array(BillItem).min(1).max(100),
  discount: Discount.nullable().default(null),
  shipping: z
    .object({
      amountMinor: UnitAmount,
      taxName: z.string().trim().max(100).default(''),
      taxPercent: Percent.optional(),
    })
    .nullable()
    .default(null),
  note: z.string().max(4000).default(''),
  terms: z.string().max(4000).default(''),
  /** Internal: never sent to PayPal or the customer. */
  memo: z.string().max(500).default(''),
  allowPartial: z.boolean().default(false),
  minimumDueMinor: AmountMinor.min(1).nullable().default(null),
  /** With a day in the future the bill is scheduled when it is sent. */
  billDate: Day.nullable().default(null),
  term: BillTerm.default('onDate'),
  /** Given together with the term `onDate`. */
  dueDate: Day.nullable().default(null),
  /** Null: automatic routing chooses the account when the bill is sent. */
  accountId: idOf('paypalAccount').nullable().default(null),
  tags: z.array(z.string().trim().min(1).max(30)).max(10).default([]),
}

export const consistentBill = <
  T extends z.ZodType<{
    term: BillTerm
    dueDate: string | null
    allowPartial: boolean
    minimumDueMinor: number | null
  }>,
>(
  schema: T,
) =>
  schema
    .refine((bill) => (bill.term === 'onDate') === (bill.dueDate !== null), {
      path: ['dueDate'],
      message: 'term',
    })
    .refine((bill) => bill.allowPartial || bill.minimumDueMinor === null, {
      path: ['minimumDueMinor'],
      message: 'allowPartial',
    })

export const BillInput = consistentBill(z.object(billContent))
export type BillInput = z.output<typeof BillInput>
