import {
  formerHeaders,
  type ImportColumn,
  importColumnKeys,
  importColumns,
  importMaxBills,
  importMaxRows,
  requiredColumns,
} from '@paydesk/contract/billing/billImport'
import { refuse } from '../../lib/errors.ts'
import { decodeText, readCsv } from '../../lib/file/readCsv.ts'
import { readXlsx } from '../../lib/file/readXlsx.ts'
import {
  CellTooLong,
  NotATable,
  TooManyColumns,
  TooManyRows,
  TooMuchText,
  tableLimits,
} from '../../lib/file/tableRows.ts'

/** One row, by the meaning of its columns; empty cells are left out. */
export type ImportRow = { number: number; cells: Partial<Record<ImportColumn, string>> }
export type ImportTable = { rows: ImportRow[]; ignored: string[]; date1904: boolean }

/**
 * The bytes decide what kind of file it is, not its name. Returns every item below the header,
 * without empty rows.
 */
export async function readImportTable(bytes: Buffer): Promise<ImportTable> {
  try {
    const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))
    const { rows, date1904 } = isZip
      ? await readXlsx(bytes, importMaxRows + 1)
      : { rows: readCsv(decodeText(bytes), importMaxRows * 2), date1904: false }
    const filled = rows
      .map(({ number, cells }) => ({ number, cells: cells.map(clean) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
    const [header, ...items] = filled
    if (!header || items.length === 0) throw refuse('import.noRows')
    if (items.length > importMaxRows) throw new TooManyRows()
    const columns = columnsOf(header.cells)
    return {
      rows: items.map(({ number, cells }) => ({ number, cells: byColumn(columns.known, cells) })),
      ignored: columns.ignored,
      date1904,
    }
  } catch (error) {
    if (error instanceof TooManyRows)
      throw refuse('import.tooManyRows', { bills: importMaxBills, rows: importMaxRows })
    if (error instanceof TooManyColumns)
      throw refuse('import.tooManyColumns', { columns: tableLimits.columns })
    if (error instanceof CellTooLong)
      throw refuse('import.cellTooLong', { row: error.row, limit: tableLimits.cellCharacters })
    if (error instanceof TooMuchText) throw refuse('file.tooHeavy')
    if (error instanceof NotATable) throw refuse('import.unreadable')
    throw error
  }
}

/**
 * Removes what a database cannot hold as text, and the apostrophe that our own exports put
 * before a formula.
 */
const clean = (cell: string) =>
  cell
    .replaceAll('\0', '')
    .toWellFormed()
    .trim()
    .replace(/^'(?=[=+\-@＝＋－＠])/, '')

const byColumn = (known: (ImportColumn | undefined)[], cells: string[]) =>
  Object.fromEntries(
    known.flatMap((column, index) => (column && cells[index] ? [[column, cells[index]]] : [])),
  )

/** "Unit Price *", "单价（必填）" and "单价" are the same column. */
const plain = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()]*\)/g, '')
    .replace(/[\s*_:-]/g, '')
const meanings = new Map(
  importColumnKeys.flatMap((key) =>
    [key, importColumns[key].zh, importColumns[key].en, ...(formerHeaders[key] ?? [])].map(
      (header) => [plain(header), key] as const,
    ),
  ),
)

/** No name of a column is longer, with all that people write behind it. */
const maxHeader = 200

function columnsOf(headers: string[]) {
  const known = headers.map((header) =>
    header.length > maxHeader ? undefined : meanings.get(plain(header)),
  )
  const twice = known.findIndex((column, index) => column && known.indexOf(column) < index)
  if (twice >= 0) throw refuse('import.duplicateColumn', { header: headers[twice] ?? '' })
  const missing = requiredColumns.filter((column) => !known.includes(column))
  if (!known.includes('customerEmail') && !known.includes('customerName'))
    missing.unshift('customerName')
  const words = (language: 'zh' | 'en') =>
    missing.map((column) => importColumns[column][language]).join(', ')
  if (missing.length > 0)
    throw refuse('import.missingColumns', { columns: { zh: words('zh'), en: words('en') } })
  return { known, ignored: headers.filter((header, index) => header !== '' && !known[index]) }
}
