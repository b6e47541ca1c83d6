import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { file } from '../lib/exportFile.ts'
import { ById } from '../lib/page.ts'
import { Language } from '../lib/record.ts'

export const statementFormats = ['pdf', 'xlsx'] as const
export type StatementFormat = (typeof statementFormats)[number]
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)
export const StatementQuery = z.object({
  /** On the company's calendar. */
  month: Month,
  format: z.enum(statementFormats),
  /** The language of the statement's reader, who need not be the caller. */
  language: Language,
})
export type StatementQuery = z.output<typeof StatementQuery>

export const statementApi = {
  account: endpoint({
    ...file,
    file: 'application/pdf',
    // One customer's or account's month, not the list.
    stepUp: 'never',
    path: '/api/export/statement/account/:id',
    permission: 'ViewPaypalTransaction&ExportData',
    summary:
      'A PayPal account’s month: opening and closing balance, sums by kind, every movement, and whether PayPal’s balance agrees',
    params: ById,
    query: StatementQuery,
  }),
  customer: endpoint({
    ...file,
    file: 'application/pdf',
    // One customer's or account's month, not the list.
    stepUp: 'never',
    path: '/api/export/statement/customer/:id',
    // The statement contains the customer's bills of all owners.
    permission: 'ViewAllPayPalBill&ExportData',
    summary: 'A customer’s month: bills, payments and refunds, and what is open by age',
    params: ById,
    query: StatementQuery,
  }),
}
