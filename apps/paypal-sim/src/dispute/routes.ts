import { scope } from '../account/account.ts'
import { link } from '../http/link.ts'
import { Reader } from '../http/reader.ts'
import { invalid, notFound, Refused } from '../http/refusal.ts'
import { type Context, ok, type Reply, type Route } from '../http/route.ts'
import type { DisputeRecord } from '../record/dispute.ts'
import { dayMs } from '../world/clock.ts'
import { reimburse, resolve, saveDispute, setDue } from './dispute.ts'
import { type DisputeAction, demand, stateOf } from './rules.ts'
import { renderDispute } from './view.ts'

const path = '/v1/customer/disputes'

function find(context: Context): DisputeRecord {
  const id = context.params.id ?? ''
  const magic = /ERRDIS\d{3}/.exec(
    `${id} ${context.raw.length < 100_000 ? context.raw.toString('latin1') : ''}`,
  )?.[0]
  // In PayPal's sandbox these values provoke errors (paypal §8.4).
  if (magic) throw new Refused('VALIDATION_ERROR', [{ issue: magic, field: 'id' }])
  const dispute = context.world.disputes.get(id)
  if (dispute?.accountId !== context.account.id) throw notFound('DISPUTE_ID_NOT_FOUND')
  return dispute
}

function list(context: Context): Reply {
  const { world, account, query, now } = context
  const size = Number(query.get('page_size') ?? 10)
  if (!Number.isInteger(size) || size < 1 || size > 50)
    throw invalid('INVALID_PAGE_SIZE', 'page_size', String(size), 'query')
  const transaction = query.get('disputed_transaction_id')
  if (transaction && query.has('start_time'))
    throw invalid('MUTUALLY_EXCLUSIVE_PARAMETERS', 'start_time', undefined, 'query')
  const time = (name: string, fallback: number) => {
    const text = query.get(name)
    if (text === null) return fallback
    const value = Date.parse(text)
    if (Number.isNaN(value) || value < now - 180 * dayMs)
      throw invalid('INVALID_DATE_RANGE', name, text, 'query')
    return value
  }
  // PayPal's default for start_time is "now", so a query without it finds nothing (paypal §8.1).
  const hasOther =
    transaction !== null || query.has('update_time_after') || query.has('update_time_before')
  const from = time('start_time', hasOther ? 0 : now)
  const [after, before] = [
    time('update_time_after', 0),
    time('update_time_before', Number.POSITIVE_INFINITY),
  ]
  const states = query.get('dispute_state')?.split(',')
  const all = [...world.disputes.values()]
    .filter(
      (d) =>
        d.accountId === account.id &&
        d.createdAt >= from &&
        d.updatedAt >= after &&
        d.updatedAt <= before,
    )
    .filter(
      (d) =>
        (!transaction || d.captureId === transaction) && (!states || states.includes(stateOf(d))),
    )
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
  const skip = Number(Buffer.from(query.get('next_page_token') ?? '', 'base64url').toString() || 0)
  const links = [link(world, 'self', `${path}?${query}`)]
  if (all.length > skip + size) {
    const next = new URLSearchParams(query)
    next.set('next_page_token', Buffer.from(String(skip + size)).toString('base64url'))
    links.push(link(world, 'next', `${path}?${next}`))
  }
  return ok({
    items: all.slice(skip, skip + size).map((dispute) => renderDispute(world, dispute, true)),
    links,
  })
}

/** Checks that the action is offered now, lets it happen, and answers with the link to follow. */
const act =
  (
    action: DisputeAction,
    apply: (context: Context, dispute: DisputeRecord, body: Reader) => void,
  ) =>
  (context: Context): Reply => {
    const dispute = find(context)
    demand(dispute, action)
    const body = new Reader(context.body ?? {})
    apply(context, dispute, body)
    context.world.effect(`dispute.${action}`, dispute.id)
    return ok({ links: [link(context.world, 'self', `${path}/${dispute.id}`)] })
  }

function addEvidence(context: Context, dispute: DisputeRecord, body: Reader): void {
  for (const evidence of body.field('evidences').list(100)) {
    const type = evidence.field('evidence_type').text(255, { required: true }) ?? 'OTHER'
    const notes = evidence.field('notes').text(2000)
    dispute.evidences.push({ type, by: 'SELLER', at: context.now, ...(notes ? { notes } : {}) })
  }
  body.finish()
}

function underReview(context: Context, dispute: DisputeRecord): void {
  dispute.status = 'UNDER_REVIEW'
  delete dispute.sellerDueAt
  delete dispute.buyerDueAt
  saveDispute(context.world, dispute, 'UPDATED')
}

const noteOf = (body: Reader, required = true) => {
  const note = body.field('note').text(2000, { required, min: required ? 1 : 0 })
  body.finish()
  return note
}

function makeOffer(context: Context, dispute: DisputeRecord, body: Reader): void {
  const type = body
    .field('offer_type')
    .oneOf(
      ['REFUND', 'REFUND_WITH_RETURN', 'REFUND_WITH_REPLACEMENT', 'REPLACEMENT_WITHOUT_REFUND'],
      true,
    )
  const amount = body.field('offer_amount').money(dispute.currency)
  noteOf(body)
  const amountMinor = amount ?? (type === 'REPLACEMENT_WITHOUT_REFUND' ? 0 : dispute.amountMinor)
  if (amountMinor > dispute.amountMinor)
    throw invalid('OFFER_AMOUNT_EXCEEDS_DISPUTE_AMOUNT', '/offer_amount')
  dispute.offer = { type: type ?? 'REFUND', amountMinor }
  dispute.status = 'WAITING_FOR_BUYER_RESPONSE'
  setDue(context.world, dispute, 'buyer', 10)
  saveDispute(context.world, dispute, 'UPDATED')
}

export function acceptOffer(context: Pick<Context, 'world'>, dispute: DisputeRecord): void {
  if (dispute.offer?.type === 'REFUND_WITH_RETURN') {
    dispute.returnExpected = true
    dispute.status = 'WAITING_FOR_SELLER_RESPONSE'
    setDue(context.world, dispute, 'seller', 10)
    saveDispute(context.world, dispute, 'UPDATED')
  } else resolve(context.world, dispute, 'RESOLVED_BUYER_FAVOUR', dispute.offer?.amountMinor ?? 0)
}

export function denyOffer(context: Pick<Context, 'world'>, dispute: DisputeRecord): void {
  delete dispute.offer
  dispute.status = 'WAITING_FOR_SELLER_RESPONSE'
  setDue(context.world, dispute, 'seller', 10)
  saveDispute(context.world, dispute, 'UPDATED')
}

function adjudicate(context: Context, dispute: DisputeRecord, body: Reader): void {
  const outcome = body.field('adjudication_outcome').oneOf(['BUYER_FAVOR', 'SELLER_FAVOR'], true)
  body.finish()
  if (outcome === 'BUYER_FAVOR') {
    // After an appeal the buyer was paid already.
    if (dispute.appeals > 0) resolve(context.world, dispute, 'RESOLVED_BUYER_FAVOUR', 0)
    else resolve(context.world, dispute, 'RESOLVED_BUYER_FAVOUR', dispute.amountMinor, true)
  } else if (dispute.appeals > 0) reimburse(context.world, dispute)
  else resolve(context.world, dispute, 'RESOLVED_SELLER_FAVOUR')
}

function requireEvidence(context: Context, dispute: DisputeRecord, body: Reader): void {
  const action = body.field('action').oneOf(['BUYER_EVIDENCE', 'SELLER_EVIDENCE'], true)
  body.finish()
  const party = action === 'BUYER_EVIDENCE' ? 'buyer' : 'seller'
  dispute.status = party === 'buyer' ? 'WAITING_FOR_BUYER_RESPONSE' : 'WAITING_FOR_SELLER_RESPONSE'
  setDue(context.world, dispute, party, 10)
  saveDispute(context.world, dispute, 'UPDATED')
}

function patch(context: Context): Reply {
  const dispute = find(context)
  for (const change of new Reader(context.body).list(100)) {
    change.field('op').oneOf(['add', 'replace', 'remove', 'move', 'copy', 'test'], true)
    change.finish()
  }
  saveDispute(context.world, dispute, 'UPDATED')
  return ok()
}

const post = (
  name: string,
  media: Route['media'],
  handle: Route['handle'],
  scopes: string[] = [scope.disputeWrite],
): Route => ({
  operation: `disputes.${name}`,
  method: 'POST',
  path: `${path}/{id}/${name}`,
  scopes,
  media: media ?? 'json',
  handle,
})

const readScopes = [scope.disputeRead, scope.disputeWrite]

export const disputeRoutes: Route[] = [
  { operation: 'disputes.list', method: 'GET', path, scopes: readScopes, handle: list },
  {
    operation: 'disputes.get',
    method: 'GET',
    path: `${path}/{id}`,
    scopes: readScopes,
    handle: (context) => ok(renderDispute(context.world, find(context))),
  },
  {
    operation: 'disputes.patch',
    method: 'PATCH',
    path: `${path}/{id}`,
    scopes: [scope.disputeWrite],
    media: 'either',
    handle: patch,
  },
  post(
    'provide-evidence',
    'multipart',
    act('provide_evidence', (context, dispute, body) => {
      addEvidence(context, dispute, body)
      underReview(context, dispute)
    }),
  ),
  post(
    'appeal',
    'multipart',
    act('appeal', (context, dispute, body) => {
      addEvidence(context, dispute, body)
      dispute.appeals += 1
      dispute.stage = dispute.appeals === 1 ? 'PRE_ARBITRATION' : 'ARBITRATION'
      underReview(context, dispute)
    }),
  ),
  post(
    'accept-claim',
    'multipart',
    act('accept_claim', ({ world }, dispute, body) => {
      noteOf(body, false)
      const amount = body.field('refund_amount').money(dispute.currency)
      body.finish()
      resolve(world, dispute, 'ACCEPTED', amount ?? dispute.amountMinor)
    }),
  ),
  post('make-offer', 'either', act('make_offer', makeOffer)),
  post(
    'send-message',
    'multipart',
    act('send_message', (context, dispute, body) => {
      const text = body.field('message').text(2000, { required: true, min: 1 }) ?? ''
      body.finish()
      dispute.messages.push({ by: 'SELLER', at: context.now, text })
      saveDispute(context.world, dispute, 'UPDATED')
    }),
  ),
  post(
    'escalate',
    'either',
    act('escalate', (context, dispute, body) => {
      noteOf(body, false)
      dispute.stage = 'CHARGEBACK'
      underReview(context, dispute)
    }),
  ),
  post(
    'acknowledge-return-item',
    'multipart',
    act('acknowledge_return_item', ({ world }, dispute) =>
      resolve(world, dispute, 'RESOLVED_BUYER_FAVOUR', dispute.offer?.amountMinor),
    ),
  ),
  post(
    'provide-supporting-info',
    'multipart',
    act('provide_supporting_info', (context, dispute, body) => {
      const notes = body.field('notes').text(2000) ?? ''
      body.finish()
      dispute.evidences.push({ type: 'OTHER', notes, by: 'SELLER', at: context.now })
      saveDispute(context.world, dispute, 'UPDATED')
    }),
  ),
  post('adjudicate', 'either', act('adjudicate', adjudicate)),
  post('require-evidence', 'either', act('require_evidence', requireEvidence)),
  post('accept-offer', 'either', act('accept_offer', acceptOffer), [scope.disputeBuyer]),
  post('deny-offer', 'either', act('deny_offer', denyOffer), [scope.disputeBuyer]),
]
