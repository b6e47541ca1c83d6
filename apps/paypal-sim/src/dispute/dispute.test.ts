import { expect, test } from 'vitest'
import { takePayment } from '../payment/capture.ts'
import type { DisputeReason } from '../record/dispute.ts'
import { directSim, issueOf } from '../test/directSim.ts'
import { openDispute } from './dispute.ts'

const t = directSim({ noise: false })
const { world } = t
const balance = () => world.ledger.balance(t.account.id, 'USD')

function dispute(reason: DisputeReason, channel: 'INTERNAL' | 'EXTERNAL' = 'INTERNAL') {
  const capture = takePayment(world, {
    accountId: t.account.id,
    appId: t.app.id,
    currency: 'USD',
    amountMinor: 10_000,
  })
  const before = balance().available
  return { capture, before, record: openDispute(world, capture, { reason, channel }) }
}
const act = (id: string, action: string, body: object = {}) =>
  t.call('POST', `/v1/customer/disputes/${id}/${action}`, body)
const links = (id: string) =>
  (t.call('GET', `/v1/customer/disputes/${id}`).body.links as { rel: string }[])
    .map((l) => l.rel)
    .filter((rel) => rel !== 'self')

test('an inquiry holds the money, lapses after 20 days, and gives it back', async () => {
  const { record, before } = dispute('MERCHANDISE_OR_SERVICE_NOT_RECEIVED')
  expect(record.stage).toBe('INQUIRY')
  expect(balance()).toEqual({ available: before - 10_000, withheld: 10_000 })
  expect(links(record.id)).toEqual([
    'make_offer',
    'send_message',
    'escalate',
    'accept_claim',
    'provide_evidence',
  ])
  await t.sim.advance(22 * 86_400_000)
  expect(record).toMatchObject({
    status: 'RESOLVED',
    outcome: { code: 'CANCELED_BY_BUYER', refundedMinor: 0 },
  })
  expect(balance()).toEqual({ available: before, withheld: 0 })
})

test('a claim that nobody answers is lost after 10 days, with the fee; an appeal can win it back', async () => {
  const { record, before } = dispute('UNAUTHORISED')
  expect([record.stage, links(record.id)]).toEqual([
    'CHARGEBACK',
    ['provide_evidence', 'accept_claim'],
  ])
  await t.sim.advance(12 * 86_400_000)
  expect(record.outcome?.code).toBe('RESOLVED_BUYER_FAVOUR')
  expect(balance()).toEqual({ available: before - 10_800, withheld: 0 })
  expect(links(record.id)).toEqual(['appeal'])
  const boundary = 'x1'
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="input"\r\nContent-Type: application/json\r\n\r\n{"evidences":[{"evidence_type":"OTHER"}]}\r\n--${boundary}--\r\n`
  const token = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const appeal = t.callRaw(
    'POST',
    `/v1/customer/disputes/${record.id}/appeal`,
    Buffer.from(body),
    token,
  )
  expect([appeal.status, record.stage]).toEqual([200, 'PRE_ARBITRATION'])
  expect(act(record.id, 'adjudicate', { adjudication_outcome: 'SELLER_FAVOR' }).status).toBe(200)
  expect(balance().available).toBe(before - 800)
})

test('a card chargeback takes the money and a fee at once, and gives only the money back', () => {
  const { record, before } = dispute('UNAUTHORISED', 'EXTERNAL')
  expect(balance()).toEqual({ available: before - 12_000, withheld: 0 })
  record.status = 'UNDER_REVIEW'
  expect(act(record.id, 'adjudicate', { adjudication_outcome: 'SELLER_FAVOR' }).status).toBe(200)
  expect(balance().available).toBe(before - 2000)
})

test('an action without its link is refused, and a dispute of another account is not there', () => {
  const { record } = dispute('UNAUTHORISED')
  expect(issueOf(act(record.id, 'make-offer', { note: 'x', offer_type: 'REFUND' }))).toBe(
    '422 ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE',
  )
  expect(issueOf(act(record.id, 'adjudicate', { adjudication_outcome: 'BUYER_FAVOR' }))).toBe(
    '422 ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE',
  )
  const other = t.sim.addMerchant()
  Object.assign(record, { accountId: other.account.id })
  expect(t.call('GET', `/v1/customer/disputes/${record.id}`).status).toBe(404)
})
