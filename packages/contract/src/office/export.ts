import { z } from 'zod'

export const exportFormats = ['csv', 'xlsx'] as const
export const ExportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof ExportFormat>

/** About how long the file will be; the browser shows how much of it has come. */
export const lengthHeader = 'x-estimated-length'

/** What all files have in common. A keyword is for finding one row, not for a file: exports take the other filters of their list. */
export const file = { method: 'GET', reply: z.string(), file: 'text/csv' } as const
