import { z } from 'zod'
import type { Call } from './caller.ts'
import { formatInstant } from './instant.ts'
import { type Amount, toWire } from './money.ts'
import { type Multipart, multipart } from './multipart.ts'
import { Links, linkTo, Money } from './wire.ts'

const DisputeCore = {
  dispute_id: z.string(),
  create_time: z.string().optional(),
  update_time: z.string().optional(),
  reason: z.string().optional(),
  status: z.string(),
  dispute_amount: Money.optional(),
  dispute_life_cycle_stage: z.string().optional(),
  dispute_channel: z.string().optional(),
  /** Read these, do not compute them: only PayPal knows its calendar. */
  seller_response_due_date: z.string().optional(),
  buyer_response_due_date: z.string().optional(),
  links: Links,
}

export const Dispute = z.looseObject({
  ...DisputeCore,
  disputed_transactions: z
    .array(
      z.looseObject({
        /** Our id of the payment; the buyer's id for the same payment differs. */
        seller_transaction_id: z.string().optional(),
        buyer_transaction_id: z.string().optional(),
        invoice_number: z.string().optional(),
        gross_amount: Money.optional(),
        transaction_status: z.string().optional(),
        buyer: z.looseObject({ name: z.string().optional() }).optional(),
      }),
    )
    .optional(),
  dispute_outcome: z
    .looseObject({ outcome_code: z.string().optional(), amount_refunded: Money.optional() })
    .optional(),
  messages: z
    .array(
      z.looseObject({
        posted_by: z.string().optional(),
        time_posted: z.string().optional(),
        content: z.string().optional(),
      }),
    )
    .optional(),
  evidences: z
    .array(
      z.looseObject({
        evidence_type: z.string().optional(),
        notes: z.string().optional(),
        source: z.string().optional(),
        date: z.string().optional(),
      }),
    )
    .optional(),
  offer: z
    .looseObject({ offer_type: z.string().optional(), seller_offered_amount: Money.optional() })
    .optional(),
})
export type Dispute = z.infer<typeof Dispute>

export const DisputePage = z.looseObject({
  items: z
    .array(z.looseObject({ ...DisputeCore, dispute_state: z.string().optional() }))
    .default([]),
  links: Links,
})

/** Only the links say which actions PayPal allows now; render buttons from this list. */
export const allowedActions = (dispute: Dispute) =>
  (dispute.links ?? []).map((link) => link.rel).filter((rel) => rel !== 'self')

export const nextPageToken = (page: z.infer<typeof DisputePage>) => {
  const next = linkTo(page.links, 'next')
  return next
    ? (new URL(next, 'https://api-m.paypal.com').searchParams.get('next_page_token') ?? undefined)
    : undefined
}

export interface Evidence {
  evidence_type: string
  evidence_info?: {
    tracking_info?: { carrier_name: string; carrier_name_other?: string; tracking_number: string }[]
    refund_ids?: { refund_id: string }[]
  }
  notes?: string
}
export interface EvidenceFile {
  name: string
  type: string
  bytes: Uint8Array
}

/** Disputes take a JSON part named `input` and the files after it. */
function form(input: unknown, files: EvidenceFile[] = []): Multipart {
  const json = {
    name: 'input',
    fileName: 'input.json',
    type: 'application/json',
    bytes: Buffer.from(JSON.stringify(input)),
  }
  return multipart([
    json,
    ...files.map(({ name, type, bytes }, index) => ({
      name: `file${index + 1}`,
      fileName: name,
      type,
      bytes,
    })),
  ])
}

const ActionReply = z.looseObject({ links: Links })
const at = (id: string) => ({ params: { id }, reply: ActionReply })

export interface DisputeQuery {
  /**
   * At most 180 days back. PayPal's default is "now", which finds nothing, so a query by time
   * must give a start.
   */
  start?: Date
  transactionId?: string
  states?: string[]
  updatedAfter?: Date
  pageSize?: number
  pageToken?: string
}

export const disputes = (call: Call) => ({
  list: (q: DisputeQuery) =>
    call('listDisputes', {
      query: {
        start_time: q.start ? formatMillis(q.start) : undefined,
        disputed_transaction_id: q.transactionId,
        dispute_state: q.states?.join(','),
        update_time_after: q.updatedAfter ? formatMillis(q.updatedAfter) : undefined,
        page_size: q.pageSize ?? 50,
        next_page_token: q.pageToken,
      },
      reply: DisputePage,
    }),
  get: (id: string) => call('getDispute', { params: { id }, reply: Dispute }),
  patch: (
    id: string,
    changes: { op: 'add' | 'replace' | 'remove'; path: string; value?: unknown }[],
  ) => call('patchDispute', { params: { id }, body: changes }),
  provideEvidence: (id: string, evidences: Evidence[], files?: EvidenceFile[]) =>
    call('provideEvidence', { ...at(id), form: form({ evidences }, files) }),
  acceptClaim: (id: string, claim: { note: string; type?: string; refundAmount?: Amount }) =>
    call('acceptClaim', {
      ...at(id),
      form: form({
        note: claim.note,
        accept_claim_type: claim.type ?? 'REFUND',
        ...(claim.refundAmount ? { refund_amount: toWire(claim.refundAmount) } : {}),
      }),
    }),
  makeOffer: (id: string, offer: { note: string; type: string; amount?: Amount }) =>
    call('makeOffer', {
      ...at(id),
      body: {
        note: offer.note,
        offer_type: offer.type,
        ...(offer.amount ? { offer_amount: toWire(offer.amount) } : {}),
      },
    }),
  sendMessage: (id: string, message: string) =>
    call('sendDisputeMessage', { ...at(id), form: form({ message }) }),
  escalate: (id: string, note: string) => call('escalateDispute', { ...at(id), body: { note } }),
  appeal: (id: string, evidences: Evidence[], files?: EvidenceFile[]) =>
    call('appealDispute', { ...at(id), form: form({ evidences }, files) }),
  acknowledgeReturn: (id: string, acknowledgement: { note?: string; type: string }) =>
    call('acknowledgeReturn', {
      ...at(id),
      form: form({
        acknowledgement_type: acknowledgement.type,
        ...(acknowledgement.note ? { note: acknowledgement.note } : {}),
      }),
    }),
  provideSupportingInfo: (id: string, notes: string) =>
    call('provideSupportingInfo', { ...at(id), form: form({ notes }) }),
})

/** The disputes API shows milliseconds in all its own times. */
const formatMillis = (date: Date) =>
  date.getMilliseconds() ? date.toISOString() : formatInstant(date)
