/**
 * A spreadsheet could take a text that begins with one of these for a formula, also with the wide
 * ones of Chinese keyboards. An apostrophe makes it plain text (OWASP, CSV injection).
 */
export const formulaSigns = '=+-@\t\r\n＝＋－＠'
const isLive = (text: string) => text !== '' && formulaSigns.includes(text.charAt(0))

export const csvLines = (rows: unknown[][]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = isLive(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
