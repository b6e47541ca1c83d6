import { type ImportCheck, maxShownErrors } from '@paydesk/contract/billing/billImport'
import type { Currency } from '@paydesk/contract/lib/money'
import type { Actor } from '../../lib/actor.ts'
import { todayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import { assertOwnCompany } from '../bill/bill.ts'
import { holdAllEmails, knownCustomers } from '../customer/customer.ts'
import { type PlannedBill, planImport } from './plan.ts'
import { readImportTable } from './table.ts'
import { writeDrafts } from './write.ts'

async function plan(db: Db, actor: Actor, bytes: Buffer) {
  const table = await readImportTable(bytes)
  const all = (column: 'customerEmail' | 'customerName') => [...new Set(table.rows.flatMap(({ cells }) => cells[column] ?? []))]
  const { billing } = await readSettings(db, actor.companyId)
  const customers = await knownCustomers(db, actor, all('customerEmail'), all('customerName'))
  return { table, billing, ...planImport(table, { billing, customers, today: todayIn(actor.companyTimezone) }) }
}

const newCustomersOf = (bills: PlannedBill[]) =>
  new Map(bills.flatMap(({ customer }) => ('key' in customer ? [[customer.key, customer] as const] : [])))

/** Writes nothing: the answer says what an import would write, and lists every cell that prevents it. */
export async function checkImport(db: Db, actor: Actor, bytes: Buffer): Promise<ImportCheck> {
  const { table, errors, bills } = await plan(db, actor, bytes)
  const totals = new Map<Currency, { currency: Currency; count: number; totalMinor: number }>()
  for (const { input, totalMinor } of bills) {
    const { currency } = input
    const sum = totals.get(currency) ?? { currency, count: 0, totalMinor: 0 }
    totals.set(currency, { currency, count: sum.count + 1, totalMinor: sum.totalMinor + totalMinor })
  }
  return {
    rowCount: table.rows.length,
    errors: errors.slice(0, maxShownErrors),
    errorCount: errors.length,
    ignored: table.ignored.map((header) => header.slice(0, 100)),
    bills: bills.map(({ rows, customer, input, totalMinor }) => ({
      firstRow: rows[0]?.number ?? 0,
      lastRow: rows.at(-1)?.number ?? 0,
      customerName: customer.name,
      customerEmail: customer.email,
      newCustomer: 'key' in customer,
      title: input.title,
      currency: input.currency,
      itemCount: input.items.length,
      totalMinor,
      dueDate: input.dueDate,
    })),
    newCustomers: [...newCustomersOf(bills).values()].map(({ name }) => name),
    totals: [...totals.values()],
  }
}

/**
 * Writes all of the file or nothing, in the caller's transaction. The file is planned again, because things may have changed since the
 * check.
 */
export async function runImport(db: Db, actor: Actor, bytes: Buffer) {
  assertOwnCompany(actor)
  await holdAllEmails(db, actor.companyId)
  const { billing, errors, bills } = await plan(db, actor, bytes)
  if (errors.length > 0) throw refuse('import.hasErrors', { count: errors.length }, { errors: errors.slice(0, maxShownErrors) })
  const made = await writeDrafts(db, actor, billing, bills)
  const [firstNumber = '', lastNumber = ''] = [made[0]?.number, made.at(-1)?.number]
  const newCustomers = [...newCustomersOf(bills).values()].map(({ name }) => name)
  // One audit entry covers all bills: the numbers say which.
  await recordChange(db, actor, {
    action: 'bill.import',
    entityId: made[0]?.id ?? '',
    label: made.length === 1 ? firstNumber : `${firstNumber} – ${lastNumber}`,
    after: { bills: made.length, numbers: made.map(({ number }) => number), newCustomers },
  })
  return { count: made.length, newCustomers: newCustomers.length, firstNumber, lastNumber }
}
