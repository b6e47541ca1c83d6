import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'

export const changeEntities = [
  'bill',
  'customer',
  'paypalAccount',
  'event',
  'operation',
  'transaction',
  'refund',
  'dispute',
  'notice',
  'rule',
] as const
/** Something that the reader may see has changed: the screen asks for it again, with the reader's own permissions. */
export const Change = z.object({ entity: z.enum(changeEntities), id: z.string() })
export type Change = z.infer<typeof Change>

export const streamApi = {
  open: endpoint({
    method: 'GET',
    path: '/api/stream',
    permission: 'signedIn',
    summary: 'Changes as they happen (server-sent events). After a gap the reader asks again for all that it shows',
    personal: false,
    /** How long the stream stays open; the reader then opens the next one. A stream without end could outlive its reader's permissions. */
    query: z.object({ seconds: z.coerce.number().int().min(0).max(3600).default(3600) }),
    reply: z.string(),
    file: 'text/event-stream',
  }),
}

export const webhookApi = {
  receive: endpoint({
    method: 'POST',
    path: '/api/webhook/paypal/:accountId',
    permission: 'public',
    summary: 'Where PayPal delivers its events: verified by signature, stored as the bytes that came, applied afterwards',
    params: z.object({ accountId: z.uuid() }),
    reply: z.object({ stored: z.boolean() }),
  }),
}
