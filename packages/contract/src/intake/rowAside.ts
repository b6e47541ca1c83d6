import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { ById, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { rowDoubts } from '../money/transaction.ts'

const Text = z.string().nullable()

/** The fields of a row as PayPal wrote them; null where there is nothing to read. */
export const RowTold = z.object({
  id: Text,
  eventCode: Text,
  status: Text,
  amount: Text,
  currency: Text,
  fee: Text,
  feeCurrency: Text,
  occurredAt: Text,
  updatedAt: Text,
})
export type RowTold = z.infer<typeof RowTold>

/** A row of PayPal's reporting that was not understood. Nothing of it is in the books. */
export const RowAside = z.object({
  id: idOf('rowAside'),
  accountId: idOf('paypalAccount'),
  accountLabel: z.string(),
  /** Empty: PayPal gave none that could be asked for. */
  providerTransactionId: z.string(),
  why: z.enum(rowDoubts),
  detail: z.string(),
  told: RowTold,
  /** PayPal's own text, cut where it is too long. */
  raw: z.string(),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  settledAt: Instant.nullable(),
  settledByName: z.string(),
  reason: z.string(),
  /** A later reading has understood it: it is among the transactions. */
  understoodAt: Instant.nullable(),
})
export type RowAside = z.infer<typeof RowAside>

export const rowAsideStates = ['open', 'settled', 'understood'] as const

export const rowAsideApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/rowAside',
    permission: 'ReconcileTransaction',
    summary: 'Rows of PayPal’s reporting that were not understood and are set aside, newest first',
    query: PageQuery.extend({
      accountId: idOf('paypalAccount').optional(),
      state: z.enum(rowAsideStates).default('open'),
    }),
    reply: pageOf(RowAside),
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/rowAside/:id/settle',
    permission: 'ReconcileTransaction',
    summary: 'Say what became of a row that is set aside; nothing is posted',
    stepUp: 'never',
    params: ById,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    reply: RowAside,
  }),
}
