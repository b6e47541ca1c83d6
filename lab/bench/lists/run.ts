/**
 * Measures the lists of bills and of transactions, and the palette's search, at size: the whole
 * call through HTTP and the same SQL bare, at 100 thousand, 1 million and 10 million rows in 200
 * skewed companies. Each list takes some 30 minutes and 40 GB of disk in .tmp. `--only
 * bills|transactions` measures one of them; `--short` takes 20 thousand rows and 6 turns, reports
 * the times and fails only when a question fails; `--alone` leaves the smaller sizes out, `--data
 * DIR` keeps the loaded data there and uses it again. `--watched` measures each list by a second
 * API too, with metrics and traces on, by turns. The last line is one JSON object.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createPool } from '../../../apps/api/src/lib/pool.ts'
import { createDatabase, prepareDatabase } from '../../ground/database.ts'
import { startPrivatePostgres } from '../../ground/postgres.ts'
import { openStack } from '../../stack/openStack.ts'
import { watching } from '../watched/watching.ts'
import { loadBills, openWorld } from './load.ts'
import { loadTransactions } from './loadTransactions.ts'
import { type Figures, measure } from './measure.ts'
import { paletteClasses } from './paletteQueries.ts'
import { classes } from './queries.ts'
import { transactionClasses } from './transactionQueries.ts'

const short = process.argv.includes('--short')
const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    rows: { type: 'string', default: short ? '20000' : '10000000' },
    turns: { type: 'string', default: short ? '6' : '200' },
    alone: { type: 'boolean', default: false },
    data: { type: 'string' },
    only: { type: 'string' },
    watched: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
/** The records that are listed; each kind has databases of its own. */
const subjects = {
  bills: { database: 'lists', load: loadBills, classes: { ...classes, ...paletteClasses } },
  transactions: { database: 'transactions', load: loadTransactions, classes: transactionClasses },
}
type Subject = keyof typeof subjects
const chosen = (Object.keys(subjects) as Subject[]).filter(
  (subject) => values.only === undefined || values.only === subject,
)
if (chosen.length === 0) throw new Error(`--only ${Object.keys(subjects).join('|')}`)
const largest = Number(values.rows)
const sizes = [
  ...new Set([
    ...[100_000, 1_000_000, 10_000_000].filter((size) => size < largest && !values.alone),
    largest,
  ]),
]
const root = new URL('../../..', import.meta.url).pathname
const dir = values.data ?? `${root}.tmp/bench-lists-${process.pid}`
const started = performance.now()
const say = (text: string) =>
  console.log(`[${((performance.now() - started) / 1000).toFixed(0)} s] ${text}`)

/**
 * Loading need not survive a crash, and reading writes nothing. The other settings are those of
 * a server of 8 GB.
 */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=16GB',
  'shared_buffers=2GB',
  'autovacuum=off',
]

mkdirSync(dir, { recursive: true })
const server = await startPrivatePostgres(dir, { keep: values.data !== undefined, settings })
const results: Record<string, Record<string, Record<string, Figures>>> = {}
let failure: unknown
try {
  for (const subject of chosen) {
    results[subject] = {}
    for (const rows of sizes) results[subject][rows] = await runAt(subject, rows)
  }
} catch (error) {
  failure = error
} finally {
  await server.stop()
  if (!values.data) rmSync(dir, { recursive: true, force: true })
}
if (failure) throw failure

async function runAt(subject: Subject, rows: number): Promise<Record<string, Figures>> {
  const name = `${subjects[subject].database}_${rows}`
  if (await isLoaded(name)) say(`${rows} rows: loaded before`)
  else await load(subject, name, rows)
  const { runtimeUrl } = await prepareDatabase(server.ownerUrl(name))
  const world = await openWorld(server.ownerUrl(name))
  const watch = values.watched ? await watching() : undefined
  const watched = await watch?.env()
  const stack = await openStack({
    name: `bench-lists-${name}`,
    apis: watched ? 2 : 1,
    workers: 0,
    database: async () => ({ ownerUrl: server.ownerUrl(name), runtimeUrl }),
    env: { NODE_ENV: 'development', CONSOLE_DIR: '/nonexistent' },
    apiEnv: (index) => (index === 1 && watched ? watched : {}),
  })
  const [base = '', watchedBase] = stack.apis
  const pool = createPool(runtimeUrl, 1, 'bench-capture')
  const client = new pg.Client({
    connectionString: runtimeUrl,
    options: '-c plan_cache_mode=force_custom_plan -c jit=off',
    pipeline: true,
  } as pg.ClientConfig)
  try {
    await client.connect()
    const figures: Record<string, Figures> = {}
    for (const [key, one] of Object.entries(subjects[subject].classes)) {
      const found = await measure(
        { base, ...(watchedBase && { watchedBase }), pool, client, world },
        one,
        Number(values.turns),
      )
      figures[key] = found
      const { http, watched, bare, bareCpu, withinBar, withinBare } = found
      say(
        `${rows} ${subject} ${key}: http ${http.p50}/${http.p95} ms${watched ? `, watched ${watched.p50}/${watched.p95} ms` : ''}, bare ${bare.p50}/${bare.p95} ms, its CPU ${bareCpu?.p50}/${bareCpu?.p95}${withinBar && withinBare ? '' : '  MISSED'}`,
      )
    }
    return figures
  } finally {
    await client.end()
    await pool.end()
    await stack.stop()
    watch?.stop()
    if (!values.data) await asOwner((owner) => owner.query(`drop database ${name} with (force)`))
  }
}

async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: server.ownerUrl('postgres') })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

function isLoaded(name: string) {
  return asOwner(
    async (owner) =>
      (await owner.query('select from pg_database where datname = $1', [name])).rows.length > 0,
  )
}

/**
 * A database has another name until it is whole, so that a load that was broken off is begun again.
 */
async function load(subject: Subject, name: string, rows: number) {
  await asOwner((owner) => owner.query(`drop database if exists ${name}_loading`))
  await createDatabase(server.ownerUrl('postgres'), `${name}_loading`)
  const url = server.ownerUrl(`${name}_loading`)
  await prepareDatabase(url)
  await subjects[subject].load(url, rows, say)
  await asOwner((owner) => owner.query(`alter database ${name}_loading rename to ${name}`))
}

const p95 = (subject: Subject, rows: number | undefined) =>
  results[subject]?.[rows ?? 0]?.page1?.http.p95 ?? Number.NaN
/** Times slower with metrics and traces, over all lists: the geometric mean. */
const watchedTimes = (of: 'p50' | 'p95') => {
  const all = chosen.flatMap((subject) =>
    Object.values(results[subject]?.[largest] ?? {}).flatMap(({ http, watched }) =>
      watched ? [Math.log(watched[of] / http[of])] : [],
    ),
  )
  return Number(Math.exp(all.reduce((sum, one) => sum + one, 0) / all.length).toFixed(3))
}
const watchedBar = 1.1
const growths = chosen.map((subject) => ({
  subject,
  from: sizes[0],
  to: largest,
  times: Number((p95(subject, largest) / p95(subject, sizes[0])).toFixed(2)),
  bar: 2,
}))
const missed = chosen.flatMap((subject) => [
  ...Object.entries(results[subject]?.[largest] ?? {}).flatMap(
    ([key, { withinBar, withinBare }]) => [
      ...(withinBar ? [] : [`${subject} ${key} bar`]),
      ...(withinBare ? [] : [`${subject} ${key} ratio`]),
    ],
  ),
  ...growths
    .filter((one) => one.subject === subject && sizes.length > 1 && one.times > one.bar)
    .map(() => `${subject} growth`),
])
if (values.watched && watchedTimes('p50') > watchedBar) missed.push('watched')
console.log(
  JSON.stringify({
    bench: 'lists',
    ...(values.watched && {
      watchedTimes: { p50: watchedTimes('p50'), p95: watchedTimes('p95'), bar: watchedBar },
    }),
    companies: 200,
    largestShare: 0.3,
    results,
    growthPage1: sizes.length > 1 ? growths : null,
    missed,
    cores: cpus().length,
    loadAverage: Number((loadavg()[0] ?? 0).toFixed(1)),
    seconds: Math.round((performance.now() - started) / 1000),
    reached: missed.length === 0,
  }),
)
process.exit(missed.length === 0 || short ? 0 : 1)
