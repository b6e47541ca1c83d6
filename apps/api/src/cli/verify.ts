import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { proveAccount } from '../intake/reporting/proof.ts'
import { readConfig, readSettings } from '../lib/config.ts'
import { inTransaction } from '../lib/db.ts'
import { createLog } from '../lib/log.ts'
import { openOutside } from '../lib/outside/outside.ts'
import { createPool } from '../lib/pool.ts'
import { exitCodes, PlainEnd, wrongUsage } from '../lib/startup/plain.ts'
import { verifyLedger } from '../money/ledger/verify.ts'
import { type Head, verifyAudit } from '../office/audit/verify.ts'
import { readOptions } from './options.ts'
import { print } from './output.ts'

export const run = (args: string[]) =>
  verify(args, readSettings(process.env, ['DATABASE_OWNER_URL']).DATABASE_OWNER_URL)

/**
 * `ledger [--ask]` proves for every company, account and currency that the books add up, agree with
 * PayPal's rows and equal PayPal's own balance, and names the first difference of each kind.
 * With --ask it asks PayPal for its balances now, which needs the worker's settings; otherwise it
 * uses those of the last sync. `audit [--heads log]` recomputes every company's chain and names the
 * first bad entry; with --heads it also checks each head hash that was once written to that log.
 */
export async function verify([what, ...args]: string[], ownerUrl: string): Promise<number> {
  const result =
    what === 'ledger'
      ? await ledger(args, ownerUrl)
      : what === 'audit'
        ? await audit(args, ownerUrl)
        : undefined
  if (!result) throw wrongUsage('verify takes ledger or audit')
  print(JSON.stringify(result))
  return result.faults.length > 0 ? exitCodes.faults : 0
}

async function ledger(args: string[], ownerUrl: string) {
  const { values } = readOptions({ args, options: { ask: { type: 'boolean', default: false } } })
  const asked = values.ask ? await askPayPal() : {}
  return { ...asked, ...(await verifyLedger(ownerUrl)) }
}

async function askPayPal(): Promise<{ asked: number; proven: number }> {
  const config = readConfig(process.env)
  const pool = createPool(config.databaseUrl, 2, 'paydesk-verify')
  const side = { pool, outside: openOutside(config, pool), log: createLog(config, 'worker') }
  const { rows } = await inTransaction(pool, [], (db) =>
    sql<{ companyId: string; accountId: string }>`select * from paypal_accounts_in_use()`.execute(
      db,
    ),
  )
  let proven = 0
  for (const ref of rows) if (await proveAccount(side, ref)) proven += 1
  await pool.end()
  return { asked: rows.length, proven }
}

async function audit(args: string[], ownerUrl: string) {
  const { values } = readOptions({ args, options: { heads: { type: 'string' } } })
  return verifyAudit(ownerUrl, values.heads === undefined ? [] : readHeads(values.heads))
}

function readHeads(path: string): Head[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) =>
        line.includes('"auditHead"')
          ? [JSON.parse(line.slice(line.indexOf('{'))).auditHead as Head]
          : [],
      )
  } catch (error) {
    throw new PlainEnd(
      [`The log of --heads cannot be read: ${(error as Error).message}`],
      exitCodes.usage,
    )
  }
}
