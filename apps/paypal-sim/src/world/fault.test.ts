import { type Outcome, unwrap } from '@paydesk/paypal/outcome'
import { beforeEach, expect, test } from 'vitest'
import { controlActions } from '../control/actions.ts'
import { openDispute } from '../dispute/dispute.ts'
import { payInvoice, settlePending } from '../invoice/buyer.ts'
import { clientOf, testSim } from '../test/testSim.ts'
import type { RequestFault } from './fault.ts'

// The faults need a refund and a capture that PayPal would answer without them, and a
// number that it names.
const t = testSim({
  invoiceRefund: 'allowed',
  invoiceCapture: 'shown',
  numberTaken: 'named',
  beforeAccount: 'empty',
})
const usd = (amountMinor: number) => ({ currency: 'USD', amountMinor })
const world = () => t.running.sim.world
let serial = 0
const draft = (memo?: string, currency = 'USD') => ({
  currency,
  number: `F${++serial}-1`,
  ...(memo ? { memo } : {}),
  items: [{ name: 'Thing', quantity: '1', unitAmount: { currency, amountMinor: 5000 } }],
})
const known = async (number: string) =>
  unwrap(await t.paypal.invoices.search({ number })).items.length
const issue = (outcome: Outcome<unknown>) =>
  outcome.outcome === 'refused'
    ? (outcome.refusal.issues[0]?.issue ?? outcome.refusal.name)
    : outcome.outcome

async function paid(currency = 'USD') {
  const { id } = unwrap(await t.paypal.invoices.create(draft(undefined, currency)))
  unwrap(await t.paypal.invoices.send(id, { sendToRecipient: false }))
  const invoice = world().invoices.get(id)
  const capture = invoice && payInvoice(world(), invoice, {})
  if (!invoice || !capture) throw new Error('not paid')
  return { invoice, capture }
}

beforeEach(() => {
  world().faults.remove()
  Object.assign(t.account, { state: 'active', notHeld: 'convert' })
})

const lost: [RequestFault, string, number][] = [
  ['dropAfter', 'dropped', 1],
  ['dropBefore', 'dropped', 0],
  ['errorAfter', 'serverError', 1],
  ['errorBefore', 'serverError', 0],
  ['htmlAfter', 'serverError', 1],
  ['htmlBefore', 'serverError', 0],
]
test.each(lost)(
  'F1–F3 %s: the outcome is unknown (%s), the call is not repeated, and a search tells the truth',
  async (kind, reason, effects) => {
    world().faults.add({ kind, operation: 'invoices.create' })
    const wanted = draft()
    const before = world().counters.journal
    expect(await t.paypal.invoices.create(wanted)).toMatchObject({ outcome: 'unknown', reason })
    expect(await known(wanted.number)).toBe(effects)
    expect(world().counters.journal - before).toBe(effects)
  },
)

test('sentinel values do the same, once per body', async () => {
  const wanted = draft('sim:dropAfter')
  expect(await t.paypal.invoices.create(wanted)).toMatchObject({
    outcome: 'unknown',
    reason: 'dropped',
  })
  expect(issue(await t.paypal.invoices.create(wanted))).toBe('DUPLICATE_INVOICE_NUMBER')
})

test('a read is repeated by the client itself', async () => {
  world().faults.add({ kind: 'dropBefore', operation: 'invoices.list' })
  expect((await t.paypal.invoices.list()).outcome).toBe('done')
})

test('F1 on a refund: the same request id gives the first refund again, and money moved once', async () => {
  const { capture } = await paid()
  world().faults.add({ kind: 'dropAfter', operation: 'captures.refund' })
  expect((await t.paypal.payments.refund(capture.id, { amount: usd(1000) }, 'op-7')).outcome).toBe(
    'unknown',
  )
  expect(await t.paypal.payments.refund(capture.id, { amount: usd(1000) }, 'op-7')).toMatchObject({
    outcome: 'done',
    status: 200,
  })
  expect(capture.refundedMinor).toBe(1000)
  expect(world().refundsOf.get(capture.id)).toHaveLength(1)
})

test('F4: 429 says when to come back, a ban holds one account only', async () => {
  world().faults.add({ kind: 'rateLimit', operation: 'invoices.list', ms: 7000 })
  const limited = await t.paypal.invoices.list()
  expect(limited).toMatchObject({
    outcome: 'refused',
    refusal: { name: 'RATE_LIMIT_REACHED', retryAfterMs: 7000 },
  })
  world().faults.add({ kind: 'ban', accountId: t.account.id })
  expect(issue(await t.paypal.invoices.list())).toBe('RATE_LIMIT_REACHED')
  expect(await t.paypal.invoices.list()).toMatchObject({ refusal: { retryAfterMs: 30_000 } })
  const other = t.running.sim.addMerchant()
  expect((await clientOf(t.running, other.app).invoices.list()).outcome).toBe('done')
  await t.running.sim.advance(301_000)
  expect((await t.paypal.invoices.list()).outcome).toBe('done')
})

test('F10: a status that nobody knows is kept as it is', async () => {
  const { id } = unwrap(await t.paypal.invoices.create(draft()))
  world().faults.add({ kind: 'futureStatus' })
  expect(unwrap(await t.paypal.invoices.get(id)).status).toBe('HELD_IN_FUTURE')
})

test('F11: pages shift while they are read', async () => {
  for (let i = 0; i < 4; i++) unwrap(await t.paypal.invoices.create(draft()))
  world().faults.add({ kind: 'pageShift', times: -1 })
  const first = unwrap(await t.paypal.invoices.list({ page: 1, pageSize: 2, total: true }))
  const second = unwrap(await t.paypal.invoices.list({ page: 2, pageSize: 2, total: true }))
  expect(second.total_items).toBe((first.total_items ?? 0) + 1)
  expect(second.items[0]?.id).toBe(first.items[1]?.id)
})

test('F12–F14: lag, standing still, changed rows, too many rows', async () => {
  const window = () => ({
    start: new Date(world().clock.now() - 3_600_000),
    end: new Date(world().clock.now() + 60_000),
  })
  const { capture } = await paid()
  const rows = async () =>
    unwrap(await t.paypal.reporting.transactions({ ...window(), transactionId: capture.id }))
      .transaction_details
  expect((await rows())[0]?.transaction_info.transaction_status).toBe('S')
  controlActions.freezeReporting?.(t.running.sim, { frozen: true })
  await t.running.sim.advance(2000)
  unwrap(await t.paypal.payments.refund(capture.id, {}, 'op-12'))
  expect((await rows())[0]?.transaction_info.transaction_status).toBe('S')
  controlActions.freezeReporting?.(t.running.sim, { frozen: false })
  expect((await rows()).map((row) => row.transaction_info.transaction_status)).toEqual(['V'])
  const other = t.running.sim.addMerchant()
  controlActions.addRows?.(t.running.sim, { accountId: other.account.id, count: 10_001 })
  const tooMany = await clientOf(t.running, other.app).reporting.transactions(window())
  expect(tooMany).toMatchObject({
    refusal: { name: 'RESULTSET_TOO_LARGE', raw: { total_items: 10_001, maximum_items: 10_000 } },
  })
})

test('F16: a limited or closed account', async () => {
  for (const [state, expected] of [
    ['restricted', 'PAYEE_ACCOUNT_RESTRICTED'],
    ['closed', 'PAYEE_ACCOUNT_LOCKED_OR_CLOSED'],
    ['invalid', 'INVALID_ACCOUNT_STATUS'],
  ] as const) {
    Object.assign(t.account, { state })
    expect(issue(await t.paypal.payments.refund('1AB23456CD789012E', {}, `s-${state}`))).toBe(
      expected,
    )
  }
})

test('F17: refunds that PayPal refuses', async () => {
  const { capture } = await paid()
  const refund = async (amount: number, id: string) =>
    issue(await t.paypal.payments.refund(capture.id, { amount: usd(amount) }, id))
  expect(await refund(5001, 'a')).toBe('REFUND_AMOUNT_EXCEEDED')
  world().faults.add({ kind: 'insufficientFunds' })
  expect(await refund(100, 'b')).toBe('REFUND_FAILED_INSUFFICIENT_FUNDS')
  openDispute(world(), capture)
  expect(await refund(100, 'c')).toBe('TRANSACTION_DISPUTED')
  expect(await refund(5000, 'd')).toBe('done')
  expect(await refund(1, 'e')).toBe('CAPTURE_FULLY_REFUNDED')
  const old = await paid()
  await t.running.sim.advance(181 * 86_400_000)
  expect(issue(await t.paypal.payments.refund(old.capture.id, {}, 'f'))).toBe(
    'REFUND_TIME_LIMIT_EXCEEDED',
  )
})

test('F18: a refund is pending and then fails: the books are corrected', async () => {
  const { capture } = await paid()
  const available = () => world().ledger.balance(t.account.id, 'USD').available
  const before = available()
  world().faults.add({ kind: 'refundFails', ms: 3_600_000 })
  const refund = unwrap(await t.paypal.payments.refund(capture.id, {}, 'op-18'))
  expect(refund.status).toBe('PENDING')
  await t.running.sim.advance(3_700_000)
  expect(unwrap(await t.paypal.payments.getRefund(refund.id)).status).toBe('FAILED')
  expect([available(), capture.refundedMinor]).toEqual([before, 0])
})

test('F19–F20: a pending payment has no fee yet; one in a currency not held is converted', async () => {
  Object.assign(t.account, { notHeld: 'pending' })
  const waiting = await paid('CAD')
  expect(unwrap(await t.paypal.payments.getCapture(waiting.capture.id))).toMatchObject({
    status: 'PENDING',
    status_details: { reason: 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION' },
  })
  expect(
    unwrap(await t.paypal.payments.getCapture(waiting.capture.id)).seller_receivable_breakdown,
  ).toBeUndefined()
  settlePending(world(), waiting.capture, 'complete')
  const breakdown = unwrap(
    await t.paypal.payments.getCapture(waiting.capture.id),
  ).seller_receivable_breakdown
  expect(breakdown?.receivable_amount?.currency).toBe('USD')
  expect(world().ledger.balance(t.account.id, 'CAD').available).toBe(0)
})

test('F21: a chargeback makes the balance negative', async () => {
  const { capture } = await paid()
  controlActions.withdraw?.(t.running.sim, { accountId: t.account.id, currency: 'USD' })
  openDispute(world(), capture, { channel: 'EXTERNAL' })
  const [balance] = unwrap(await t.paypal.reporting.balances({ currency: 'USD' })).balances
  expect(balance?.available_balance?.amountMinor).toBe(-7000)
})

test('F24: the buyer pays while we cancel', async () => {
  const { id } = unwrap(await t.paypal.invoices.create(draft()))
  unwrap(await t.paypal.invoices.send(id, { sendToRecipient: false }))
  world().faults.add({ kind: 'payBeforeCancel' })
  expect(issue(await t.paypal.invoices.cancel(id))).toBe('CANNOT_CANCEL_PAID_INVOICE')
  expect(unwrap(await t.paypal.invoices.get(id)).status).toBe('PAID')
  expect(world().journal.get(String(world().counters.journal))?.effects).toContain(
    `invoice.paid ${id}`,
  )
})

test('F26: a slow answer times out as unknown; the same request id meanwhile is in progress', async () => {
  const { capture } = await paid()
  const quick = clientOf(t.running, t.app, { timeoutMs: 300, dispatcher: t.agent })
  world().faults.add({ kind: 'slow', operation: 'captures.refund', ms: 1500 })
  expect(await quick.payments.refund(capture.id, { amount: usd(10) }, 'slow-1')).toMatchObject({
    outcome: 'unknown',
    reason: 'timeout',
  })
  expect(await t.paypal.payments.refund(capture.id, { amount: usd(10) }, 'slow-1')).toMatchObject({
    outcome: 'unknown',
    reason: 'inProgress',
  })
  await new Promise((resolve) => setTimeout(resolve, 1600))
  expect(await t.paypal.payments.refund(capture.id, { amount: usd(10) }, 'slow-1')).toMatchObject({
    outcome: 'done',
    status: 200,
  })
  expect(capture.refundedMinor).toBe(10)
})

test('PayPal’s own negative testing: the mock header and the magic dispute values', async () => {
  const { capture } = await paid()
  const token = unwrap(await t.paypal.token()).accessToken
  const answer = await fetch(`${t.running.baseUrl}/v2/payments/captures/${capture.id}/refund`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'paypal-mock-response': '{"mock_application_codes":"REFUND_NOT_ALLOWED"}',
    },
    body: '{}',
  })
  expect(((await answer.json()) as { details: { issue: string }[] }).details[0]?.issue).toBe(
    'REFUND_NOT_ALLOWED',
  )
  expect(issue(await t.paypal.disputes.get('ERRDIS001'))).toBe('ERRDIS001')
})

test('a call to an address where nobody listens is refused by the network, because nothing was sent', async () => {
  const nowhere = clientOf({ ...t.running, baseUrl: 'http://127.0.0.1:1' }, t.app)
  expect(await nowhere.invoices.list()).toMatchObject({
    outcome: 'refused',
    refusal: { by: 'token', name: 'TOKEN_UNREACHABLE' },
  })
})
