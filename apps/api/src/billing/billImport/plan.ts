import {
  type ImportColumn,
  type ImportError,
  type ImportErrorCode,
  importMaxBills,
  importMaxRows,
} from '@paydesk/contract/billing/billImport'
import { BillInput } from '@paydesk/contract/billing/billInput'
import { totalsOf } from '@paydesk/contract/billing/billTotals'
import type { Currency } from '@paydesk/contract/lib/money'
import { Email } from '@paydesk/contract/lib/record'
import type { CompanySetting } from '@paydesk/contract/people/companySetting'
import { refuse } from '../../lib/errors.ts'
import type { knownCustomers } from '../customer/customer.ts'
import {
  type Cell,
  looksLikeEmail,
  readAmount,
  readCurrency,
  readDay,
  readDiscount,
  readPercent,
  readQuantity,
} from './cell.ts'
import type { ImportRow, ImportTable } from './table.ts'

/**
 * A customer that exists (`id`) or is to be made; `key` is the same for all bills of
 * one new customer.
 */
export type PlannedCustomer =
  | { id: string; name: string; email: string | null }
  | { key: string; name: string; email: string | null }
export type PlannedBill = {
  rows: ImportRow[]
  customer: PlannedCustomer
  input: BillInput
  totalMinor: number
}
export type Surroundings = {
  billing: CompanySetting['billing']
  today: string
  customers: Awaited<ReturnType<typeof knownCustomers>>
}

const perItem = [
  'itemName',
  'itemDescription',
  'quantity',
  'unitAmount',
  'itemDiscount',
  'taxName',
  'taxPercent',
] as const
const lengths: Partial<Record<ImportColumn, number>> = {
  customerName: 200,
  title: 200,
  itemName: 200,
  itemDescription: 1000,
  taxName: 100,
  note: 4000,
  memo: 500,
}
const noId = '00000000-0000-4000-8000-000000000000'

/**
 * Groups the rows that have the same text in the column `bill`, in the order of each
 * group's first row.
 */
export function groupRows(rows: ImportRow[]): ImportRow[][] {
  const groups = new Map<string, ImportRow[]>()
  for (const row of rows) {
    const key = row.cells.bill ? `=${row.cells.bill}` : `#${row.number}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  if (groups.size > importMaxBills)
    throw refuse('import.tooManyRows', { bills: importMaxBills, rows: importMaxRows })
  return [...groups.values()]
}

/** Returns everything that is wrong, cell by cell, and the bills without an error. */
export function planImport({ rows, date1904 }: ImportTable, around: Surroundings) {
  const errors: ImportError[] = []
  const named = new Map<string, string>()
  const bills = groupRows(rows).flatMap((group) => {
    const reader = new BillReader(group, around, date1904, named)
    const bill = reader.read()
    errors.push(...reader.errors)
    return bill && reader.errors.length === 0 ? [bill] : []
  })
  return { errors: errors.sort((one, other) => one.row - other.row), bills }
}

type BillCell = { row: ImportRow; text: string }

class BillReader {
  readonly errors: ImportError[] = []
  private readonly rows: ImportRow[]
  private readonly around: Surroundings
  private readonly date1904: boolean
  /**
   * Names of new customers by address: a later row must not give the same customer another name.
   */
  private readonly named: Map<string, string>
  constructor(
    rows: ImportRow[],
    around: Surroundings,
    date1904: boolean,
    named: Map<string, string>,
  ) {
    this.rows = rows
    this.around = around
    this.date1904 = date1904
    this.named = named
  }

  read(): PlannedBill | undefined {
    const { billing } = this.around
    for (const row of this.rows)
      for (const [column, max] of Object.entries(lengths) as [ImportColumn, number][])
        if ((row.cells[column] ?? '').length > max) this.wrong(row, column, 'tooLong')
    const customer = this.customer()
    const currency = this.currency()
    const items = this.rows.map((row) => this.item(row, currency))
    if (this.rows.length > 100) this.wrong(this.rows[100] as ImportRow, null, 'tooManyItems')
    const billDate = this.once('billDate', (text) => readDay(text, this.date1904)) ?? null
    const dueDate =
      this.once('dueDate', (text) => readDay(text, this.date1904)) ?? this.defaultDue(billDate)
    if (dueDate && dueDate < (billDate ?? ''))
      this.wrong(this.first, 'dueDate', 'dueBeforeBillDate')
    const shipping = this.once('shipping', (text) => readAmount(text, currency))
    const input = BillInput.safeParse({
      customerId: noId,
      title: this.text('title'),
      currency,
      items,
      discount: this.once('discount', (text) => readDiscount(text, currency)) ?? null,
      shipping: shipping ? { amountMinor: shipping } : null,
      note: this.text('note') || billing.note,
      terms: billing.terms,
      memo: this.text('memo'),
      allowPartial: billing.allowPartialPayment,
      billDate,
      term: dueDate ? 'onDate' : 'onReceipt',
      dueDate,
      tags: this.tags(),
    })
    if (this.errors.length > 0) return undefined
    // Each rule of the contract has its own error code above. A rule that was added later still
    // keeps the bill out, as `invalid`.
    if (!input.success) return this.wrong(this.first, null, 'invalid')
    const totals = totalsOf(input.data)
    if (totals.lines.some(({ grossMinor, discountMinor }) => discountMinor > grossMinor))
      return this.wrong(this.first, 'itemDiscount', 'discountTooLarge')
    if (totals.invoiceDiscountMinor > totals.itemTotalMinor - totals.itemDiscountMinor)
      return this.wrong(this.first, 'discount', 'discountTooLarge')
    if (totals.totalMinor <= 0) return this.wrong(this.first, 'unitAmount', 'zeroTotal')
    return (
      customer && { rows: this.rows, customer, input: input.data, totalMinor: totals.totalMinor }
    )
  }

  private get first() {
    return this.rows[0] as ImportRow
  }

  private wrong(row: ImportRow, column: ImportColumn | null, code: ImportErrorCode): undefined {
    const value = (column && row.cells[column]) ?? ''
    this.errors.push({
      row: row.number,
      column,
      code,
      value: value.length > 100 ? `${value.slice(0, 100)}…` : value,
    })
  }

  /**
   * A value of the whole bill may stand in any of its rows, or in several, but then it
   * must be the same.
   */
  private billCell(column: ImportColumn): BillCell | undefined {
    if (!this.billCells.has(column)) this.billCells.set(column, this.findBillCell(column))
    return this.billCells.get(column)
  }
  private readonly billCells = new Map<ImportColumn, BillCell | undefined>()

  private findBillCell(column: ImportColumn): BillCell | undefined {
    const [one, ...others] = this.rows.flatMap((row) =>
      row.cells[column] ? [{ row, text: row.cells[column] }] : [],
    )
    for (const other of others)
      if (other.text !== one?.text) this.wrong(other.row, column, 'differs')
    return one
  }

  private once<T>(column: ImportColumn, read: (text: string) => Cell<T>): T | undefined {
    const cell = this.billCell(column)
    return cell && this.take(cell.row, column, read(cell.text))
  }

  private take<T>(row: ImportRow, column: ImportColumn, cell: Cell<T>): T | undefined {
    return 'value' in cell ? cell.value : this.wrong(row, column, cell.code)
  }

  private text = (column: ImportColumn) => this.billCell(column)?.text ?? ''

  private currency(): Currency {
    const { defaultCurrency, allowedCurrencies } = this.around.billing
    const currency = this.once('currency', readCurrency)
    if (currency && !allowedCurrencies.includes(currency))
      this.wrong(this.billCell('currency')?.row ?? this.first, 'currency', 'currencyNotAllowed')
    return currency ?? defaultCurrency
  }

  private tags(): string[] {
    const cell = this.billCell('tags')
    const tags = [
      ...new Set((cell?.text ?? '').split(/[,，;；、]/).map((tag) => tag.trim())),
    ].filter(Boolean)
    if (cell && (tags.length > 10 || tags.some((tag) => tag.length > 30)))
      this.wrong(cell.row, 'tags', 'tooManyTags')
    return tags
  }

  private defaultDue(billDate: string | null): string | null {
    const { paymentTermDays } = this.around.billing
    if (paymentTermDays === 0) return null
    const from = Date.parse(billDate ?? this.around.today)
    return new Date(from + paymentTermDays * 86_400_000).toISOString().slice(0, 10)
  }

  private item(row: ImportRow, currency: Currency) {
    const { cells } = row
    for (const column of ['itemName', 'unitAmount'] as const)
      if (!cells[column]) this.wrong(row, column, 'required')
    const read = <T>(column: (typeof perItem)[number], how: (text: string) => Cell<T>) => {
      const text = cells[column]
      return text === undefined ? undefined : this.take(row, column, how(text))
    }
    return {
      name: cells.itemName ?? '',
      description: cells.itemDescription ?? '',
      quantity: read('quantity', readQuantity) ?? '1',
      unitAmountMinor: read('unitAmount', (text) => readAmount(text, currency)) ?? 0,
      taxName: cells.taxName ?? '',
      taxPercent: read('taxPercent', readPercent),
      discount: read('itemDiscount', (text) => readDiscount(text, currency)),
    }
  }

  private customer(): PlannedCustomer | undefined {
    const { customers } = this.around
    const email = this.billCell('customerEmail')
    const name = this.billCell('customerName')
    if (!email && !name) return this.wrong(this.first, 'customerName', 'customerRequired')
    if (email && !(looksLikeEmail(email.text) && Email.safeParse(email.text).success))
      return this.wrong(email.row, 'customerEmail', 'badEmail')
    const address = email?.text.toLowerCase()
    const row = email?.row ?? name?.row ?? this.first
    const column = email ? 'customerEmail' : 'customerName'
    const called = name?.text.toLowerCase()
    const found =
      (address ? customers.ofEmail.get(address) : customers.ofName.get(called ?? '')) ?? []
    const fitting =
      found.length > 1 && address ? found.filter((one) => one.name.toLowerCase() === called) : found
    if (fitting.length === 1) return fitting[0]
    if (found.length > 1) return this.wrong(row, column, 'customerAmbiguous')
    if (address && customers.hidden.has(address))
      return this.wrong(row, column, 'customerElsewhere')
    const key = address ?? `name:${called}`
    const newName = name?.text ?? address ?? ''
    const before = this.named.get(key) ?? newName
    this.named.set(key, before)
    if (name && before !== newName) return this.wrong(name.row, 'customerName', 'differs')
    return { key, name: before, email: email?.text ?? null }
  }
}
