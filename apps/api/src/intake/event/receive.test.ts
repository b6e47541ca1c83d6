// @module-tag slow

import { type EventRow, eventApi } from '@paydesk/contract/intake/event'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { until } from '../../test/until.ts'
import { billWorld, dataOf } from '../../test/world/billWorld.ts'

const world = billWorld()
const { t, sent, pay, becomes } = world

const stored = async ({ providerInvoiceId }: { providerInvoiceId: string | null }, type: string) =>
  (
    await t.owner<{ n: number }>(
      'select count(*)::int as n from paypal_event where resource_id = $1 and event_type like $2',
      [providerInvoiceId, `%.${type}`],
    )
  )[0]?.n
const refused = async () =>
  (
    (await (await fetch(`${world.sim.url}/sim/state`)).json()) as {
      counts: { failedAttempts: number }
    }
  ).counts.failedAttempts

test.each([
  'forgeSignature',
  'forgeWebhookId',
  'forgeBody',
  'forgeCertHost',
  'forgeExpiredCert',
  'forgeSelfMadeCert',
  'forgeAlgorithm',
  'forgeHttpCert',
])(
  '%s is refused and nothing of it is kept',
  async (kind) => {
    const bill = await sent()
    const failedBefore = await refused()
    // The bill's own earlier events may still be on their way; one of them may ask for a look,
    // which then sees the payment anyway.
    await world.sim.act('addFault', { kind, times: 1, eventType: 'INVOICING.INVOICE.PAID' })
    await pay(bill)
    await until(async () => ((await refused()) > failedBefore ? true : undefined))
    expect(await stored(bill, 'PAID')).toBe(0)
  },
  120_000,
)

test('doubled and late deliveries change nothing; the same event is stored once', async () => {
  const bill = await sent()
  await world.sim.act('addFault', { kind: 'duplicateWebhook', times: 3 })
  await pay(bill, 1000)
  await pay(bill, 2000)
  await becomes(bill.id, ({ paidMinor }) => paidMinor === 3000)
  const rows = await t.owner<{ n: number }>(
    'select count(*)::int as n from paypal_event group by event_id',
  )
  expect(rows.every(({ n }) => n === 1)).toBe(true)
  expect((await world.read(bill.id)).payments).toHaveLength(2)
}, 120_000)

test('events are listed with their outcomes, and a replay doubles nothing', async () => {
  const bill = await sent()
  await pay(bill)
  const paid = await becomes(
    bill.id,
    ({ status, feeMinor }) => status === 'paid' && feeMinor !== null,
  )
  const admin = await make.admin(t, world.operator.companyId)
  const list = async () =>
    dataOf<{ list: EventRow[] }>(
      await t
        .as(admin)
        .call(eventApi.list, { query: { keyword: bill.providerInvoiceId as string } }),
    ).list
  const event = await until(async () =>
    (await list()).find(
      ({ eventType, outcome }) => eventType.endsWith('PAID') && outcome !== 'waiting',
    ),
  )
  expect(event).toMatchObject({ billNumber: bill.number, accountId: world.accountId })
  const params = { accountId: event.accountId, id: event.id }
  expect(dataOf<{ raw: string }>(await t.as(admin).call(eventApi.read, { params })).raw).toContain(
    bill.providerInvoiceId,
  )
  dataOf(await t.as(admin).call(eventApi.replay, { params }))
  await until(async () =>
    (await t.owner('select 1 from paypal_event_todo')).length === 0 ? true : undefined,
  )
  expect(await world.read(bill.id)).toMatchObject({
    paidMinor: paid.paidMinor,
    feeMinor: paid.feeMinor,
    status: 'paid',
    version: paid.version,
  })
}, 120_000)
