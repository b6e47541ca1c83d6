import { unwrap } from '@paydesk/paypal/outcome'
import { readTransmission } from '@paydesk/paypal/signature'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { controlActions } from '../control/actions.ts'
import { type TestReceiver, testReceiver } from '../test/testReceiver.ts'
import { testSim } from '../test/testSim.ts'
import type { EventFault } from '../world/fault.ts'
import { retryDelaysMs } from './delivery.ts'

const t = testSim()
let receiver: TestReceiver
let hookId: string
const world = () => t.running.sim.world
const draft = {
  currency: 'USD',
  items: [{ name: 'Thing', quantity: '1', unitAmount: { currency: 'USD', amountMinor: 1000 } }],
}

beforeAll(async () => {
  receiver = await testReceiver(t.running)
  hookId = unwrap(await t.paypal.webhooks.create(receiver.url, ['*'])).id
})
afterAll(() => receiver.close())
beforeEach(async () => {
  await world().schedule.idle()
  receiver.received.length = 0
  receiver.state.status = 200
  world().faults.remove()
})

const create = async () => unwrap(await t.paypal.invoices.create(draft)).id

test('a delivery verifies offline and online, and re-encoding it breaks the online check', async () => {
  const id = await create()
  await world().schedule.idle()
  const [delivery] = receiver.received
  if (!delivery) throw new Error('nothing came')
  expect(delivery.event).toMatchObject({
    event_type: 'INVOICING.INVOICE.CREATED',
    resource: { invoice: { id, status: 'DRAFT' } },
  })
  expect(await receiver.verify(delivery, hookId)).toMatchObject({ verdict: 'genuine' })
  const transmission = readTransmission(delivery.headers)
  if (!transmission) throw new Error('headers')
  const online = async (raw: string) =>
    unwrap(await t.paypal.webhooks.verifyOnline(transmission, hookId, raw)).verification_status
  expect(await online(delivery.body.toString())).toBe('SUCCESS')
  expect(await online(JSON.stringify(delivery.event, null, 1))).toBe('FAILURE')
})

const forgeries: [EventFault, string][] = [
  ['forgeSignature', 'signature'],
  ['forgeWebhookId', 'signature'],
  ['forgeBody', 'signature'],
  ['forgeCertHost', 'certificateHost'],
  ['forgeExpiredCert', 'certificateExpired'],
  ['forgeSelfMadeCert', 'certificateUntrusted'],
  ['forgeAlgorithm', 'algorithm'],
  ['forgeHttpCert', 'certificateHost'],
]
test.each(forgeries)('%s is refused: %s', async (kind, reason) => {
  world().faults.add({ kind })
  await create()
  await world().schedule.idle()
  const [delivery] = receiver.received
  if (!delivery) throw new Error('nothing came')
  expect(await receiver.verify(delivery, hookId)).toEqual({ verdict: 'forged', reason })
})

test('another webhook’s id does not verify', async () => {
  await create()
  await world().schedule.idle()
  const [delivery] = receiver.received
  if (!delivery) throw new Error('nothing came')
  expect(await receiver.verify(delivery, 'SOMEBODYELSESHOOK')).toEqual({
    verdict: 'forged',
    reason: 'signature',
  })
})

test('an event can be doubled 70 ms apart, dropped for good, or overtaken by a later one', async () => {
  world().faults.add({ kind: 'duplicateWebhook' })
  await create()
  await t.running.sim.advance(100)
  expect(receiver.received.map((r) => r.event.id)).toHaveLength(2)
  expect(new Set(receiver.received.map((r) => r.event.id)).size).toBe(1)
  receiver.received.length = 0
  world().faults.add({ kind: 'dropWebhook' })
  await create()
  await t.running.sim.advance(4 * 86_400_000)
  expect(receiver.received).toHaveLength(0)
  world().faults.add({ kind: 'delayWebhook', ms: 3_600_000 })
  const id = await create()
  unwrap(await t.paypal.invoices.send(id, { sendToRecipient: false }))
  await t.running.sim.advance(3_700_000)
  expect(receiver.received.map((r) => r.event.event_type)).toEqual([
    'INVOICING.INVOICE.UPDATED',
    'INVOICING.INVOICE.CREATED',
  ])
})

test('a receiver that fails gets 25 retries over 3 days, then the event is marked failed and can be resent', async () => {
  receiver.state.status = 500
  await create()
  await t.running.sim.advance(3 * 86_400_000 + 60_000)
  expect(receiver.received).toHaveLength(26)
  for (const delays of Object.values(retryDelaysMs))
    expect(delays.reduce((a, b) => a + b, 0)).toBeCloseTo(3 * 86_400_000, -2)
  const id = receiver.received[0]?.event.id ?? ''
  expect(world().events.get(id)?.transmissions[0]).toMatchObject({
    status: 'FAILURE',
    attempts: 26,
  })
  for (const delivery of receiver.received)
    expect((await receiver.verify(delivery, hookId)).verdict).toBe('genuine')
  receiver.state.status = 200
  unwrap(await t.paypal.webhooks.resend(id))
  await world().schedule.idle()
  expect(world().events.get(id)?.transmissions[0]?.status).toBe('SUCCESS')
})

test('the event can come before the answer to the call that caused it', async () => {
  world().faults.add({ kind: 'webhookFirst', operation: 'invoices.create' })
  await create()
  const answeredAt = performance.now()
  expect(receiver.received[0]?.at).toBeLessThan(answeredAt)
})

test('a change in PayPal’s own screens is heard only through a lookup', async () => {
  const act = (invoiceId: string) =>
    controlActions.changeInPayPal?.(t.running.sim, { invoiceId, action: 'cancel' })
  const make = async () => {
    const id = await create()
    unwrap(await t.paypal.invoices.send(id, { sendToRecipient: false }))
    await world().schedule.idle()
    receiver.received.length = 0
    return id
  }
  act(await make())
  await world().schedule.idle()
  expect(receiver.received).toHaveLength(0)
  const lookup = unwrap(await t.paypal.webhooks.createLookup())
  act(await make())
  await world().schedule.idle()
  expect(receiver.received.map((r) => r.event.event_type)).toEqual(['INVOICING.INVOICE.CANCELLED'])
  unwrap(await t.paypal.webhooks.deleteLookup(lookup.id))
})

test('null invoices and unknown event types arrive with a genuine signature', async () => {
  world().faults.add({ kind: 'nullInvoice' })
  await create()
  // Two deliveries under way may arrive in either order.
  await world().schedule.idle()
  world().faults.add({ kind: 'unknownEventType' })
  await create()
  await world().schedule.idle()
  expect(receiver.received.map((r) => r.event.resource)[0]).toEqual({ invoice: null })
  expect(receiver.received[1]?.event.event_type).toBe('INVOICING.INVOICE.CREATED.FUTURE')
})
