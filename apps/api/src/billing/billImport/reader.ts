import { deserialize, serialize } from 'node:v8'
import { type ImportCheck, maxShownErrors } from '@paydesk/contract/billing/billImport'
import type { Currency } from '@paydesk/contract/lib/money'
import { serveInThread } from '../../lib/file/serve.ts'
import { type PlannedBill, planImport, type Surroundings } from './plan.ts'
import { type ImportTable, readImportTable } from './table.ts'

/**
 * What runs in a thread when a file is imported. The table itself stays packed between the two
 * steps: unpacking 10,000 rows in the process that answers requests would hold it up.
 */
export type PackedTable = Uint8Array

/**
 * First step: the table, and the customers that it names. A text that is too long for a customer is
 * none that we know.
 */
export async function scan(
  file: Uint8Array,
): Promise<{ table: PackedTable; emails: string[]; names: string[] }> {
  const table = await readImportTable(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  const all = (column: 'customerEmail' | 'customerName') => [
    ...new Set(
      table.rows.flatMap(({ cells }) =>
        (cells[column]?.length ?? 256) < 256 ? [cells[column] as string] : [],
      ),
    ),
  ]
  return { table: serialize(table), emails: all('customerEmail'), names: all('customerName') }
}

/** Second step of a check: what an import would write, and every cell that prevents it. */
export function preview(packed: PackedTable, around: Surroundings): ImportCheck {
  const table: ImportTable = deserialize(packed)
  const { errors, bills } = planImport(table, around)
  const totals = new Map<Currency, { currency: Currency; count: number; totalMinor: number }>()
  for (const { input, totalMinor } of bills) {
    const { currency } = input
    const sum = totals.get(currency) ?? { currency, count: 0, totalMinor: 0 }
    totals.set(currency, {
      currency,
      count: sum.count + 1,
      totalMinor: sum.totalMinor + totalMinor,
    })
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
    newCustomers: newCustomersOf(bills),
    totals: [...totals.values()],
  }
}

export type BillToWrite = Omit<PlannedBill, 'rows'>

/** Second step of an import: the bills to write, or the errors. */
export function plan(packed: PackedTable, around: Surroundings) {
  const { errors, bills } = planImport(deserialize(packed), around)
  const toWrite: BillToWrite[] = errors.length > 0 ? [] : bills.map(({ rows: _, ...bill }) => bill)
  return {
    errorCount: errors.length,
    errors: errors.slice(0, maxShownErrors),
    bills: toWrite,
    newCustomers: newCustomersOf(bills),
  }
}

const newCustomersOf = (bills: PlannedBill[]) => [
  ...new Map(
    bills.flatMap(({ customer }) =>
      'key' in customer ? [[customer.key, customer.name] as const] : [],
    ),
  ).values(),
]

serveInThread({ scan, preview, plan })
