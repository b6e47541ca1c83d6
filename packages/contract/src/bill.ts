import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AmountMinor, Currency } from './money.ts'
import { Day, Instant, PageQuery, pageOf } from './page.ts'

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

/** Money is still expected. The partial index bill_open holds exactly these. */
export const openStatuses = ['sent', 'paymentPending', 'partiallyPaid'] as const satisfies readonly BillStatus[]

export const BillRow = z.object({
  id: z.uuid(),
  number: z.string(),
  title: z.string(),
  customerName: z.string(),
  currency: Currency,
  totalMinor: AmountMinor,
  dueMinor: AmountMinor,
  dueDate: Day.nullable(),
  ownerName: z.string(),
  accountLabel: z.string().nullable(),
  status: BillStatus,
  /** Derived: money is due and the due date has passed in the company's time zone. */
  overdue: z.boolean(),
  createdAt: Instant,
})
export type BillRow = z.infer<typeof BillRow>

export const BillQuery = PageQuery.extend({ status: BillStatus.optional() })

export const billApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/payPalBill',
    permission: 'ViewPayPalBill|ViewAllPayPalBill',
    summary: 'Bills, newest first: all of the company with ViewAllPayPalBill, otherwise mine and those of people below me',
    query: BillQuery,
    reply: pageOf(BillRow),
  }),
}
