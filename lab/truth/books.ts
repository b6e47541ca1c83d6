import pg from 'pg'
import { createPool } from '../../apps/api/src/lib/pool.ts'
import { verifyLedger } from '../../apps/api/src/money/ledger/verify.ts'
import { verifyAudit } from '../../apps/api/src/office/audit/verify.ts'
import { differences } from '../../apps/api/src/test/differential.ts'

export type DemoReport = {
  bills: Record<string, number>
  rows: number
  monthEnds: number
  faults: string[]
}

/**
 * What must hold of a history: books, audit chain and screens agree, every month's end is proven,
 * and time is the present again.
 */
export async function verifyDemo(ownerUrl: string): Promise<DemoReport> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  // What people see is read as the API reads it, one company at a time.
  const pool = createPool(ownerUrl, 2, 'paydesk-demo-verify')
  pool.on('connect', (client) => void client.query('set role paydesk_app'))
  await owner.connect()
  try {
    const ask = async <R extends pg.QueryResultRow>(text: string) =>
      (await owner.query<R>(text)).rows
    const ledger = await verifyLedger(ownerUrl)
    const audit = await verifyAudit(ownerUrl, [])
    const companies = await ask<{ id: string; code: string }>(
      'select id, code from company order by code',
    )
    const differing: string[] = []
    for (const { id, code } of companies)
      for (const { between, where, first, second } of await differences(pool, id))
        differing.push(`${code}: ${between}: ${where}: ${first} and ${second}`)
    // A bill that has gone out has its invoice: a link that works, and reminders that arrive.
    const without = await ask<{ number: string }>(
      `select number
       from bill
       where provider_invoice_id is null and status not in ('draft', 'sendFailed', 'cancelled')`,
    )
    const [clock] = await ask<{ away: boolean }>(
      `select abs(extract(epoch from now()) * 1000 - ${Date.now()}) > 60000
           or to_regnamespace('travel') is not null
         or exists (select from pg_proc where prosrc ~ 'travel\\.')
         or exists (
           select from pg_attrdef where pg_get_expr(adbin, adrelid) ~ 'travel\\.'
         ) as away`,
    )
    const left = await ask<{ what: string }>(
      `select 'operation ' || kind || ' is ' || state as what
       from operation
       where state not in ('done', 'refused')
       union all select 'event ' || event_id || ' waits' from paypal_event_todo
       union all select 'job ' || name || ' failed' from pgboss.job where state = 'failed'`,
    )
    const statuses = await ask<{ status: string; n: string }>(
      'select status, count(*) as n from bill group by 1 order by 1',
    )
    const [counts] = await ask<{ rows: string; months: string }>(
      `select (select count(*) from paypal_transaction) as rows,
         (
           select count(*)
           from account_sync s
           join company c on c.id = s.company_id
           cross join lateral month_ends(s.company_id, s.account_id, c.timezone) m
           where m.as_of is not null
         ) as months`,
    )
    return {
      bills: Object.fromEntries(statuses.map(({ status, n }) => [status, Number(n)])),
      rows: Number(counts?.rows),
      monthEnds: Number(counts?.months),
      faults: [
        ...ledger.faults.map((fault) => `ledger: ${JSON.stringify(fault)}`),
        ...(ledger.unproven + ledger.unprovenMonths > 0
          ? [`not proven: ${ledger.unproven} balances, ${ledger.unprovenMonths} month ends`]
          : []),
        ...audit.faults.map((fault) => `audit: ${JSON.stringify(fault)}`),
        ...differing,
        ...without.map(({ number }) => `${number} has no invoice`),
        ...(clock?.away ? ['the database is not in the present'] : []),
        ...left.map(({ what }) => what),
      ],
    }
  } finally {
    await owner.end()
    await pool.end()
  }
}
