import { z } from 'zod'
import { BillRow } from '../billing/bill.ts'
import { CustomerOption } from '../billing/customer.ts'
import { DisputeRow } from '../billing/dispute.ts'
import { endpoint } from '../lib/endpoint.ts'
import { TransactionRow } from '../money/transaction.ts'

/** How many records of each kind are found. The list has the rest. */
export const maxHits = 5

export const SearchReply = z.object({
  bills: z.array(
    BillRow.pick({
      id: true,
      number: true,
      customerName: true,
      title: true,
      currency: true,
      totalMinor: true,
      status: true,
      overdue: true,
    }),
  ),
  customers: z.array(
    CustomerOption.pick({ id: true, name: true, businessName: true, email: true }),
  ),
  transactions: z.array(
    TransactionRow.pick({
      id: true,
      providerTransactionId: true,
      payerName: true,
      payerEmail: true,
      currency: true,
      grossMinor: true,
      occurredAt: true,
    }),
  ),
  disputes: z.array(
    DisputeRow.pick({
      id: true,
      providerDisputeId: true,
      buyerName: true,
      billNumber: true,
      currency: true,
      amountMinor: true,
      state: true,
    }),
  ),
})
export type SearchReply = z.infer<typeof SearchReply>

export const searchApi = {
  search: endpoint({
    method: 'GET',
    path: '/api/search',
    permission: 'signedIn',
    personal: false,
    summary:
      'A few records of each kind that the caller may see: by an id whole, or by part of a name or e-mail',
    query: z.object({ keyword: z.string().trim().min(1).max(100) }),
    reply: SearchReply,
  }),
}
