/**
 * Measures exports at size: a million filtered transactions as CSV and as XLSX through HTTP,
 * compared with a bare `COPY` of the same rows and columns, in turns within the same run. Options:
 * `--rows N --turns N`. `--short` takes half a minute, reports the times and fails on memory only.
 * The last line is one JSON object.
 */
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Endings } from '../../ground/openDatabase.ts'
import { endAll } from '../../ground/processes.ts'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { fillDemo, labPassword } from '../../world/accounts.ts'

const short = process.argv.includes('--short')
const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    rows: { type: 'string', default: short ? '50000' : '1000000' },
    turns: { type: 'string', default: short ? '1' : '3' },
  },
  allowPositionals: true,
})
const [rows, turns] = [Number(values.rows), Number(values.turns)]
const bars = { csvRatio: 2.5, xlsxRatio: 5, megabytes: 150 }
/** PostgreSQL's own export of the same rows, order and columns as the file. */
const bareCopy = `copy (
  select t.occurred_at, a.label, t.provider_transaction_id, t.class, t.event_code, t.status, t.currency, t.gross_minor, t.fee_minor, t.net_minor,
    t.payer_name, t.payer_email, bills.numbers, t.match_state, t.reference_id, t.note
  from paypal_transaction t join paypal_account a on a.company_id = t.company_id and a.id = t.account_id
  left join lateral (select string_agg(b.number, ' ' order by l.created_at, l.id) as numbers from match_line l
    join bill b on b.company_id = l.company_id and b.id = l.bill_id where l.company_id = t.company_id and l.transaction_id = t.id) bills on true
  where t.company_id = (select id from company where code = 'CX') and t.currency = 'USD' order by t.occurred_at desc, t.id desc
) to program 'cat > /dev/null' (format csv)`
const settings = [
  'synchronous_commit=off',
  'shared_buffers=1GB',
  'max_wal_size=8GB',
  'autovacuum=off',
]
const endings: Endings = []
let missed = true
try {
  const stack = await openStack({
    name: 'bench-export',
    apis: 1,
    workers: 0,
    settings,
    fill: async (given) => {
      await fillDemo(given)
      return {}
    },
    env: { LOG_LEVEL: 'warn' },
    held: true,
    endings,
  })
  const owner = new pg.Client({ connectionString: stack.ownerUrl })
  await owner.connect()
  endings.push(() => owner.end())
  await load(owner)
  await stack.crew.start()
  const base = stack.api
  const client = new Client(base)
  const token = await client.signIn('finance', labPassword)
  // A whole export asks for a second factor of the last ten minutes, and the bench may take longer.
  await owner.query(`update session set factor_at = now() + interval '1 day'`)
  const pid = stack.crew.apis[0]?.child?.pid as number
  const idle = memoryOf(pid, 'VmRSS')
  const seconds: Record<'copy' | 'csv' | 'xlsx', number[]> = { copy: [], csv: [], xlsx: [] }
  const bytes: Record<string, number> = {}
  for (let turn = 0; turn < turns; turn++)
    for (const side of ['copy', 'csv', 'xlsx'] as const) {
      const started = performance.now()
      if (side === 'copy') await owner.query(bareCopy)
      else
        bytes[side] = await read(
          `${base}/api/export/paypalTransaction?format=${side}&currency=USD`,
          token,
        )
      seconds[side].push((performance.now() - started) / 1000)
      console.log(
        `${side} ${seconds[side].at(-1)?.toFixed(2)} s, ${memoryOf(pid, 'VmHWM')} MB at most`,
      )
    }
  const best = (side: keyof typeof seconds) => Math.min(...seconds[side])
  const [csvRatio, xlsxRatio] = [best('csv') / best('copy'), best('xlsx') / best('copy')]
  const peak = memoryOf(pid, 'VmHWM')
  const slow = !short && (csvRatio > bars.csvRatio || xlsxRatio > bars.xlsxRatio)
  missed = slow || peak - idle > bars.megabytes
  const rounded = (n: number) => Number(n.toFixed(2))
  console.log(
    JSON.stringify({
      bench: 'export',
      rows,
      copySeconds: rounded(best('copy')),
      csvSeconds: rounded(best('csv')),
      xlsxSeconds: rounded(best('xlsx')),
      csvRatio: rounded(csvRatio),
      xlsxRatio: rounded(xlsxRatio),
      csvBytes: bytes.csv,
      xlsxBytes: bytes.xlsx,
      idleMegabytes: idle,
      peakMegabytes: peak,
      addedMegabytes: peak - idle,
      bars,
      load: loadavg()[0],
      passed: !missed,
    }),
  )
} finally {
  await endAll(endings)
}
process.exit(missed ? 1 : 0)

function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(line?.[1]) / 1024)
}

async function read(url: string, authorization: string): Promise<number> {
  const response = await fetch(url, { headers: { authorization } })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  let length = 0
  for await (const chunk of response.body) length += chunk.length
  return length
}

/** Loads two years of a company's payments, half of them explained by bills. */
async function load(owner: pg.Client) {
  await owner.query('alter table paypal_transaction disable trigger user')
  await owner.query(
    `insert into paypal_transaction (
       company_id, account_id, provider_transaction_id, event_code, class, status, currency,
       gross_minor, fee_minor, payer_name, payer_email, note, occurred_at, provider_updated_at,
       first_seen_via, synced_at, match_state
     )
     select c.id, a.id, upper(substr(md5(i::text), 1, 17)), 'T0006', 'payment', 'S', 'USD',
       1000 + i % 100000, -(30 + i % 900),
       case when i % 3 = 0 then '王小明' else 'Payer ' || i % 5000 end,
       'payer' || i % 5000 || '@example.com',
       case when i % 10 = 0 then 'Thank you, "all" of you' else '' end,
       now() - i * interval '1 minute', now(), 'sync', now(), 'auto'
     from generate_series(1, $1::integer) i, company c,
       lateral (select id from paypal_account where company_id = c.id limit 1) a
     where c.code = 'CX'`,
    [rows],
  )
  await owner.query(
    `insert into match_line (company_id, transaction_id, bill_id, amount_minor, rule)
     select t.company_id, t.id, b.id, t.gross_minor, 'invoice'
     from paypal_transaction t,
       lateral (select id from bill where company_id = t.company_id limit 1) b
     where t.gross_minor % 2 = 0`,
  )
  await owner.query('alter table paypal_transaction enable trigger user')
  await owner.query('vacuum analyze')
  console.log(`${rows} rows loaded`)
}
