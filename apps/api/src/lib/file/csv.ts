/** Matches a text that a spreadsheet could take for a formula. An apostrophe makes it plain text (OWASP, CSV injection). */
const live = /^[=+\-@\t\r]/

export const csvLines = (rows: unknown[][]): string => rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = live.test(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
