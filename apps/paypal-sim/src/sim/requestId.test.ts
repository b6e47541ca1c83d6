import { expect, test } from 'vitest'
import { takePayment } from '../payment/capture.ts'
import { directSim, issueOf } from '../test/directSim.ts'

const t = directSim({ noise: false })
const { world } = t
const capture = () =>
  takePayment(world, {
    accountId: t.account.id,
    appId: t.app.id,
    currency: 'USD',
    amountMinor: 10_000,
  })
const usd = (value: string) => ({ amount: { currency_code: 'USD', value } })
const refund = (id: string, body: object, requestId: string) =>
  t.call('POST', `/v2/payments/captures/${id}/refund`, body, { 'paypal-request-id': requestId })
const draft = { detail: { currency_code: 'USD' }, items: [] }
const create = (requestId: string) =>
  t.call('POST', '/v2/invoicing/invoices', draft, { 'paypal-request-id': requestId })

test('a refund repeated within 45 days is shown again, and done again after them', async () => {
  const { id } = capture()
  const first = refund(id, usd('10.00'), 'r1')
  const second = refund(id, usd('10.00'), 'r1')
  expect([first.status, second.status, second.body.id]).toEqual([201, 200, first.body.id])
  await t.sim.advance(46 * 86_400_000)
  const third = refund(id, usd('10.00'), 'r1')
  expect(third.status).toBe(201)
  expect(third.body.id).not.toBe(first.body.id)
})

test('the repetition shows the latest state, not a copy of the first answer', async () => {
  const { id } = capture()
  world.faults.add({ kind: 'refundPending', ms: 1000 })
  expect(refund(id, {}, 'r2').body.status).toBe('PENDING')
  await t.sim.advance(2000)
  expect(refund(id, {}, 'r2').body.status).toBe('COMPLETED')
})

test('the same id on another capture is another request; with another payload a switch decides', () => {
  const [one, two] = [capture(), capture()]
  expect(refund(one.id, usd('1.00'), 'same').status).toBe(201)
  expect(refund(two.id, usd('1.00'), 'same').status).toBe(201)
  expect(refund(one.id, usd('2.00'), 'same')).toMatchObject({
    status: 200,
    body: { amount: { value: '1.00' } },
  })
  world.config.otherPayload = 'refuse'
  expect(issueOf(refund(one.id, usd('2.00'), 'same'))).toBe('400 DUPLICATE_REQUEST_ID')
  world.config.otherPayload = 'replay'
})

test('without an id every refund is a new one, and a used invoice_id stops it by switch', () => {
  const { id } = capture()
  const once = { ...usd('1.00'), invoice_id: 'REFUND-1' }
  expect(t.call('POST', `/v2/payments/captures/${id}/refund`, once).status).toBe(201)
  expect(t.call('POST', `/v2/payments/captures/${id}/refund`, once).status).toBe(201)
  world.config.uniqueInvoiceId = true
  expect(issueOf(t.call('POST', `/v2/payments/captures/${id}/refund`, once))).toBe(
    '422 DUPLICATE_INVOICE_ID',
  )
  expect(t.call('POST', `/v2/payments/captures/${id}/refund`, usd('1.00')).status).toBe(201)
})

test('invoicing ignores the id by default and honours it by switch', () => {
  expect(create('i1').body.id).not.toBe(create('i1').body.id)
  world.config.invoicingRequestId = 'honoured'
  expect(create('i2').body.id).toBe(create('i2').body.id)
})
