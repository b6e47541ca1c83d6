import { z } from 'zod'
import type { Call } from './caller.ts'
import { formatInstant } from './instant.ts'
import { Links } from './wire.ts'

const EventType = z.looseObject({ name: z.string(), status: z.string().optional() })
const EventTypes = z.looseObject({ event_types: z.array(EventType).default([]) })

export const Webhook = z.looseObject({
  id: z.string(),
  url: z.string(),
  event_types: z.array(EventType).default([]),
  links: Links,
})
export type Webhook = z.infer<typeof Webhook>

/**
 * An event is a hint: `resource` is a snapshot that can be old, incomplete or null. Its name never
 * says what the status is; INVOICE.PAID also comes for part payments (paypal §7.2).
 */
export const WebhookEvent = z.looseObject({
  id: z.string(),
  event_type: z.string(),
  create_time: z.string().optional(),
  resource_type: z.string().optional(),
  resource_version: z.string().optional(),
  summary: z.string().optional(),
  resource: z.unknown(),
  links: Links,
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

const Lookup = z.looseObject({ id: z.string(), client_id: z.string().optional() })
const EventPage = z.looseObject({
  events: z.array(WebhookEvent).default([]),
  count: z.number().optional(),
  links: Links,
})
const Verification = z.looseObject({ verification_status: z.string() })

export interface Transmission {
  authAlgo: string
  certUrl: string
  transmissionId: string
  transmissionSig: string
  transmissionTime: string
}

const webhookAt = (id: string) => ({ params: { webhook_id: id } })
const names = (types: string[]) => types.map((name) => ({ name }))

export const webhooks = (call: Call) => ({
  create: (url: string, types: string[]) =>
    call('createWebhook', { body: { url, event_types: names(types) }, reply: Webhook }),
  list: () =>
    call('listWebhooks', { reply: z.looseObject({ webhooks: z.array(Webhook).default([]) }) }),
  get: (id: string) => call('getWebhook', { ...webhookAt(id), reply: Webhook }),
  /** PayPal allows only these two fields to be replaced. */
  change: (id: string, change: { url?: string; types?: string[] }) =>
    call('patchWebhook', {
      ...webhookAt(id),
      body: [
        ...(change.url ? [{ op: 'replace', path: '/url', value: change.url }] : []),
        ...(change.types
          ? [{ op: 'replace', path: '/event_types', value: names(change.types) }]
          : []),
      ],
      reply: Webhook,
    }),
  delete: (id: string) => call('deleteWebhook', webhookAt(id)),
  eventTypes: (id: string) => call('webhookEventTypes', { ...webhookAt(id), reply: EventTypes }),
  availableEventTypes: () => call('availableEventTypes', { reply: EventTypes }),
  /**
   * Without a lookup, nothing that happens in PayPal's own screens reaches our webhook
   * (paypal §7.1).
   */
  createLookup: () => call('createLookup', { reply: Lookup }),
  listLookups: () =>
    call('listLookups', {
      reply: z.looseObject({ webhooks_lookups: z.array(Lookup).default([]) }),
    }),
  getLookup: (id: string) =>
    call('getLookup', { params: { webhook_lookup_id: id }, reply: Lookup }),
  deleteLookup: (id: string) => call('deleteLookup', { params: { webhook_lookup_id: id } }),
  listEvents: (q: {
    start?: Date
    end?: Date
    pageSize?: number
    transactionId?: string
    type?: string
  }) =>
    call('listEvents', {
      query: {
        page_size: q.pageSize,
        start_time: q.start ? formatInstant(q.start) : undefined,
        end_time: q.end ? formatInstant(q.end) : undefined,
        transaction_id: q.transactionId,
        event_type: q.type,
      },
      reply: EventPage,
    }),
  /**
   * The page that a page's link `next` leads to. How PayPal names its place is not documented, so
   * all of the link's query is sent back.
   */
  moreEvents: (next: string) =>
    call('listEvents', {
      query: Object.fromEntries(new URL(next).searchParams),
      reply: EventPage,
    }),
  getEvent: (id: string) => call('getEvent', { params: { event_id: id }, reply: WebhookEvent }),
  resend: (id: string, webhookIds?: string[]) =>
    call('resendEvent', {
      params: { event_id: id },
      body: webhookIds ? { webhook_ids: webhookIds } : {},
      reply: WebhookEvent,
    }),
  simulate: (event: { type: string; webhookId?: string; url?: string }) =>
    call('simulateEvent', {
      body: {
        event_type: event.type,
        ...(event.webhookId ? { webhook_id: event.webhookId } : {}),
        ...(event.url ? { url: event.url } : {}),
      },
      reply: WebhookEvent,
    }),
  /**
   * The event is passed on as the bytes received: parsing and writing it again (1.0 → 1, key order)
   * makes PayPal say FAILURE.
   */
  verifyOnline: (transmission: Transmission, webhookId: string, rawEvent: string) =>
    call('verifySignature', {
      rawBody: `${JSON.stringify({
        auth_algo: transmission.authAlgo,
        cert_url: transmission.certUrl,
        transmission_id: transmission.transmissionId,
        transmission_sig: transmission.transmissionSig,
        transmission_time: transmission.transmissionTime,
        webhook_id: webhookId,
      }).slice(0, -1)},"webhook_event":${rawEvent}}`,
      reply: Verification,
    }),
})
