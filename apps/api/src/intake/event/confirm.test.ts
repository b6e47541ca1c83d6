// @module-tag slow

import type { Bill } from '@paydesk/contract/billing/bill'
import { Invoice } from '@paydesk/paypal/invoice'
import { expect, test } from 'vitest'
import type { SimAccount } from '../../../../../lab/world/simulator.ts'
import { applyInvoices } from '../../billing/bill/bill.ts'
import { until } from '../../test/until.ts'
import { billWorld } from '../../test/world/billWorld.ts'

const world = billWorld({ PAYPAL_CONFIRM_SECONDS: '2', PAYPAL_SWEEP_SECONDS: '3600' })
const { t } = world

type Row = { outcome: string; reason: string; type: string }
const outcomes = (resourceId: string | null) =>
  t.owner<Row>(
    `select coalesce(o.outcome, 'waiting') as outcome, coalesce(o.reason, '') as reason,
       e.event_type as type
     from paypal_event e
     left join paypal_event_outcome o using (company_id, account_id, event_id)
     where e.resource_id = $1`,
    [resourceId],
  )
const client = () => {
  const { clientId, secret } = world.sim.accounts[0] as SimAccount
  return t.outside.paypal.connect({ environment: 'sandbox', clientId, secret }, null)
}

test('a look that began later wins, whatever times PayPal’s record carries', async () => {
  const bill = await world.sent()
  // No look of the worker comes in between: one that has begun would end with a shorter rest.
  await world.refreshDone(bill.id)
  await world.eventsDone()
  await t.owner(`update event_look set rest_until = now() + interval '10 minutes'`)
  const lookedAt = Date.now() - 1000
  await t.owner(`update bill set provider_looked_at = $2 where id = $1`, [
    bill.id,
    new Date(lookedAt),
  ])
  const record = (status: string, updated: string) =>
    Invoice.parse({
      id: bill.providerInvoiceId,
      status,
      detail: { currency_code: 'USD', metadata: { last_update_time: updated } },
      amount: { currency_code: 'USD', value: '100.00' },
      due_amount: { currency_code: 'USD', value: '100.00' },
    })
  const take = (invoice: Invoice, startedAt: number) =>
    t.in(world.operator.companyId, (db) =>
      applyInvoices(db, world.operator.companyId, [
        { billId: bill.id, invoice, seen: { startedAt: new Date(startedAt).toISOString() } },
      ]),
    )
  expect(await take(record('CANCELLED', '2099-01-01T00:00:00Z'), lookedAt - 1)).toEqual(['stale'])
  expect((await world.read(bill.id)).status).toBe('sent')
  expect(await take(record('CANCELLED', '2099-01-01T00:00:00Z'), lookedAt + 1)).toEqual(['applied'])
  expect((await world.read(bill.id)).status).toBe('cancelled')
  // A record dated in the future does not stick: the next look says what is true.
  expect(await take(record('SENT', '2026-01-01T00:00:00Z'), lookedAt + 2)).toEqual(['applied'])
  expect((await world.read(bill.id)).status).toBe('sent')
  await t.owner(`update event_look set rest_until = '-infinity'`)
})

test('an event about an invoice that is gone is no alarm if PayPal itself lists the event', async () => {
  const made = await client().invoices.create({
    currency: 'USD',
    items: [{ name: 'Lamp', quantity: '1', unitAmount: { currency: 'USD', amountMinor: 1000 } }],
    recipients: [{ email: 'customer@example.com' }],
  })
  const id = made.outcome === 'done' ? made.value.id : ''
  await client().invoices.delete(id)
  const [row] = await until(async () => {
    const rows = await outcomes(id)
    return rows.length > 0 && rows.every(({ outcome }) => outcome !== 'waiting') ? rows : undefined
  }, 60_000)
  expect(row).toMatchObject({ outcome: expect.stringMatching(/confirmed|notOurs/) })
  expect(await t.owner('select 1 from paypal_alarm')).toEqual([])
}, 90_000)

test('while PayPal does not answer, nothing counts; then what it says does', async () => {
  const bill = await world.sent()
  await world.sim.act('addFault', { kind: 'errorBefore', operation: 'invoices.get', times: 1000 })
  await world.sim.act('addFault', {
    kind: 'errorBefore',
    operation: 'invoices.search-invoices',
    times: 1000,
  })
  await world.pay(bill, 4000)
  await until(async () =>
    (await outcomes(bill.providerInvoiceId)).some(({ type }) => type.endsWith('PAID'))
      ? true
      : undefined,
  )
  await until(async () =>
    (await t.owner('select 1 from paypal_event_todo where tries > 0')).length > 0
      ? true
      : undefined,
  )
  expect(await world.read(bill.id)).toMatchObject({ status: 'sent', paidMinor: 0 })
  const faults = (await (await fetch(`${world.sim.url}/sim/faults`)).json()) as { id: string }[]
  for (const { id } of faults) await world.sim.act('removeFault', { id })
  await world.becomes(
    bill.id,
    ({ status, paidMinor }) => status === 'partiallyPaid' && paidMinor === 4000,
  )
  expect(await t.owner('select 1 from paypal_alarm')).toEqual([])
}, 90_000)

test('events of many bills share the calls', async () => {
  const bills: Bill[] = []
  for (let n = 0; n < 8; n++) bills.push(await world.sent())
  await world.eventsDone()
  // The account rests until all have come.
  await t.owner(`update event_look set rest_until = now() + interval '10 minutes'`)
  for (const bill of bills) await world.pay(bill)
  const paidEvents = async () =>
    (await Promise.all(bills.map(({ providerInvoiceId }) => outcomes(providerInvoiceId)))).flat()
  await until(async () =>
    (await paidEvents()).filter(({ type }) => type.endsWith('PAID')).length === 8
      ? true
      : undefined,
  )
  await t.owner(`update event_look set rest_until = '-infinity'`)
  for (const bill of bills) await world.becomes(bill.id, ({ status }) => status === 'paid')
  // One transaction took them all in.
  const looks = await t.owner<{ n: number }>(
    `select count(distinct o.at)::int as n
     from paypal_event_outcome o
     join paypal_event e using (company_id, account_id, event_id)
     where e.event_type like '%.PAID' and e.resource_id = any($1)`,
    [bills.map(({ providerInvoiceId }) => providerInvoiceId)],
  )
  expect(looks).toEqual([{ n: 1 }])
}, 90_000)
