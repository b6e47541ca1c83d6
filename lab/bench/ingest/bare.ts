import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type pg from 'pg'
import type { Volume as World } from '../../stack/options.ts'
import type { Account } from '../../world/manyCompanies.ts'
import { type Body, bodiesOf } from './deliveries.ts'
import type { Pattern } from './pattern.ts'
import type { Lot } from './payments.ts'
import { Recorder } from './record.ts'
import type { Recorded } from './transactions.ts'

/** As many events as a look takes at most. */
export const perLook = 500
const clients = 4

const store = (half: number) => `
  with given as materialized (
    select *, sha256(raw) as digest from bench_inbox where batch = :b and half = ${half}
  ), month as materialized (select case when events_go_by_month() then now() end as body_at
  ), stored as (
    insert into paypal_event (
      company_id, account_id, event_id, event_type, resource_type, resource_id, created_at,
      transmission_id, digest, body_at, raw
    )
    select :company::uuid, account_id, event_id, event_type, resource_type, resource_id, now(),
      event_id, digest, m.body_at, case when m.body_at is null then raw else '' end
    from given
    cross join month m
    on conflict do nothing
    returning company_id, account_id, event_id, digest, body_at
  ), bodies as (
    insert into paypal_event_body (company_id, account_id, event_id, received_at, raw)
    select s.company_id, s.account_id, s.event_id, s.body_at, g.raw
    from stored s
    join given g using (account_id, event_id, digest)
    where s.body_at is not null
  )
  insert into paypal_event_todo (company_id, account_id, event_id)
  select company_id, account_id, event_id
  from stored
  returning account_id, event_id`

/** Events stored and confirmed a second, and rows of reporting written a second. */
export type Rates = { confirmedPerSecond: number; bookedPerSecond: number }

/**
 * Runs the statements of API and worker, with the same values, by pgbench. This shows what
 * PostgreSQL can do on this machine when nobody verifies, asks, reads or decides anything.
 */
export async function runBare(
  world: World,
  pattern: Pattern,
  lot: Lot,
  say: (text: string) => void,
): Promise<Rates> {
  const { owner } = world
  await owner.query(`
    drop table if exists bench_inbox, bench_args;
    drop sequence if exists bench_batch;
    create table bench_inbox (batch integer, half integer, account_id uuid, event_id text, event_type text, resource_type text, resource_id text, raw bytea);
    create index on bench_inbox (batch, half);
    create table bench_args (batch integer primary key, company text, args jsonb);
    create sequence bench_batch;
    grant select on bench_inbox, bench_args to public;
    grant usage on sequence bench_batch to public`)
  const recorder = new Recorder(world)
  try {
    await recorder.warm(world.accounts)
    const confirmed = await runLooks(world, recorder, batchesOf(world, pattern, lot), say)
    await world.sim.act('freezeReporting', { frozen: false })
    const booked = await runPages(world, recorder, lot, say)
    return { confirmedPerSecond: confirmed, bookedPerSecond: booked }
  } finally {
    await recorder.end()
    await owner.query('update account_sync set lease_id = null, leased_until = null')
  }
}

async function runLooks(
  world: World,
  recorder: Recorder,
  batches: [Account, Body[]][],
  say: (text: string) => void,
): Promise<number> {
  const { owner } = world
  const scripts = new Scripts(
    owner,
    [0, 1].map(
      (half) =>
        `${begin('auto')}\n${store(half).trim()};\nselect pg_notify('paydesk_event', '');\ncommit;`,
    ),
  )
  for (const [account, bodies] of batches) {
    await owner.query(
      `with e as (
         insert into paypal_event (
           company_id, account_id, event_id, event_type, resource_type, resource_id, raw
         )
         select $1, account_id, event_id, event_type, resource_type, resource_id, raw
         from ${unnested(2)}
         returning company_id, account_id, event_id
       )
       insert into paypal_event_todo (company_id, account_id, event_id) select * from e`,
      [account.companyId, ...columnsOf(bodies)],
    )
    const recorded = await recorder.look(account)
    await owner.query('delete from paypal_event_todo')
    await owner.query('delete from paypal_event where event_id = any($1)', [
      bodies.map(({ eventId }) => eventId),
    ])
    const batch = await scripts.add(account.companyId, recorded)
    if (batch)
      await owner.query(
        `insert into bench_inbox
         select $1, case when n <= $2 then 0 else 1 end, account_id, event_id, event_type,
           resource_type, resource_id, raw
         from ${unnested(3)}`,
        [batch, perLook / 2, ...columnsOf(bodies)],
      )
  }
  say(`${scripts.count} of ${batches.length} looks recorded for pgbench`)
  return perLook * (await scripts.run(world))
}

async function runPages(
  world: World,
  recorder: Recorder,
  lot: Lot,
  say: (text: string) => void,
): Promise<number> {
  const { owner, accounts } = world
  await owner.query('update account_sync set due_at = now(), lease_id = null, leased_until = null')
  const scripts = new Scripts(owner, [])
  let rows = 0
  for (const account of accounts) {
    const lease = await recorder.lease(account)
    if (!lease) throw new Error('The account is held by another')
    const window = { from: new Date(lot.paidAt - 1000), to: new Date(lot.paidAt + 1000) }
    for (const recorded of await recorder.pages(lease, window))
      if (await scripts.add(account.companyId, [recorded])) rows += rowsOf(recorded)
  }
  say(`${scripts.count} pages recorded for pgbench, ${rows} rows`)
  return (rows / scripts.count) * (await scripts.run(world))
}

/** The rows of a page are the first list of ids that it asks for. */
const rowsOf = (recorded: Recorded) =>
  Math.max(
    ...recorded.flatMap(({ values }) =>
      values.map((value) => (Array.isArray(value) ? value.length : 0)),
    ),
  )

/**
 * Batches of each account in turn: clients that work at the same account would wait for
 * each other's books.
 */
function batchesOf({ accounts }: World, pattern: Pattern, lot: Lot): [Account, Body[]][] {
  const byAccount = [...Map.groupBy(bodiesOf(pattern, accounts, lot), ({ account }) => account)]
  const batches: [Account, Body[]][] = []
  for (let first = 0; byAccount.some(([, bodies]) => first < bodies.length); first += perLook)
    for (const [account, bodies] of byAccount) {
      const batch = bodies.slice(first, first + perLook)
      if (batch.length === perLook) batches.push([account, batch])
    }
  return batches
}

function factsOf({ account, eventId, body }: Body) {
  const event = JSON.parse(body.toString()) as {
    event_type: string
    resource_type: string
    resource: { id: string; invoice?: { id: string } }
  }
  return [
    account.accountId,
    eventId,
    event.event_type,
    event.resource_type,
    event.resource.invoice?.id ?? event.resource.id,
    body,
  ]
}

const columnsOf = (bodies: Body[]) => {
  const facts = bodies.map(factsOf)
  return [0, 1, 2, 3, 4, 5].map((column) => facts.map((row) => row[column]))
}
const unnested = (first: number) =>
  `unnest(${['uuid', 'text', 'text', 'text', 'text', 'bytea'].map((type, n) => `$${first + n}::${type}[]`).join(', ')}) with ordinality
   e (account_id, event_id, event_type, resource_type, resource_id, raw, n)`

const begin = (plans: string) =>
  `begin;\nselect set_config('app.company_id', :company, true), set_config('plan_cache_mode', '${plans}', true);`

/** Which plans the transaction asked for (inCompany, inCompanyByBatch). */
const plansOf = (recorded: Recorded) =>
  recorded.some(({ text }) => text.includes('plan_cache_mode')) ? 'auto' : 'force_custom_plan'

/**
 * Batches of one composition, each with its values. Those of another composition would need other
 * statements and are left out.
 */
class Scripts {
  private readonly owner: pg.Pool
  private readonly before: string[]
  private script: string | undefined
  count = 0
  constructor(owner: pg.Pool, before: string[]) {
    this.owner = owner
    this.before = before
  }

  /** The batch's number, if it was taken. */
  async add(company: string, recorded: Recorded[]): Promise<number | undefined> {
    // The company is entered and the plans are chosen by the script itself.
    const own = recorded.map((one) =>
      one.filter(({ text }) => !text.startsWith('select set_config(')),
    )
    if (own.some((one) => one.length === 0)) throw new Error('A recorded transaction is empty')
    const text = this.scriptOf(own, recorded.map(plansOf))
    this.script ??= text
    if (text !== this.script) return undefined
    this.count++
    const args = Object.fromEntries(
      own
        .flat()
        .flatMap(({ values }, s) => values.map((value, p) => [`a${s}_${p + 1}`, literal(value)])),
    )
    await this.owner.query('insert into bench_args values ($1, $2, $3)', [
      this.count,
      company,
      JSON.stringify(args),
    ])
    return this.count
  }

  private scriptOf(recorded: Recorded[], plans: string[]): string {
    const names = recorded.flat().flatMap(({ values }, s) => values.map((_, p) => `a${s}_${p + 1}`))
    let s = 0
    return [
      `select nextval('bench_batch')::integer as b \\gset`,
      `select company, ${names.map((name) => `args ->> '${name}' as ${name}`).join(', ')}
       from bench_args
       where batch = :b \\gset`,
      ...this.before,
      ...recorded.flatMap((one, n) => [
        begin(plans[n] as string),
        ...one.map(({ text }) => `${forPgbench(text, s++).trim()};`),
        'commit;',
      ]),
    ].join('\n')
  }

  /** Batches a second. */
  async run({ dir, runtimeUrl }: World): Promise<number> {
    await this.owner.query('vacuum analyze')
    const each = Math.floor(this.count / clients)
    if (!this.script || each === 0)
      throw new Error(`${this.count} batches recorded, too few for ${clients} clients of pgbench`)
    const file = `${dir}/batch.sql`
    writeFileSync(file, this.script)
    const perSecond = await pgbench(runtimeUrl, file, each)
    await this.owner.query(`truncate bench_args, bench_inbox; alter sequence bench_batch restart`)
    return perSecond
  }
}

/** Writes a parameter as the driver does. */
function literal(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (!Array.isArray(value)) return String(value)
  return `{${value.map((one) => `"${String(one).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}

/** pgbench reads a colon with letters as a variable, even in a bracket expression. */
const forPgbench = (text: string, s: number) =>
  text.replaceAll('[:alnum:]', 'a-zA-Z0-9').replace(/\$(\d+)/g, (_, p: string) => `:a${s}_${p}`)

/** Runs the script `each` times by each client and says how many times a second. */
function pgbench(url: string, file: string, each: number): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(password), PGOPTIONS: '-c jit=off' }
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '2',
    '-t',
    String(each),
    '-f',
    file,
  ]
  const child = spawn(
    'pgbench',
    [...args, '-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
    {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      const tps = Number(/tps = ([\d.]+)/.exec(out)?.[1])
      if (code !== 0 || !tps || /aborted|ERROR/.test(out))
        reject(new Error(`pgbench: ${out.slice(0, 2000)}`))
      else resolve(tps)
    })
  })
}
