import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { EventStore } from './store.ts'

const t = testApp()

async function receiver() {
  const companyId = await make.company(t)
  return { companyId, accountId: await make.paypalAccount(t, companyId) }
}
const delivery = (
  to: { companyId: string; accountId: string },
  id: string,
  at = '2026-01-01T00:00:00Z',
  transmissionId = id,
) => {
  const event = {
    id,
    event_type: 'INVOICING.INVOICE.PAID',
    create_time: at,
    resource: { id: 'INV2-1' },
  }
  return { ...to, transmissionId, event, raw: Buffer.from(JSON.stringify(event)) }
}
const keptOf = async ({ companyId }: { companyId: string }) =>
  (
    await t.owner<{ eventId: string }>(
      `select event_id as "eventId" from paypal_event where company_id = $1 order by 1`,
      [companyId],
    )
  ).map(({ eventId }) => eventId)

test('events of several companies share a commit, and each is stored once, in its own company', async () => {
  const events = new EventStore(t.pool)
  const [one, other] = [await receiver(), await receiver()]
  const names = Array.from({ length: 300 }, (_, n) => `WH-${String(n).padStart(3, '0')}`)
  const answers = await Promise.all(
    [...names, ...names].flatMap((name) =>
      [one, other].map((to) => events.add(delivery(to, name))),
    ),
  )
  expect(answers.filter((stored) => stored === 'new')).toHaveLength(600)
  expect(answers.filter((stored) => stored === 'known')).toHaveLength(600)
  expect(await keptOf(one)).toEqual(names)
  expect(await keptOf(other)).toEqual(names)
})

test('an event that cannot be stored fails alone', async () => {
  const events = new EventStore(t.pool)
  const [one, other] = [await receiver(), await receiver()]
  // The first two are flushed at once; the next ones wait for them and share a flush.
  const first = ['WH-1', 'WH-2'].map((name) => events.add(delivery(one, name)))
  const together = Promise.allSettled([
    events.add(delivery(other, 'WH-3')),
    // PostgreSQL takes no such character.
    events.add(delivery(one, 'WH-4', undefined, 'T\u0000')),
    events.add(delivery(one, 'WH-5')),
  ])
  expect(await Promise.all(first)).toEqual(['new', 'new'])
  expect((await together).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(await keptOf(one)).toEqual(['WH-1', 'WH-2', 'WH-5'])
  expect(await keptOf(other)).toEqual(['WH-3'])
})

test('one transmission id has one body, and so has one event id', async () => {
  const events = new EventStore(t.pool)
  const one = await receiver()
  const other = await receiver()
  const body = (id: string, transmissionId: string, at?: string) =>
    events.add(delivery(one, id, at, transmissionId))
  expect(await body('WH-1', 'T-1')).toBe('new')
  expect(await body('WH-1', 'T-1')).toBe('known')
  // PayPal delivers an event again, newly signed.
  expect(await body('WH-1', 'T-2')).toBe('known')
  expect(await body('WH-2', 'T-1')).toBe('transmissionReused')
  expect(await body('WH-1', 'T-1', '2026-01-02T00:00:00Z')).toBe('transmissionReused')
  expect(await body('WH-1', 'T-3', '2026-01-02T00:00:00Z')).toBe('eventRewritten')
  expect(await Promise.all([body('WH-3', 'T-4'), body('WH-4', 'T-4')])).toEqual(
    expect.arrayContaining(['new', 'transmissionReused']),
  )
  // Another account's transmissions are its own.
  expect(await events.add(delivery(other, 'WH-2', undefined, 'T-1'))).toBe('new')
  expect(await keptOf(one)).toHaveLength(2)
})

test('times and ids that no database takes do not fail the deliveries beside them', async () => {
  const events = new EventStore(t.pool)
  const one = await receiver()
  const odd = (id: string, at: string, resourceId: string) => {
    const event = {
      id,
      event_type: 'INVOICING.INVOICE.PAID',
      create_time: at,
      resource_type: '\u0000',
      resource: { id: resourceId },
    }
    return events.add({
      ...one,
      transmissionId: id,
      event,
      raw: Buffer.from(JSON.stringify(event)),
    })
  }
  const stored = [
    odd('WH-1', '+275000-01-01T00:00:00Z', 'INV2-1'),
    odd('WH-2', '0000-01-01T00:00:00Z', '\u0000'),
    odd('WH-3', '-000001-01-01T00:00:00Z', 'x'.repeat(9000)),
  ]
  expect(await Promise.all(stored)).toEqual(['new', 'new', 'new'])
})

test('each event that is stored waits on the work list', async () => {
  const events = new EventStore(t.pool)
  const one = await receiver()
  // The first is stored at once, and the others, one of them twice, share the next statement.
  const stored = await Promise.all(
    ['WH-1', 'WH-2', 'WH-2'].map((name) => events.add(delivery(one, name))),
  )
  expect(stored).toEqual(['new', 'new', 'known'])
  const waiting = await t.owner<{ id: string }>(
    'select event_id as id from paypal_event_todo where company_id = $1 order by 1',
    [one.companyId],
  )
  expect(waiting.map(({ id }) => id)).toEqual(['WH-1', 'WH-2'])
})

test('two accounts of one company may each have an event of one id', async () => {
  const events = new EventStore(t.pool)
  const one = await receiver()
  const other = { companyId: one.companyId, accountId: await make.paypalAccount(t, one.companyId) }
  expect(await events.add(delivery(one, 'WH-1', '2026-01-01T00:00:00Z', 'T-1'))).toBe('new')
  expect(await events.add(delivery(other, 'WH-1', '2026-01-02T00:00:00Z', 'T-2'))).toBe('new')
  // The first is stored at once, and the others share the next statement.
  const together = [
    events.add(delivery(one, 'WH-2')),
    events.add(delivery(other, 'WH-1', '2026-01-02T00:00:00Z', 'T-2')),
    events.add(delivery(one, 'WH-1', '2026-01-01T00:00:00Z', 'T-1')),
  ]
  expect(await Promise.all(together)).toEqual(['new', 'known', 'known'])
})
