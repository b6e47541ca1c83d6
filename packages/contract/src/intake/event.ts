import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { ById, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { operationKinds, operationStates } from '../paypal/operation.ts'

/**
 * waiting: stored, not yet borne out by PayPal's own records. confirmed: they bear it out.
 * unconfirmed: they did not in time, and an alarm names it. applied, stale, fetched: the words of
 * releases that believed events.
 */
export const eventOutcomes = [
  'waiting',
  'confirmed',
  'unconfirmed',
  'notOurs',
  'failed',
  'applied',
  'stale',
  'fetched',
] as const

/**
 * notBorneOut: PayPal's records do not say what the event says. transmissionReused: the
 * transmission id came with another body before. eventRewritten: the event's id came with another
 * body before. inFuture: it is dated in the future.
 */
export const alarmKinds = [
  'notBorneOut',
  'transmissionReused',
  'eventRewritten',
  'inFuture',
] as const

/** A delivery that carried PayPal's signature and still is not true. */
export const AlarmRow = z.object({
  id: idOf('alarm'),
  accountId: idOf('paypalAccount'),
  accountLabel: z.string(),
  kind: z.enum(alarmKinds),
  /** PayPal's ids, as the delivery gave them. */
  eventId: z.string(),
  eventType: z.string(),
  resourceId: z.string().nullable(),
  transmissionId: z.string(),
  detail: z.string(),
  raisedAt: Instant,
})
export type AlarmRow = z.infer<typeof AlarmRow>

export const EventRow = z.object({
  /** PayPal's id. */
  id: z.string(),
  accountId: idOf('paypalAccount'),
  accountLabel: z.string(),
  eventType: z.string(),
  resourceId: z.string().nullable(),
  createdAt: Instant.nullable(),
  receivedAt: Instant,
  outcome: z.enum(eventOutcomes),
  reason: z.string(),
  billId: idOf('bill').nullable(),
  billNumber: z.string().nullable(),
})
export type EventRow = z.infer<typeof EventRow>

const EventFilter = z.object({
  accountId: idOf('paypalAccount').optional(),
  outcome: z.enum(eventOutcomes).optional(),
  eventType: z.string().trim().min(1).max(100).optional(),
  /** PayPal's id of the event or of the record that it is about. */
  keyword: z.string().trim().min(1).max(100).optional(),
})

export const OperationRow = z.object({
  id: idOf('operation'),
  accountId: idOf('paypalAccount'),
  accountLabel: z.string(),
  kind: z.enum(operationKinds),
  state: z.enum(operationStates),
  billId: idOf('bill').nullable(),
  billNumber: z.string().nullable(),
  calls: z.int(),
  looks: z.int(),
  actorName: z.string(),
  /** PayPal's code and words, where it refused. */
  reason: z.string(),
  createdAt: Instant,
  dueAt: Instant,
  finishedAt: Instant.nullable(),
})
export type OperationRow = z.infer<typeof OperationRow>

/** PayPal's ids hold letters, digits and dashes. */
const ByEvent = z.object({
  accountId: idOf('paypalAccount'),
  id: z.string().regex(/^[A-Za-z0-9-]{1,100}$/),
})

export const eventApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/event',
    permission: 'ViewPaypalAccount',
    summary: 'PayPal’s events, newest first, and what became of them',
    query: PageQuery.extend(EventFilter.shape),
    reply: pageOf(EventRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/event/:accountId/:id',
    permission: 'ViewPaypalAccount',
    summary: 'One event with its body as PayPal signed it, as long as the company keeps it',
    params: ByEvent,
    /** Null: the body is no longer kept. */
    reply: EventRow.extend({ raw: z.string().nullable() }),
  }),
  replay: endpoint({
    method: 'POST',
    path: '/api/event/:accountId/:id/replay',
    permission: 'UpdatePaypalAccount',
    summary: 'Look again at what an event is about; nothing is counted twice',
    stepUp: 'never',
    params: ByEvent,
    reply: EventRow,
  }),
  alarms: endpoint({
    method: 'GET',
    path: '/api/eventAlarm',
    permission: 'ViewPaypalAccount',
    summary:
      'Deliveries that carried PayPal’s signature and that PayPal’s records do not bear out, newest first',
    query: PageQuery.extend({
      accountId: idOf('paypalAccount').optional(),
      kind: z.enum(alarmKinds).optional(),
    }),
    reply: pageOf(AlarmRow),
  }),
  operations: endpoint({
    method: 'GET',
    path: '/api/operation',
    permission: 'ViewPaypalAccount',
    summary: 'Operations (intended calls to PayPal), newest first, with their outcomes',
    query: PageQuery.extend({
      accountId: idOf('paypalAccount').optional(),
      state: z.enum(operationStates).optional(),
      kind: z.enum(operationKinds).optional(),
      billId: idOf('bill').optional(),
    }),
    reply: pageOf(OperationRow),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/operation/:id/retry',
    permission: 'UpdatePaypalAccount',
    summary:
      'Go on with an operation now instead of later: an unknown one is looked up, a waiting one is tried',
    stepUp: 'never',
    params: ById,
    reply: OperationRow,
  }),
  resyncAccount: endpoint({
    method: 'POST',
    path: '/api/paypalAccount/:id/resync',
    permission: 'UpdatePaypalAccount',
    summary: 'Compare all open bills of an account with PayPal’s own records now',
    stepUp: 'never',
    params: ById,
    reply: z.object({ bills: z.int() }),
  }),
}

export const webhookApi = {
  receive: endpoint({
    method: 'POST',
    path: '/api/webhook/paypal/:accountId',
    permission: 'public',
    summary:
      'Where PayPal delivers its events: verified by signature, stored as the bytes that came, a hint where to look',
    unshared: true,
    params: z.object({ accountId: idOf('paypalAccount') }),
    reply: z.object({ stored: z.boolean() }),
  }),
}
