/**
 * `npm run ledger:verify [-- --ask]`: proves for every company, account and currency that the books add up, agree with PayPal's rows and
 * equal PayPal's own balance, and names the first difference of each kind. With --ask it asks PayPal for its balances now (this needs the
 * worker's settings: DATABASE_URL, PAYDESK_MASTER_KEYS); otherwise it uses those of the last sync. Of which database: owner.ts.
 */
import { sql } from 'kysely'
import { proveAccount } from '../apps/api/src/intake/reporting/proof.ts'
import { readConfig } from '../apps/api/src/lib/config.ts'
import { inTransaction } from '../apps/api/src/lib/db.ts'
import { createLog } from '../apps/api/src/lib/log.ts'
import { openOutside } from '../apps/api/src/lib/outside/outside.ts'
import { createPool } from '../apps/api/src/lib/pool.ts'
import { verifyLedger } from '../apps/api/src/money/ledger/verify.ts'
import { withOwner } from './owner.ts'

async function askPayPal(): Promise<{ asked: number; proven: number }> {
  const config = readConfig(process.env)
  const pool = createPool(config.databaseUrl, 2, 'paydesk-verify')
  const side = { pool, outside: openOutside(config, pool), log: createLog(config, 'worker') }
  const { rows } = await inTransaction(pool, [], (db) =>
    sql<{ companyId: string; accountId: string }>`select * from paypal_accounts_in_use()`.execute(db),
  )
  let proven = 0
  for (const ref of rows) if (await proveAccount(side, ref)) proven += 1
  await pool.end()
  return { asked: rows.length, proven }
}

const asked = process.argv.includes('--ask') ? await askPayPal() : {}
const result = await withOwner(verifyLedger)
console.log(JSON.stringify({ ...asked, ...result }))
process.exit(result.faults.length > 0 ? 1 : 0)
