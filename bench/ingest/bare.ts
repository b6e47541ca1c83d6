import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type pg from 'pg'
import { applyDue } from '../../apps/api/src/intake/event/apply.ts'
import { inCompanyByBatch } from '../../apps/api/src/lib/db.ts'
import type { Jobs } from '../../apps/api/src/lib/job.ts'
import { createPool } from '../../apps/api/src/lib/pool.ts'
import { type Body, bodiesOf } from './deliveries.ts'
import type { World } from './world.ts'

const perBatch = 200
const clients = 4
type Recorded = { text: string; values: unknown[] }
/** Thrown to roll the transaction back once everything is recorded. */
class AllRecorded extends Error {}

const store = (half: number) => `
with stored as (
  insert into paypal_event (company_id, account_id, event_id, event_type, resource_type, resource_id, created_at, transmission_id, raw)
  select :company::uuid, account_id, event_id, event_type, resource_type, resource_id, now(), event_id, raw from bench_inbox where batch = :b and half = ${half}
  on conflict do nothing returning company_id, account_id, event_id
)
insert into paypal_event_todo (company_id, account_id, event_id) select * from stored returning account_id, event_id`

/**
 * Runs the statements of API and worker, with the same values, by pgbench. This shows what PostgreSQL can do on this machine when nobody
 * verifies, reads or decides anything. The values are recorded by applying each batch once and rolling it back.
 */
export async function runBare(world: World, from: number, to: number, say: (text: string) => void): Promise<{ perSecond: number }> {
  await world.owner.query(`
    create table bench_inbox (batch integer, half integer, account_id uuid, event_id text, event_type text, resource_type text, resource_id text, raw bytea);
    create index on bench_inbox (batch, half);
    create table bench_args (batch integer primary key, company text, args jsonb);
    create sequence bench_batch;
    grant select on bench_inbox, bench_args to public;
    grant usage on sequence bench_batch to public`)
  const batches = batchesOf(world, from, to)
  let script: string | undefined
  let count = 0
  for (const [company, bodies] of batches) {
    const recorded = await record(world, company, bodies)
    const text = scriptOf(recorded)
    script ??= text
    // A batch of another composition would need other statements.
    if (text !== script) continue
    count++
    await stage(world.owner, count, bodies)
    await world.owner.query('insert into bench_args values ($1, $2, $3)', [count, company, JSON.stringify(argumentsOf(recorded))])
  }
  await world.owner.query('vacuum analyze')
  say(`${count} of ${batches.length} batches recorded for pgbench`)
  const each = Math.floor(count / clients)
  const file = `${world.dir}/batch.sql`
  writeFileSync(file, script ?? '')
  const seconds = await pgbench(world.runtimeUrl, file, each)
  return { perSecond: Math.round((each * clients * perBatch) / seconds) }
}

function batchesOf({ paypal, accounts }: World, from: number, to: number): [string, Body[]][] {
  const byCompany = Map.groupBy(bodiesOf(paypal, accounts, from, to), ({ account }) => account.companyId)
  const batches: [string, Body[]][] = []
  for (let first = 0; [...byCompany.values()].some((bodies) => first < bodies.length); first += perBatch)
    for (const [company, bodies] of byCompany) {
      const batch = bodies.slice(first, first + perBatch)
      if (batch.length === perBatch) batches.push([company, batch])
    }
  return batches
}

function factsOf({ account, eventId, body }: Body) {
  const event = JSON.parse(body.toString()) as {
    event_type: string
    resource_type: string
    resource: { id: string; invoice?: { id: string } }
  }
  return [account.accountId, eventId, event.event_type, event.resource_type, event.resource.invoice?.id ?? event.resource.id, body]
}

const columnsOf = (bodies: Body[]) => {
  const facts = bodies.map(factsOf)
  return [0, 1, 2, 3, 4, 5].map((column) => facts.map((row) => row[column]))
}
const unnested = (first: number) =>
  `unnest(${['uuid', 'text', 'text', 'text', 'text', 'bytea'].map((type, n) => `$${first + n}::${type}[]`).join(', ')}) with ordinality
   e (account_id, event_id, event_type, resource_type, resource_id, raw, n)`

const stage = (owner: pg.Pool, batch: number, bodies: Body[]) =>
  owner.query(
    `insert into bench_inbox select $1, case when n <= $2 then 0 else 1 end, account_id, event_id, event_type, resource_type, resource_id, raw
     from ${unnested(3)}`,
    [batch, perBatch / 2, ...columnsOf(bodies)],
  )

/** Records the statements that the worker sends for these events; the transaction is rolled back. */
async function record({ runtimeUrl }: World, company: string, bodies: Body[]): Promise<Recorded[]> {
  const pool = createPool(runtimeUrl, 1, 'bench-record')
  const recorded: Recorded[] = []
  try {
    await inCompanyByBatch(pool, company, async (db) => {
      const client = (pool as unknown as { _clients: pg.PoolClient[] })._clients[0] as pg.PoolClient
      await client.query(
        `with e as (insert into paypal_event (company_id, account_id, event_id, event_type, resource_type, resource_id, raw)
           select $1, account_id, event_id, event_type, resource_type, resource_id, raw from ${unnested(2)} returning company_id, account_id, event_id)
         insert into paypal_event_todo (company_id, account_id, event_id) select * from e`,
        [company, ...columnsOf(bodies)],
      )
      const send = client.query.bind(client) as (query: Recorded) => Promise<pg.QueryResult>
      Object.assign(client, {
        query: (query: Recorded) => {
          if (typeof query !== 'string') recorded.push(query)
          return send(query)
        },
      })
      const nobody = { enqueue: () => Promise.reject(new Error('No job is expected')) } as unknown as Jobs
      await applyDue(db, nobody, company, perBatch)
      throw new AllRecorded()
    })
  } catch (error) {
    if (!(error instanceof AllRecorded)) throw error
  } finally {
    await pool.end()
  }
  return recorded
}

/** Writes a parameter as the driver does. */
function literal(value: unknown): string {
  if (!Array.isArray(value)) return String(value)
  return `{${value.map((one) => `"${String(one).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}

const argumentsOf = (recorded: Recorded[]) =>
  Object.fromEntries(recorded.flatMap(({ values }, s) => values.map((value, p) => [`a${s}_${p + 1}`, literal(value)])))

/** pgbench reads a colon with letters as a variable, even in a bracket expression. The todo rows have other ctids in each run. */
const forPgbench = (text: string, s: number) =>
  text
    .replaceAll('[:alnum:]', 'a-zA-Z0-9')
    .replace(
      'ctid = any($2::tid[])',
      `ctid = any(array(select ctid from paypal_event_todo where company_id = $1 order by due_at limit ${perBatch}))`,
    )
    .replace(/\$(\d+)/g, (_, p: string) => `:a${s}_${p}`)

function scriptOf(recorded: Recorded[]): string {
  const names = recorded.flatMap(({ values }, s) => values.map((_, p) => `a${s}_${p + 1}`))
  const begin = `begin;\nselect set_config('app.company_id', :company, true), set_config('plan_cache_mode', 'auto', true);`
  return [
    `select nextval('bench_batch')::integer as b \\gset`,
    `select company, ${names.map((name) => `args ->> '${name}' as ${name}`).join(', ')} from bench_args where batch = :b \\gset`,
    ...[0, 1].map((half) => `${begin}\n${store(half).trim()};\nselect pg_notify('paydesk_event', '');\ncommit;`),
    begin,
    ...recorded.map(({ text }, s) => `${forPgbench(text, s).trim()};`),
    'commit;',
  ].join('\n')
}

function pgbench(url: string, file: string, each: number): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const env = {
    ...process.env,
    PGPASSWORD: decodeURIComponent(password),
    PGOPTIONS: '-c plan_cache_mode=force_custom_plan -c jit=off',
  }
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-t', String(each), '-f', file]
  const child = spawn('pgbench', [...args, '-h', hostname, '-p', port, '-U', username, pathname.slice(1)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      const tps = Number(/tps = ([\d.]+)/.exec(out)?.[1])
      if (code !== 0 || !tps || /aborted|ERROR/.test(out)) reject(new Error(`pgbench: ${out.slice(0, 2000)}`))
      else resolve((each * clients) / tps)
    })
  })
}
