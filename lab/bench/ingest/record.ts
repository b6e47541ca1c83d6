import type pg from 'pg'
import { confirmDue } from '../../../apps/api/src/intake/event/confirm.ts'
import { type Lease, takeLease } from '../../../apps/api/src/intake/reporting/lease.ts'
import { type Reading, writePage } from '../../../apps/api/src/intake/reporting/reading.ts'
import type { Run } from '../../../apps/api/src/intake/reporting/run.ts'
import { readWindow } from '../../../apps/api/src/intake/reporting/window.ts'
import { readConfig } from '../../../apps/api/src/lib/config.ts'
import { inCompany } from '../../../apps/api/src/lib/db.ts'
import type { Jobs } from '../../../apps/api/src/lib/job.ts'
import type { Log } from '../../../apps/api/src/lib/log.ts'
import { openOutside } from '../../../apps/api/src/lib/outside/outside.ts'
import { createPool } from '../../../apps/api/src/lib/pool.ts'
import { clientOf } from '../../../apps/api/src/paypal/paypalAccount/paypalAccount.ts'
import type { Volume as World } from '../../stack/options.ts'
import type { Account } from '../../world/manyCompanies.ts'
import { type Recorded, recordTransactions } from './transactions.ts'

/**
 * Runs the worker's own code and writes down each transaction that it makes. Each is rolled back
 * where it would commit, so that pgbench can do the same work with the same values.
 */
export class Recorder {
  private readonly pool: pg.Pool
  private readonly plain: pg.Pool
  private readonly outside
  private readonly transactions: Recorded[]
  constructor({ runtimeUrl, env }: World) {
    this.pool = createPool(runtimeUrl, 1, 'bench-record')
    this.plain = createPool(runtimeUrl, 1, 'bench')
    this.outside = openOutside(readConfig(env), this.plain)
    this.transactions = recordTransactions(this.pool)
  }

  /** Has the companies' keys read, which a worker does once. */
  async warm(accounts: Account[]): Promise<void> {
    for (const account of accounts)
      await inCompany(this.plain, account.companyId, (db) => clientOf(db, this.outside, account))
  }

  /** A look at the due events of an account: what it reads, and what it writes. */
  async look({ companyId, accountId }: Account): Promise<Recorded[]> {
    this.transactions.length = 0
    await confirmDue(
      { pool: this.pool, outside: this.outside, jobs: nobody, log: silence },
      { companyId, accountId },
    )
    return [...this.transactions]
  }

  lease = (ref: Account): Promise<Lease | undefined> => takeLease(this.plain, ref, 3600)

  /** Each page that reporting shows of this time, as it would be written. */
  async pages(lease: Lease, window: { from: Date; to: Date }): Promise<Recorded[]> {
    const paypal = await inCompany(this.plain, lease.companyId, (db) =>
      clientOf(db, this.outside, lease),
    )
    if (!paypal) throw new Error('The account has no credentials')
    const reading: Reading = {
      pool: this.pool,
      outside: this.outside,
      jobs: nobody,
      log: silence,
      paypal,
      lease,
      patienceMs: 60_000,
      deadline: Number.POSITIVE_INFINITY,
    }
    const run = { seen: 0, added: 0, changed: 0 } as Run
    this.transactions.length = 0
    const reader = { paypal, accountId: lease.accountId, patienceMs: 60_000, onCall: () => {} }
    await readWindow({ ...reader, onPage: (rows) => writePage(reading, run, rows) }, window)
    return this.transactions.filter((one) => one.length > 2)
  }

  async end(): Promise<void> {
    await Promise.all([this.pool.end(), this.plain.end()])
  }
}

/**
 * The worker queues a job now and then (one for each look, for the fees); the engine's
 * statements are left out.
 */
const nobody = { enqueue: async () => {} } as unknown as Jobs
const silence = { error: console.error, warn: () => {}, info: () => {} } as unknown as Log
