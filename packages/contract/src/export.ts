import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TransactionFilter } from './transaction.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export const ExportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof ExportFormat>

/** About how long the file will be; the browser shows how much of it has come. */
export const lengthHeader = 'x-estimated-length'

export const exportApi = {
  transactions: endpoint({
    method: 'GET',
    path: '/api/export/paypalTransaction',
    permission: 'ViewPaypalTransaction&ExportData',
    summary: 'The transactions that the filters leave, newest first, as a CSV or XLSX file',
    query: TransactionFilter.omit({ keyword: true }).extend({ format: ExportFormat }),
    reply: z.string(),
    file: 'text/csv',
  }),
}
