import { sql } from 'kysely'
import {
  billsToSee,
  feeless,
  type InvoicesRead,
  readInvoices,
  type ToSee,
  takeSeen,
  wantFees,
} from '../../billing/bill/bill.ts'
import { inCompany } from '../../lib/db.ts'
import type { Handler, Preparation } from '../../lib/job.ts'
import { reviveStuck } from '../../paypal/operation/operation.ts'
import { clientOf, noteSwept } from '../../paypal/paypalAccount/paypalAccount.ts'
import type { SweepData } from './event.ts'

/**
 * Bills that one account gets seen per minute: some pages of PayPal's search, or so many calls
 * where they lie far apart.
 */
export const perSweep = 200
const mostSingly = 100
/** A bill is sent within minutes of its making. */
const marginMs = 10 * 60_000

type Swept = { bills: ToSee[]; read: InvoicesRead; startedAt: string }

/** Finds what no event told. It also picks up what a lost job left behind. */
export const sweepPayPal: Preparation<SweepData, Swept | undefined> = async ({
  pool,
  data,
  outside,
}) => {
  const begun = await inCompany(pool, data.companyId, async (db) => {
    const bills = await billsToSee(db, data, data.all ? 0 : outside.paypalSweepSeconds, perSweep)
    const paypal = await clientOf(db, outside, data)
    const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)
    return paypal && { bills, paypal, startedAt: rows[0]?.at as string }
  })
  return (
    begun && {
      bills: begun.bills,
      read: await readInvoices(begun.paypal, begun.bills, { marginMs, mostSingly }),
      startedAt: begun.startedAt,
    }
  )
}

export const takeSwept: Handler<SweepData, Swept | undefined> = async ({
  db,
  data,
  jobs,
  log,
  prepared,
}) => {
  const { companyId, accountId } = data
  if (prepared && prepared.bills.length > 0) {
    const { bills, read, startedAt } = prepared
    await takeSeen(db, jobs, data, bills, read, startedAt)
    log.info({ accountId, looked: read.found.size }, 'looked at PayPal')
    if (read.absent.size > 0)
      log.warn(
        { accountId, invoices: [...read.absent].slice(0, 20) },
        'PayPal does not show these bills',
      )
  }
  await reviveStuck(db, jobs, { companyId, accountId })
  if (prepared && !prepared.read.failure && prepared.bills.length < perSweep)
    await noteSwept(db, { companyId, accountId })
  // Last, as everywhere: it may wait for another transaction that asks for the same job.
  const { rows: unpaid } = await sql`
    select
    from bill_payment
    where company_id = ${companyId} and account_id = ${accountId} and ${feeless}
    limit 1`.execute(db)
  if (unpaid.length > 0) await wantFees(db, jobs, companyId, accountId)
}
