import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { createPool } from '../pool.ts'
import { figureGroups } from './figureList.ts'
import { Figures } from './figures.ts'
import { registry } from './metrics.ts'

const t = testApp()
const warnings: object[] = []
const log = { warn: (said: object) => void warnings.push(said) } as never

/** Reads anew and answers every series, `name{labels}` → value. */
async function read(pool = t.pool): Promise<Map<string, number>> {
  await new Figures(pool, log).refresh()
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('paydesk_'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      const [name = '', labels] = line.slice(8, at).split(/[{}]/)
      return [
        labels ? `${name}{${labels.split(',').toSorted().join(',')}}` : name,
        Number(line.slice(at + 1)),
      ]
    }),
  )
}

const account = async () => {
  const companyId = await make.company(t)
  const [{ code } = { code: '' }] = await t.owner<{ code: string }>(
    'select code from company where id = $1',
    [companyId],
  )
  const accountId = await make.paypalAccount(t, companyId)
  return { companyId, accountId, code, label: `account="${accountId.slice(-8)}"` }
}
const operation = (
  companyId: string,
  accountId: string,
  state: string,
  kind: string,
  unknown: string | null,
  due = '0 s',
) =>
  t.owner(
    `insert into operation (company_id, account_id, kind, state, unknown_since, due_at)
     values ($1, $2, $3, $4, now() - $5::interval, now() - $6::interval) returning id`,
    [companyId, accountId, kind, state, unknown, due],
  )

test('every group can be read by the runtime role, and every figure of a fresh database is told', async () => {
  const figures = await read()
  expect(warnings).toEqual([])
  for (const group of Object.keys(figureGroups))
    expect(figures.get(`figures_failed{group="${group}"}`)).toBe(0)
  expect(figures.get('operations_unknown_oldest_seconds')).toBe(0)
  expect(figures.get('jobs_dead')).toBe(0)
  expect(figures.get('problems_open{kind="booksDiffer"}')).toBe(0)
  expect(figures.get('database_bytes')).toBeGreaterThan(1_000_000)
  expect(figures.get('database_connections_most')).toBeGreaterThan(
    figures.get('database_connections') ?? Number.NaN,
  )
  expect(
    figures.get('table_bytes{table="pgboss.job"}') ??
      figures.get('table_bytes{table="role_permission"}'),
  ).toBeGreaterThan(0)
})

test('operations are told across companies: unknown by age, refunds among them, those that are due', async () => {
  const [one, two] = [await account(), await account()]
  await operation(one.companyId, one.accountId, 'unknown', 'sendInvoice', '90 s')
  await operation(two.companyId, two.accountId, 'unknown', 'refundPayment', '700 s')
  await operation(two.companyId, two.accountId, 'ready', 'sendInvoice', null, '40 s')
  await operation(two.companyId, two.accountId, 'ready', 'sendInvoice', null, '-60 s')
  await operation(two.companyId, two.accountId, 'done', 'refundPayment', '9000 s', '9000 s')
  const figures = await read()
  const unknown = [0, 60, 600, 3600].map((seconds) =>
    figures.get(`operations_unknown{over_seconds="${seconds}"}`),
  )
  expect(unknown).toEqual([2, 2, 1, 0])
  expect(figures.get('operations{state="ready"}')).toBe(2)
  expect(figures.get('refunds_unknown')).toBe(1)
  for (const name of ['operations_unknown_oldest_seconds', 'refunds_unknown_oldest_seconds'])
    expect(Math.round((figures.get(name) ?? 0) / 10)).toBe(70)
  expect(Math.round((figures.get('operations_ready_oldest_seconds') ?? 0) / 10)).toBe(4)
})

test('the last backup is told of by its age, and none by the age of the installation; an archive that is off does not fail', async () => {
  const age = async () => Math.round(((await read()).get('backup_age_seconds') ?? 0) / 10)
  await t.owner(`update installation set begun_at = now() - interval '900 s'`)
  expect(await age()).toBe(90)
  await t.owner(`update installation set backed_up_at = now() - interval '500 s'`)
  expect(await age()).toBe(50)
  expect((await read()).get('database_archive_failing_seconds')).toBe(0)
})

test('events are told by whether someone has looked, alarms while they are fresh', async () => {
  const { companyId, accountId } = await account()
  const todo = (id: string, tries: number, since: string) =>
    t.owner(
      `insert into paypal_event_todo (company_id, account_id, event_id, tries, since)
       values ($1, $2, $3, $4, now() - $5::interval)`,
      [companyId, accountId, id, tries, since],
    )
  await todo('fresh', 0, '200 s')
  await todo('looked', 3, '500 s')
  await t.owner(
    `insert into paypal_event_todo (company_id, account_id, event_id)
     values ($1, $2, 'as the release before writes it')`,
    [companyId, accountId],
  )
  for (const [at, kind] of [
    ['1 min', 'notBorneOut'],
    ['11 min', 'inFuture'],
  ])
    await t.owner(
      `insert into paypal_alarm (
         company_id, account_id, kind, event_id, event_type, transmission_id, raised_at
       )
       values ($1, $2, $3, 'e', 't', $3, now() - $4::interval)`,
      [companyId, accountId, kind, at],
    )
  const figures = await read()
  expect([figures.get('events_not_applied'), figures.get('events_not_confirmed')]).toEqual([2, 1])
  expect(Math.round((figures.get('events_not_applied_oldest_seconds') ?? 0) / 10)).toBe(20)
  expect(Math.round((figures.get('events_not_confirmed_oldest_seconds') ?? 0) / 10)).toBe(50)
  expect([
    figures.get('event_alarms{kind="notBorneOut"}'),
    figures.get('event_alarms{kind="inFuture"}'),
  ]).toEqual([1, 0])
})

test('reading, proofs and rows set aside are told by account', async () => {
  const { companyId, accountId, code, label } = await account()
  const labels = `${label},company="${code}"`
  const archived = await make.paypalAccount(t, companyId)
  await t.owner(
    `update paypal_account
     set state = 'archived', created_at = now() - interval '1 day'
     where id = $1`,
    [archived],
  )
  await t.owner(
    `update paypal_account
     set client_id = 'c',
       secret_sealed = 'x',
       created_at = now() - interval '1 day',
       state_changed_at = now() - interval '1 day',
       secret_changed_at = null
     where id = $1`,
    [accountId],
  )
  await t.owner(`delete from account_sync where account_id = $1`, [accountId])
  await t.owner(
    `insert into account_sync (company_id, account_id, read_at, failing_since, due_at)
     values ($1, $2, now() - interval '500 s', now() - interval '100 s', now() - interval '60 s')`,
    [companyId, accountId],
  )
  const proof = (of: string, difference: number) =>
    t.owner(
      `insert into balance_proof (
         company_id, account_id, currency, as_of, paypal_minor, ledger_minor
       )
       values ($1, $2, 'EUR', now(), 1000, $3)`,
      [companyId, of, 1000 + difference],
    )
  await proof(accountId, -300)
  await proof(archived, 77)
  const aside = (key: string, settled: boolean) =>
    t.owner(
      `insert into row_set_aside (
         company_id, account_id, key, provider_transaction_id, why, detail, told, raw, settled_at,
         reason
       )
       values (
         $1, $2, $3, 'T', 'status', 'x', '{}', '{}', case when $4 then now() end,
         case when $4 then 'seen' else '' end
       )`,
      [companyId, accountId, key.repeat(64), settled],
    )
  await aside('a', false)
  await aside('b', true)
  let figures = await read()
  const tens = (name: string) => Math.round((figures.get(`${name}{${labels}}`) ?? Number.NaN) / 10)
  expect([
    tens('reading_lag_seconds'),
    tens('reading_failing_seconds'),
    tens('reading_overdue_seconds'),
  ]).toEqual([50, 10, 6])
  expect(figures.get(`proof_difference_minor{${labels},currency="EUR"}`)).toBe(-300)
  expect([...figures.keys()].filter((name) => name.includes(archived.slice(-8)))).toEqual([])
  expect(figures.get('rows_not_understood')).toBe(1)
  // Someone reads it now: it is not overdue.
  await t.owner(
    `update account_sync
     set leased_until = now() + interval '30 s', failing_since = null
     where account_id = $1`,
    [accountId],
  )
  figures = await read()
  expect([tens('reading_failing_seconds'), tens('reading_overdue_seconds')]).toEqual([0, 0])
})

test('messages that wait are told by how long they are due, though each try gets a new job', async () => {
  const { companyId, userId } = await make.operator(t)
  const deliver = async (channel: string, due: string, batch: boolean) => {
    const [row] = await t.owner<{ batchId: string }>(
      `insert into notice_delivery (
         company_id, channel, target_id, kind, subject_id, data, due_at, batch_id
       )
       values (
         $1, $2, $3, 'problemFound', gen_random_uuid(), '{}', now() - $4::interval,
         case when $5 then gen_random_uuid() end
       )
       returning batch_id as "batchId"`,
      [companyId, channel, userId, due, batch],
    )
    return row?.batchId
  }
  await deliver('mail', '-60 s', false)
  await deliver('companyMail', '30 s', false)
  const batchId = await deliver('chat', '400 s', true)
  await t.jobs.boss.send(
    'notice.chat',
    { companyId, targetId: userId, batchId },
    { startAfter: 300 },
  )
  const figures = await read()
  const told = (channel: string) => [
    figures.get(`notices_undelivered{channel="${channel}"}`),
    Math.round((figures.get(`notices_undelivered_oldest_seconds{channel="${channel}"}`) ?? 0) / 10),
  ]
  expect([told('mail'), told('chat'), told('sms')]).toEqual([
    [1, 3],
    [1, 40],
    [0, 0],
  ])
})

test('dead jobs and jobs that wait are told by kind; those whose time has not come are not late', async () => {
  await t.jobs.boss.send('dead', {})
  await t.jobs.boss.send('bill.sweep', {}, { startAfter: 500 }).catch(() => undefined)
  await t.jobs.boss.send('paypal.sweep', {})
  await t.owner(
    `update pgboss.job set start_after = now() - interval '70 s' where name = 'paypal.sweep'`,
  )
  const figures = await read()
  expect(figures.get('jobs_dead')).toBe(1)
  expect(figures.get('jobs_waiting{job="paypal.sweep"}')).toBe(1)
  expect(
    Math.round((figures.get('jobs_waiting_oldest_seconds{job="paypal.sweep"}') ?? 0) / 10),
  ).toBe(7)
  expect(figures.get('jobs_waiting{job="ledger.verify"}')).toBe(0)
})

test('the allowance tells what is taken, held and left', async () => {
  const { companyId, accountId } = await account()
  await t.owner(`delete from paypal_account_allowance; delete from paypal_address_allowance`)
  await t.owner(
    `insert into paypal_address_allowance
     values ('home', 'reporting', now() + interval '40 s', now() + interval '200 s'),
       ('home', 'act', now() - interval '9 s', null)`,
  )
  await t.owner(
    `insert into paypal_account_allowance (
       company_id, account_id, kind, turns, per_minute, held_until
     )
     values (
       $1, $2, 'act', array[now() - interval '2 min', now() - interval '5 s', now()], 120,
       now() + interval '1 min'
     )`,
    [companyId, accountId],
  )
  const figures = await read()
  const near = (name: string) => Math.round((figures.get(name) ?? Number.NaN) / 10)
  expect(near('allowance_wait_seconds{address="home",kind="reporting"}')).toBe(4)
  expect(near('allowance_held_seconds{address="home",kind="reporting"}')).toBe(20)
  expect(figures.get('allowance_wait_seconds{address="home",kind="act"}')).toBe(0)
  expect([
    figures.get('allowance_left{kind="act"}'),
    figures.get('accounts_held{kind="act"}'),
  ]).toEqual([118, 1])
})

test('no series names a person, a bill or an address, and many of what there is do not make many series', async () => {
  const { companyId, accountId } = await account()
  const { userId, username } = await make.operator(t)
  await t.owner(`update paypal_account set label = 'secret@business.example' where id = $1`, [
    accountId,
  ])
  for (let count = 0; count < 40; count++)
    await operation(companyId, accountId, 'unknown', 'sendInvoice', '1 s')
  const before = (await read()).size
  for (let count = 0; count < 40; count++)
    await operation(companyId, accountId, 'unknown', 'sendInvoice', '1 s')
  const figures = await read()
  expect(figures.size).toBe(before)
  const text = [...figures.keys()].join('\n')
  for (const hidden of ['secret@business', '@', userId, username, companyId, accountId])
    expect(text).not.toContain(hidden)
})

test('many who ask share one reading, and it is kept for a while', async () => {
  let begun = 0
  const counting = {
    connect: () => {
      begun++
      return t.pool.connect()
    },
  }
  const figures = new Figures(counting as never, log)
  await Promise.all([figures.refresh(), figures.refresh(), figures.refresh()])
  await figures.refresh()
  expect(begun).toBe(Object.keys(figureGroups).length)
})

test('a group that fails says so and shows nothing old; the others are told', async () => {
  await operation(
    ...(Object.values(await account()).slice(0, 2) as [string, string]),
    'unknown',
    'sendInvoice',
    '50 s',
  )
  expect((await read()).get('operations_unknown{over_seconds="0"}')).toBeGreaterThan(0)
  await t.owner('revoke execute on function watch_operations() from paydesk_app')
  try {
    const figures = await read()
    expect(figures.get('figures_failed{group="operations"}')).toBe(1)
    expect(
      [...figures.keys()].filter(
        (name) => name.startsWith('operations') || name.startsWith('refunds_unknown'),
      ),
    ).toEqual([])
    expect(figures.get('figures_failed{group="events"}')).toBe(0)
    expect(figures.get('companies{status="active"}')).toBeGreaterThan(0)
  } finally {
    await t.owner('grant execute on function watch_operations() to paydesk_app')
  }
})

test('a table that somebody has locked costs a second and one group', async () => {
  const locked = t.owner(
    'begin; lock table bill in access exclusive mode; select pg_sleep(3); rollback',
  )
  await new Promise((resolve) => setTimeout(resolve, 200))
  const begun = performance.now()
  const figures = await read()
  expect(performance.now() - begun).toBeLessThan(2500)
  expect(figures.get('figures_failed{group="tables"}')).toBe(1)
  expect(figures.get('figures_failed{group="jobs"}')).toBe(0)
  await locked
})

test('without a database every group fails at once', async () => {
  const nowhere = createPool('postgres://nobody@127.0.0.1:9/none', 1, 'test')
  const begun = performance.now()
  const figures = await read(nowhere)
  expect(performance.now() - begun).toBeLessThan(2000)
  for (const group of Object.keys(figureGroups))
    expect(figures.get(`figures_failed{group="${group}"}`)).toBe(1)
  expect(figures.has('jobs_dead')).toBe(false)
  await nowhere.end()
})

test.each(['jobs', 'notices'])(
  '%s are read by the index of what waits: jobs that are done cost nothing',
  async (group) => {
    const client = await t.pool.connect()
    try {
      await client.query('begin')
      // A table as small as this one would be scanned; where no index fits, it still is.
      await client.query('set local enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain ${figureGroups[group]?.query}`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/on job_common/)
      expect(plan).not.toMatch(/Seq Scan on (\w+\.)?job_/)
      await client.query('rollback')
    } finally {
      client.release()
    }
  },
)

test('the quarantine is told with how long it lasts, and the months for which events have room', async () => {
  const told = async () => {
    const figures = await read()
    return ['quarantine', 'quarantine_seconds', 'event_months_ahead'].map((name) =>
      Math.round(figures.get(name) ?? Number.NaN),
    )
  }
  expect(await told()).toEqual([0, 0, 3])
  await t.owner(`select quarantine_on(now(), 'a test')`)
  await t.owner(`update installation set quarantined_at = now() - interval '1000 s'`)
  const [{ month } = { month: '' }] = await t.owner<{ month: string }>(
    `select month_of(
       'paypal_event_body',
       (month_begin(now()) at time zone 'UTC' + interval '2 months') at time zone 'UTC'
     ) as month`,
  )
  // The third month after this one is still there, but behind a gap.
  await t.owner(`drop table ${month}`)
  const [on, lasts, ahead] = await told()
  expect([on, Math.round((lasts ?? 0) / 100), ahead]).toEqual([1, 10, 1])
  await t.owner('update installation set left_at = now()')
  await t.owner('select make_months()')
  expect(await told()).toEqual([0, 0, 3])
})

test('a table is told once, its months together, with what table_sizes() says', async () => {
  const figures = await read()
  const [largest] = await t.owner<{ name: string; rows: string; bytes: string }>(
    `select name, rows, table_bytes + index_bytes as bytes
     from table_sizes()
     where name like 'pgboss%'
     order by bytes desc
     limit 1`,
  )
  expect(
    [...figures.keys()].filter((key) => /^table_bytes\{table="paypal_event_body_\d/.test(key)),
  ).toEqual([])
  expect(figures.get(`table_bytes{table="${largest?.name}"}`)).toBeGreaterThan(0)
  expect(figures.has(`table_dead_rows{table="${largest?.name}"}`)).toBe(true)
})
