/** What a spreadsheet would take for a formula, or for the start of one. The apostrophe makes it text (OWASP, CSV injection). */
const live = /^[=+\-@\t\r]/

export const csvLines = (rows: unknown[][]): string => rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = live.test(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
