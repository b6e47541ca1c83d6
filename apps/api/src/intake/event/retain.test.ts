// @module-tag slow

import { setTimeout as sleep } from 'node:timers/promises'
import { eventApi } from '@paydesk/contract/intake/event'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '../../lib/job.ts'
import { createPool } from '../../lib/pool.ts'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'
import { quietLog } from '../../test/world/moneyWorld.ts'
import { eventJobs } from './jobs.ts'
import { retainEvents } from './retain.ts'
import { EventStore } from './store.ts'

const t = testApp()
const retain = () => retainEvents(t.pool, quietLog, { pauseMs: 10 })

type Receiver = { companyId: string; accountId: string; userId: string }
async function receiver(): Promise<Receiver> {
  const { companyId, userId } = await make.admin(t)
  return { companyId, userId, accountId: await make.paypalAccount(t, companyId) }
}
const bodyOf = (id: string, word = 'first') =>
  Buffer.from(JSON.stringify({ id, event_type: 'INVOICING.INVOICE.PAID', word }))
const deliver = (to: Receiver, id: string, word?: string) => {
  const raw = bodyOf(id, word)
  return new EventStore(t.pool).add({
    ...to,
    transmissionId: `T-${id}`,
    raw,
    event: JSON.parse(raw.toString()),
  })
}
const ended = (to: Receiver, id: string) =>
  t.owner('delete from paypal_event_todo where company_id = $1 and event_id = $2', [
    to.companyId,
    id,
  ])
/** Where an event's body lies: the name of its table, or nowhere. */
const placeOf = async (to: Receiver, id: string) => {
  const [inMonth] = await t.owner<{ place: string }>(
    'select tableoid::regclass::text as place from paypal_event_body where company_id = $1 and event_id = $2',
    [to.companyId, id],
  )
  const [inRow] = await t.owner(
    `select from paypal_event where company_id = $1 and event_id = $2 and raw <> ''`,
    [to.companyId, id],
  )
  return inMonth?.place ?? (inRow ? 'row' : 'gone')
}

const monthsAgo = (n: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 1))
}
const nameOf = (n: number) =>
  `paypal_event_body_${monthsAgo(n).toISOString().slice(0, 7).replace('-', '')}`
const months = async () =>
  (
    await t.owner<{ name: string }>(
      `select inhrelid::regclass::text as name
       from pg_inherits
       where inhparent = 'paypal_event_body'::regclass
       order by 1`,
    )
  ).map(({ name }) => name)

/** A month of the past, as it would be there by now. */
async function pastMonth(n: number) {
  await t.owner(`create table ${nameOf(n)} (like paypal_event_body including storage);
    alter table paypal_event_body attach partition ${nameOf(n)}
      for values from ('${monthsAgo(n).toISOString()}') to ('${monthsAgo(n - 1).toISOString()}')`)
}
/** Stores an event that came in the middle of a past month. */
async function storeAgo(to: Receiver, id: string, n: number) {
  await deliver(to, id)
  const at = new Date(monthsAgo(n).getTime() + 14 * 86_400_000).toISOString()
  await t.owner(
    'update paypal_event_body set received_at = $3 where company_id = $1 and event_id = $2',
    [to.companyId, id, at],
  )
  await t.owner(
    'update paypal_event set received_at = $3, body_at = $3 where company_id = $1 and event_id = $2',
    [to.companyId, id, at],
  )
  await ended(to, id)
}
const wish = (to: Receiver, days: unknown) =>
  t.owner(
    `insert into company_setting (company_id, tabs)
     values ($1, $2)
     on conflict (company_id) do update set tabs = excluded.tabs`,
    [to.companyId, JSON.stringify({ retention: { eventDays: days } })],
  )

beforeEach(async () => {
  await t.owner(
    'delete from paypal_event_todo; delete from paypal_event_body; delete from paypal_event; delete from company_setting',
  )
  for (const name of await months()) await t.owner(`drop table ${name}`)
  await t.owner('select make_months()')
})

describe('a body', () => {
  test('goes to its month and is read from there', async () => {
    const to = await receiver()
    expect(await deliver(to, 'WH-1')).toBe('new')
    expect(await placeOf(to, 'WH-1')).toBe(nameOf(0))
    const params = { accountId: to.accountId, id: 'WH-1' }
    const admin = await make.admin(t, to.companyId)
    expect(dataOf<{ raw: string }>(await t.as(admin).call(eventApi.read, { params })).raw).toBe(
      bodyOf('WH-1').toString(),
    )
  })

  test('stays in its row where nobody made the month: no event is refused', async () => {
    const to = await receiver()
    for (const name of await months()) await t.owner(`drop table ${name}`)
    expect(await deliver(to, 'WH-1')).toBe('new')
    expect(await placeOf(to, 'WH-1')).toBe('row')
  })

  test('stays in its row while processes of the release before may read it', async () => {
    const to = await receiver()
    await t.owner(`update paypal_event_body_since set begins_at = now() + interval '1 minute'`)
    try {
      expect(await deliver(to, 'WH-1')).toBe('new')
      expect(await placeOf(to, 'WH-1')).toBe('row')
    } finally {
      await t.owner('update paypal_event_body_since set begins_at = now()')
    }
  })

  test('is stored once, also if its event comes twice in one flush', async () => {
    const to = await receiver()
    const events = new EventStore(t.pool)
    const raw = bodyOf('WH-1')
    const one = { ...to, transmissionId: 'T', raw, event: JSON.parse(raw.toString()) }
    // The first two are flushed at once; the others wait for them and share a flush.
    const first = ['WH-2', 'WH-3'].map((id) =>
      events.add({ ...one, transmissionId: id, event: { ...one.event, id } }),
    )
    const answers = await Promise.all([
      events.add(one),
      events.add({ ...one }),
      events.add({ ...one, transmissionId: 'U' }),
    ])
    await Promise.all(first)
    expect(answers.sort()).toEqual(['known', 'known', 'new'])
    expect(
      await t.owner(`select event_id from paypal_event_body where event_id = 'WH-1'`),
    ).toHaveLength(1)
  })
})

describe('months', () => {
  test('are made for this one and three to come, once', async () => {
    expect(await months()).toEqual([0, -1, -2, -3].map(nameOf))
    expect((await retain()).made).toEqual([])
    await t.owner(`drop table ${nameOf(-2)}`)
    expect((await retain()).made).toEqual([nameOf(-2)])
  })

  test('leave with all their bodies after 180 days, and the events stay, known by their digests', async () => {
    const to = await receiver()
    await Promise.all([pastMonth(5), pastMonth(8)])
    await storeAgo(to, 'WH-5', 5)
    await storeAgo(to, 'WH-8', 8)
    expect(await retain()).toMatchObject({ dropped: [nameOf(8)], trimmed: 0 })
    expect([await placeOf(to, 'WH-5'), await placeOf(to, 'WH-8')]).toEqual([nameOf(5), 'gone'])
    expect(await t.owner(`select to_regclass('${nameOf(8)}') as there`)).toEqual([{ there: null }])
    const admin = await make.admin(t, to.companyId)
    const params = { accountId: to.accountId, id: 'WH-8' }
    expect(dataOf(await t.as(admin).call(eventApi.read, { params }))).toMatchObject({
      id: 'WH-8',
      raw: null,
    })
    expect((await t.as(admin).call(eventApi.replay, { params })).body).toMatchObject({
      errorCode: 'event.bodyGone',
    })
    // The replay of a delivery is noticed however old it is, and so is another body under its id.
    expect(await deliver(to, 'WH-8')).toBe('known')
    expect(await deliver(to, 'WH-8', 'second')).toBe('transmissionReused')
  })

  test('stay until their last day is old enough', async () => {
    const [now, first] = [new Date(), new Date(Date.now() - 180 * 86_400_000)]
    const n =
      (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth()
    await Promise.all([pastMonth(n), pastMonth(n + 1)])
    expect(await retain()).toMatchObject({ dropped: [nameOf(n + 1)] })
  })

  test('wait for the company that keeps them longest; the bodies of others leave before', async () => {
    const [short, long] = [await receiver(), await receiver()]
    await wish(long, 400)
    await pastMonth(8)
    await storeAgo(short, 'WH-1', 8)
    await storeAgo(long, 'WH-2', 8)
    expect(await retain()).toMatchObject({ dropped: [], trimmed: 1 })
    expect([await placeOf(short, 'WH-1'), await placeOf(long, 'WH-2')]).toEqual(['gone', nameOf(8)])
    await wish(long, 100)
    expect(await retain()).toMatchObject({ dropped: [nameOf(8)] })
  })

  test('of the last 90 days stay, whatever is written into the settings', async () => {
    const to = await receiver()
    await pastMonth(2)
    await storeAgo(to, 'WH-2', 2)
    for (const days of [0, -5, 'x', 1e9, null]) {
      await t.owner('delete from company_setting')
      const all = await t.owner<{ id: string }>('select id from company')
      for (const { id } of all) await wish({ ...to, companyId: id }, days)
      expect(await retain()).toMatchObject({ dropped: [], trimmed: 0, emptied: 0 })
    }
    expect(await placeOf(to, 'WH-2')).toBe(nameOf(2))
  })

  test('that are in use are left alone at once, and dropped when they are free', async () => {
    await pastMonth(9)
    const reader = new pg.Client({ connectionString: t.ownerUrl })
    await reader.connect()
    await reader.query('begin; select count(*) from paypal_event_body')
    const began = performance.now()
    await expect(t.pool.query('select detach_event_month()')).rejects.toThrow(/lock timeout/)
    expect(performance.now() - began).toBeLessThan(1000)
    const retaining = retain()
    await expect(deliver(await receiver(), 'WH-1')).resolves.toBe('new')
    await reader.query('commit')
    await reader.end()
    expect(await retaining).toMatchObject({ dropped: [nameOf(9)] })
  })

  test('that were taken out by a run that died are dropped by the next', async () => {
    await pastMonth(9)
    await t.pool.query('select detach_event_month()')
    expect(await retain()).toMatchObject({ dropped: [nameOf(9)] })
  })
})

test('a month that was taken out and is still read does not fail the run, and goes with the next', async () => {
  await pastMonth(9)
  await t.pool.query('select detach_event_month()')
  const reader = new pg.Client({ connectionString: t.ownerUrl })
  await reader.connect()
  await reader.query(`begin; select count(*) from ${nameOf(9)}`)
  expect(await retain()).toMatchObject({ dropped: [] })
  await reader.query('commit')
  await reader.end()
  expect(await retain()).toMatchObject({ dropped: [nameOf(9)] })
})

/** As the release before stored it. */
const inRow = (to: Receiver, id: string) =>
  t.owner(
    `insert into paypal_event (
       company_id, account_id, event_id, event_type, transmission_id, raw, received_at
     )
     values ($1, $2, $3, 'INVOICING.INVOICE.PAID', $4, $5, now() - interval '300 days')`,
    [to.companyId, to.accountId, id, `T-${id}`, bodyOf(id)],
  )

test('a run ends when its time is up, and the next one goes on soon', async () => {
  const to = await receiver()
  await inRow(to, 'WH-1')
  const [begun, whole] = [
    await retainEvents(t.pool, quietLog, { pauseMs: 10, forMs: 0 }),
    await retain(),
  ]
  expect([begun, whole]).toMatchObject([
    { emptied: 0, more: true },
    { emptied: 1, more: false },
  ])
  const waiting = () =>
    t.owner(`select from pgboss.job where name = 'event.retain' and start_after > now()`)
  const job = eventJobs.find(({ name }) => name === 'event.retain') as Job
  for (const [prepared, jobs] of [
    [whole, 0],
    [begun, 1],
  ] as const) {
    await t.in(to.companyId, (db) =>
      job.handle({ db, data: {}, jobs: t.jobs, log: quietLog, outside: t.outside, prepared }),
    )
    expect(await waiting()).toHaveLength(jobs)
  }
})

test('two runs at once do not write a row twice', async () => {
  const to = await receiver()
  await inRow(to, 'WH-1')
  const first = new pg.Client({ connectionString: t.runtimeUrl })
  await first.connect()
  await first.query('begin')
  const empty = 'select empty_event_rows(10) as n'
  expect((await first.query(empty)).rows).toEqual([{ n: 1 }])
  const second = t.pool.query(empty)
  await sleep(300)
  await first.query('commit')
  await first.end()
  expect((await second).rows).toEqual([{ n: 0 }])
})

test('of two runs at once neither goes on to the month while the other still moves bodies out of it', async () => {
  const to = await receiver()
  await pastMonth(9)
  for (const id of ['WH-1', 'WH-2']) {
    await storeAgo(to, id, 9)
    await t.owner(
      'insert into paypal_event_todo (company_id, account_id, event_id) values ($1, $2, $3)',
      [to.companyId, to.accountId, id],
    )
  }
  const keep = 'select keep_waiting_bodies(1) as n'
  const first = new pg.Client({ connectionString: t.runtimeUrl })
  await first.connect()
  await first.query('begin')
  expect((await first.query(keep)).rows).toEqual([{ n: 1 }])
  const second = t.pool.query(keep)
  await sleep(300)
  await first.query('commit')
  await first.end()
  expect((await second).rows).toEqual([{ n: 1 }])
  expect(
    await t.owner('select from paypal_event where company_id = $1 and body_at is null', [
      to.companyId,
    ]),
  ).toHaveLength(2)
  for (const id of ['WH-1', 'WH-2']) await ended(to, id)
})

test('an event that still waits for PayPal’s word keeps its body', async () => {
  const to = await receiver()
  await pastMonth(9)
  await storeAgo(to, 'WH-1', 9)
  await t.owner(
    'insert into paypal_event_todo (company_id, account_id, event_id) values ($1, $2, $3)',
    [to.companyId, to.accountId, 'WH-1'],
  )
  // Nobody knows yet whether all that waits was moved.
  expect(await retainEvents(t.pool, quietLog, { pauseMs: 10, forMs: 0 })).toMatchObject({
    dropped: [],
    kept: 0,
    more: true,
  })
  expect(await retain()).toMatchObject({ dropped: [nameOf(9)], kept: 1, emptied: 0 })
  expect(await placeOf(to, 'WH-1')).toBe('row')
  await ended(to, 'WH-1')
  expect(await retain()).toMatchObject({ emptied: 1 })
  expect(await placeOf(to, 'WH-1')).toBe('gone')
  expect(await deliver(to, 'WH-1', 'second')).toBe('transmissionReused')
})

test('bodies in rows of the release before leave by the same rule, and their digests are kept', async () => {
  const [short, long] = [await receiver(), await receiver()]
  await wish(long, 3650)
  for (const to of [short, long])
    for (const days of [100, 300])
      await t.owner(
        `insert into paypal_event (
           company_id, account_id, event_id, event_type, transmission_id, raw, received_at
         )
         values ($1, $2, $3, 'INVOICING.INVOICE.PAID', $4, $5, now() - make_interval(days => $6))`,
        [to.companyId, to.accountId, `WH-${days}`, `T-WH-${days}`, bodyOf(`WH-${days}`), days],
      )
  expect(await retain()).toMatchObject({ emptied: 1 })
  expect(
    await Promise.all(
      [short, long].flatMap((to) => ['WH-100', 'WH-300'].map((id) => placeOf(to, id))),
    ),
  ).toEqual(['row', 'gone', 'row', 'row'])
  expect(await deliver(short, 'WH-300')).toBe('known')
  expect(await deliver(short, 'WH-300', 'second')).toBe('transmissionReused')
})

test('nobody but the owner reaches a month by its own name, or takes one out', async () => {
  const to = await receiver()
  await deliver(to, 'WH-1')
  for (const statement of [
    `select from ${nameOf(0)}`,
    `delete from ${nameOf(0)}`,
    `delete from paypal_event_body`,
    `alter table paypal_event_body detach partition ${nameOf(0)}`,
    `update paypal_event set raw = ''`,
    `update paypal_event_body_since set begins_at = now()`,
  ])
    await expect(t.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
})

test('nothing can delete the books, the audit log or the timelines of bills', async () => {
  const rows = await t.owner<{ name: string }>(
    `select distinct c.relname::text as name
     from pg_class c
     cross join unnest(array['paydesk_app', 'paydesk_auth']) role
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and (
         has_table_privilege(role, c.oid, 'delete') or has_table_privilege(role, c.oid, 'truncate')
       )`,
  )
  const deletable = new Set(rows.map(({ name }) => name))
  for (const name of [
    'audit_entry',
    'audit_head',
    'journal',
    'posting',
    'paypal_transaction',
    'paypal_transaction_raw',
    'bill',
    'bill_entry',
    'operation',
    'paypal_event',
    'paypal_alarm',
  ])
    expect([name, deletable.has(name)]).toEqual([name, false])
})

test('sizes tell each table once, its months together', async () => {
  const pool = createPool(t.runtimeUrl, 1, 'test')
  const { rows } = await pool.query(
    `select *
     from table_sizes()
     where name in ('bill', 'paypal_event_body', 'pgboss.job')
     order by name`,
  )
  await pool.end()
  expect(rows.map(({ name, months: n }) => [name, n])).toEqual([
    ['bill', 0],
    ['paypal_event_body', 4],
    ['pgboss.job', expect.any(Number)],
  ])
  expect(rows.every(({ table_bytes, index_bytes }) => table_bytes + index_bytes > 0)).toBe(true)
})
