import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AmountMinor, Currency } from './money.ts'
import { ById, Instant, PageQuery, pageOf } from './page.ts'
import { accountStates } from './paypalAccountState.ts'
import { ruleNotices } from './ruleNotice.ts'

/** Each kind has its own data; the console words it in the reader's language. */
export const Notice = z.discriminatedUnion('kind', [
  z.object({
    id: z.uuid(),
    kind: z.literal('newDevice'),
    data: z.object({ address: z.string(), device: z.string(), at: Instant }),
    readAt: Instant.nullable(),
    createdAt: Instant,
  }),
  z.object({
    id: z.uuid(),
    kind: z.literal('accountStopped'),
    data: z.object({ accountId: z.uuid(), label: z.string(), state: z.enum(accountStates), reason: z.string(), detail: z.string() }),
    readAt: Instant.nullable(),
    createdAt: Instant,
  }),
  z.object({
    id: z.uuid(),
    kind: z.literal('approvalAsked'),
    data: z.object({ approvalId: z.uuid(), billNumber: z.string(), amountMinor: AmountMinor, currency: Currency, who: z.string() }),
    readAt: Instant.nullable(),
    createdAt: Instant,
  }),
  z.object({
    id: z.uuid(),
    kind: z.literal('approvalDecided'),
    data: z.object({
      billId: z.uuid(),
      billNumber: z.string(),
      amountMinor: AmountMinor,
      currency: Currency,
      approved: z.boolean(),
      who: z.string(),
      note: z.string(),
    }),
    readAt: Instant.nullable(),
    createdAt: Instant,
  }),
  z.object({
    id: z.uuid(),
    kind: z.literal('disputeOpened'),
    data: z.object({
      disputeId: z.uuid(),
      billNumber: z.string().nullable(),
      buyerName: z.string(),
      reason: z.string(),
      amountMinor: AmountMinor.nullable(),
      currency: Currency.nullable(),
      dueAt: Instant.nullable(),
    }),
    readAt: Instant.nullable(),
    createdAt: Instant,
  }),
  ...ruleNotices,
])
export type Notice = z.infer<typeof Notice>

export const noticeApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/notices',
    permission: 'signedIn',
    summary: 'My notices, newest first',
    query: PageQuery,
    reply: pageOf(Notice),
  }),
  mark: endpoint({
    method: 'PATCH',
    path: '/api/notices/:id',
    permission: 'signedIn',
    summary: 'Mark one of my notices as read or unread',
    params: ById,
    body: z.object({ read: z.boolean() }),
    reply: z.object({ id: z.uuid(), readAt: Instant.nullable() }),
  }),
}
