import { z } from 'zod'
import { AuditFilter } from './auditLog.ts'
import { BillFilter } from './bill.ts'
import { CustomerQuery } from './customer.ts'
import { endpoint } from './endpoint.ts'
import { ById } from './page.ts'
import { Language } from './record.ts'
import { TransactionFilter } from './transaction.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export const ExportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof ExportFormat>

/** About how long the file will be; the browser shows how much of it has come. */
export const lengthHeader = 'x-estimated-length'

export const statementFormats = ['pdf', 'xlsx'] as const
export type StatementFormat = (typeof statementFormats)[number]
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)
export const StatementQuery = z.object({
  /** On the company's calendar. */
  month: Month,
  format: z.enum(statementFormats),
  /** The reader's, who need not be the one who asks for it. */
  language: Language,
})
export type StatementQuery = z.output<typeof StatementQuery>

/** A keyword is for finding one row, not for a file. */
const file = { method: 'GET', reply: z.string(), file: 'text/csv' } as const

export const exportApi = {
  transactions: endpoint({
    ...file,
    path: '/api/export/paypalTransaction',
    permission: 'ViewPaypalTransaction&ExportData',
    summary: 'The transactions that the filters leave, newest first, as a CSV or XLSX file',
    query: TransactionFilter.omit({ keyword: true }).extend({ format: ExportFormat }),
  }),
  bills: endpoint({
    ...file,
    path: '/api/export/payPalBill',
    permission: 'ViewPayPalBill&ExportData|ViewAllPayPalBill&ExportData',
    summary: 'The bills that the filters leave and the caller may see, newest first, as a CSV or XLSX file',
    query: BillFilter.omit({ keyword: true }).extend({ format: ExportFormat }),
  }),
  customers: endpoint({
    ...file,
    path: '/api/export/customer',
    permission: 'ViewCustomer&ExportData',
    summary: 'The customers that the filters leave, newest first, a line for each currency they were billed in, as a CSV or XLSX file',
    query: CustomerQuery.omit({ keyword: true, current: true, pageSize: true }).extend({ format: ExportFormat }),
  }),
  auditLog: endpoint({
    ...file,
    path: '/api/export/auditLog',
    permission: 'ViewAuditLog&ExportData',
    summary: 'What the filters match, newest first, as a CSV or XLSX file',
    query: AuditFilter.extend({ format: ExportFormat }),
  }),
  accountStatement: endpoint({
    ...file,
    file: 'application/pdf',
    path: '/api/export/statement/account/:id',
    permission: 'ViewPaypalTransaction&ExportData',
    summary: 'A PayPal account’s month: opening and closing balance, sums by kind, every movement, and whether PayPal’s balance agrees',
    params: ById,
    query: StatementQuery,
  }),
  customerStatement: endpoint({
    ...file,
    file: 'application/pdf',
    path: '/api/export/statement/customer/:id',
    // Everybody's bills of the customer stand in it.
    permission: 'ViewAllPayPalBill&ExportData',
    summary: 'A customer’s month: bills, payments and refunds, and what is open by age',
    params: ById,
    query: StatementQuery,
  }),
}
