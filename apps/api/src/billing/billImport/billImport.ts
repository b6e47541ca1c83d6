import type { ImportCheck } from '@paydesk/contract/billing/billImport'
import type { Actor } from '../../lib/actor.ts'
import { todayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { threadOf } from '../../lib/thread.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import { assertOwnCompany } from '../bill/bill.ts'
import { holdAllEmails, knownCustomers } from '../customer/customer.ts'
import type { Surroundings } from './plan.ts'
import { writeDrafts } from './write.ts'

const read = threadOf<typeof import('./reader.ts')>(new URL('./reader.ts', import.meta.url))

async function surroundings(
  db: Db,
  actor: Actor,
  { emails, names }: { emails: string[]; names: string[] },
): Promise<Surroundings> {
  const { billing } = await readSettings(db, actor.companyId)
  const customers = await knownCustomers(db, actor, emails, names)
  return { billing, customers, today: todayIn(actor.companyTimezone) }
}

/**
 * Writes nothing: the answer says what an import would write, and lists every cell that prevents
 * it.
 */
export async function checkImport(db: Db, actor: Actor, bytes: Buffer): Promise<ImportCheck> {
  const scanned = await read(actor.companyId, 'scan', bytes)
  return read(actor.companyId, 'preview', scanned.table, await surroundings(db, actor, scanned))
}

/**
 * Writes all of the file or nothing, in the caller's transaction. The file is planned again,
 * because things may have changed since the check.
 */
export async function runImport(db: Db, actor: Actor, bytes: Buffer) {
  assertOwnCompany(actor)
  const scanned = await read(actor.companyId, 'scan', bytes)
  await holdAllEmails(db, actor.companyId)
  const around = await surroundings(db, actor, scanned)
  const { errorCount, errors, bills, newCustomers } = await read(
    actor.companyId,
    'plan',
    scanned.table,
    around,
  )
  if (errorCount > 0) throw refuse('import.hasErrors', { count: errorCount }, { errors })
  const made = await writeDrafts(db, actor, around.billing, bills)
  const [firstNumber = '', lastNumber = ''] = [made[0]?.number, made.at(-1)?.number]
  // One audit entry covers all bills: the numbers say which.
  await recordChange(db, actor, {
    action: 'bill.import',
    entityId: made[0]?.id ?? '',
    label: made.length === 1 ? firstNumber : `${firstNumber} – ${lastNumber}`,
    after: { bills: made.length, numbers: made.map(({ number }) => number), newCustomers },
  })
  return { count: made.length, newCustomers: newCustomers.length, firstNumber, lastNumber }
}
