import { CellTooLong, NotATable, type TableRow, TableRows, tableLimits } from './tableRows.ts'

/**
 * Decodes a file of unknown encoding. Excel writes UTF-8 with a byte order mark, "Unicode text" as
 * UTF-16, and in China plain CSV as GBK without any mark. So a file that is not valid UTF-8 is read
 * as GBK (the decoder is GB18030's, which includes GBK).
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le', bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be', bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decode('gbk', bytes)
  }
}

function decode(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new NotATable(`not ${encoding}`)
  }
}

/**
 * The delimiter is a comma, a semicolon (Excel in much of Europe) or a tab: the one that occurs
 * most in the first line, outside quotes.
 */
function delimiterOf(text: string): string {
  const counts = new Map([',', ';', '\t'].map((sign) => [sign, 0]))
  let quoted = false
  for (const sign of text) {
    if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === '\n' || sign === '\r')) break
    else if (!quoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/**
 * Reads RFC 4180 with any of the three line ends. Text after a closing quote is kept; a quote that
 * never closes is refused.
 */
export function readCsv(text: string, maxRows: number): TableRow[] {
  // No text holds a NUL, so this is another kind of file.
  if (text.includes('\0')) throw new NotATable('NUL')
  const delimiter = delimiterOf(text)
  const rows = new TableRows(maxRows)
  let row: TableRow = { number: 1, cells: [] }
  let column = 0
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      const quoted = readQuoted(text, at, row.number)
      cell = quoted.cell
      at = quoted.end
    }
    let end = at
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r')
      end++
    rows.put(row, column++, cell + text.slice(at, end))
    at = end + 1
    if (text[end] === delimiter && at < text.length) continue
    if (text[end] === delimiter) rows.put(row, column, '')
    if (text[end] === '\r' && text[at] === '\n') at++
    rows.add(row)
    row = { number: row.number + 1, cells: [] }
    column = 0
  }
  return rows.list
}

function readQuoted(text: string, start: number, row: number): { cell: string; end: number } {
  let cell = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw new NotATable('a quote is not closed')
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 }
    cell += '"'
    at = quote + 2
    if (cell.length > tableLimits.cellCharacters) throw new CellTooLong(row)
  }
}
