import { z } from 'zod'

export const exportFormats = ['csv', 'xlsx'] as const
export const ExportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof ExportFormat>

/** The header with the estimated length of the file; the browser shows how much of it has come. */
export const lengthHeader = 'x-estimated-length'

/**
 * What all exports have in common. They take the filters of their list but the keyword, which is
 * for finding one row. A whole list is worth stealing, so it leaves only for someone who has just
 * shown a second factor.
 */
export const file = {
  method: 'GET',
  reply: z.string(),
  file: 'text/csv',
  stepUp: 'always',
  heavy: true,
} as const
