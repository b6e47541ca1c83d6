import {
  CellTooLong,
  NotATable,
  type TableRow,
  TableRows,
  TooMuchText,
  tableLimits,
} from './tableRows.ts'
import { Zip } from './unzip.ts'

/**
 * Ten thousand rows of twenty cells take half of this. A file that claims to be larger
 * is not unpacked.
 */
const maxUnpackedBytes = 16 * 1024 * 1024
/** A spreadsheet has so many rows at most. */
const maxRowNumber = 1_048_576

/**
 * A table of 10,000 rows and 40 columns has so many tags and texts. More of them hold no more than
 * that, they only take longer.
 */
const maxPieces = 2_100_000
/** The longest tag of a spreadsheet names two dozen namespaces in 2 kB. */
const maxTag = 65_536
/** A spreadsheet knows at most 65,490 styles (Excel specifications and limits). */
const maxStyles = 65_536

/**
 * One step through a document: a tag, or the text between two tags, as it is written. `name` has no
 * namespace prefix: `<x:row>` is a `row`.
 */
type Piece =
  | { kind: 'open' | 'close' | 'empty'; name: string; attributes: string }
  | { kind: 'text'; text: string; plain: boolean }

/**
 * Reads as much of XML as spreadsheets write. A document type is refused, so the only entities are
 * the five predefined ones and numbered characters.
 */
function* pieces(xml: string): Generator<Piece> {
  let at = 0
  let count = 0
  while (at < xml.length) {
    const open = xml.indexOf('<', at)
    if (open < 0) return
    count += open > at ? 2 : 1
    if (count > maxPieces) throw new TooMuchText()
    if (open > at) yield { kind: 'text', text: xml.slice(at, open), plain: false }
    if (xml.startsWith('<!--', open)) {
      at = after(xml, '-->', open)
      continue
    }
    if (xml.startsWith('<![CDATA[', open)) {
      at = after(xml, ']]>', open)
      yield { kind: 'text', text: xml.slice(open + 9, at - 3), plain: true }
      continue
    }
    if (xml.startsWith('<!', open)) throw new NotATable('a document type')
    at = after(xml, '>', open)
    if (xml[open + 1] === '?') continue
    if (at - open > maxTag) throw new NotATable('a tag without end')
    const closes = xml[open + 1] === '/'
    const empty = xml[at - 2] === '/'
    const inside = xml.slice(open + (closes ? 2 : 1), at - (empty ? 2 : 1))
    const space = firstBlank(inside)
    const name = inside.slice(0, space)
    yield {
      kind: closes ? 'close' : empty ? 'empty' : 'open',
      name: name.slice(name.indexOf(':') + 1),
      attributes: inside.slice(space),
    }
  }
}

function firstBlank(text: string): number {
  for (let at = 0; at < text.length; at++) if (blank(text[at])) return at
  return text.length
}

function after(xml: string, sign: string, from: number): number {
  const end = xml.indexOf(sign, from)
  if (end < 0) throw new NotATable('the document ends early')
  return end + sign.length
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (whole, hex, decimal, name) =>
        name
          ? (named[name] ?? whole)
          : characterOf(hex ? Number.parseInt(hex, 16) : Number(decimal)),
      )
    : text
const characterOf = (code: number) =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''

/**
 * The longest way to write one character is `&#1114111;`. What is longer than that for all of a
 * cell is not even unescaped.
 */
const longestText = tableLimits.cellCharacters * 10
/** The text that a piece stands for, or as much of it as makes a cell too long. */
const textIn = ({ text, plain }: { text: string; plain: boolean }) => {
  const whole = text.length > longestText ? text.slice(0, longestText + 10) : text
  return plain ? whole : unescaped(whole)
}

type AttributeName =
  | 'r'
  | 's'
  | 't'
  | 'id'
  | 'Id'
  | 'Target'
  | 'date1904'
  | 'numFmtId'
  | 'formatCode'
const blank = (sign: string | undefined) =>
  sign === ' ' || sign === '\n' || sign === '\t' || sign === '\r'

/**
 * `name="value"` or `name='value'`, with blanks around the sign or a prefix (`r:id`)
 * before the name.
 */
function attribute(attributes: string, name: AttributeName): string | undefined {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    if (!blank(attributes[at - 1]) && attributes[at - 1] !== ':') continue
    let next = at + name.length
    while (blank(attributes[next])) next++
    if (attributes[next] !== '=') continue
    next++
    while (blank(attributes[next])) next++
    const quote = attributes[next]
    if (quote !== '"' && quote !== "'") continue
    const end = attributes.indexOf(quote, next + 1)
    if (end >= 0) return unescaped(attributes.slice(next + 1, end))
  }
  return undefined
}

/**
 * The texts that cells point to. A formatted text comes in several runs. The readings of Japanese
 * names (rPh) are not part of the text.
 */
function sharedStrings(xml: string): string[] {
  const list: string[] = []
  let text = ''
  let inText = false
  let inReading = false
  for (const piece of pieces(xml)) {
    if (piece.kind === 'text') {
      // One character too many is enough for the cell that uses the text to be refused.
      if (inText && !inReading && text.length <= tableLimits.cellCharacters)
        text += textIn(piece).slice(0, tableLimits.cellCharacters + 1)
    } else if (piece.name === 't') inText = piece.kind === 'open'
    else if (piece.name === 'rPh') inReading = piece.kind === 'open'
    else if (piece.name === 'si' && piece.kind === 'open') text = ''
    else if (piece.name === 'si') list.push(piece.kind === 'empty' ? '' : text)
  }
  return list
}

/** `AB12` → 27. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return letters
    ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    : next
}

/**
 * Spreadsheets store numbers with up to 17 digits (0.1 as 0.10000000000000001). The shortest text
 * for the same number is what was typed.
 */
const numberText = (text: string) =>
  text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text

type Cell = { column: number; type: string; text: string; percent: boolean }

const cellOf = (attributes: string, next: number, percents: boolean[]): Cell => ({
  column: columnOf(attribute(attributes, 'r'), next),
  type: attribute(attributes, 't') ?? 'n',
  percent: percents[Number(attribute(attributes, 's') ?? -1)] ?? false,
  text: '',
})

/**
 * Which of the sheet's styles show a number as a percentage: formats 9 and 10 (ECMA-376 18.8.30),
 * and custom formats with a percent sign.
 */
function percentStyles(xml: string): boolean[] {
  const formats = new Set(['9', '10'])
  const styles: boolean[] = []
  let inCells = false
  for (const piece of pieces(xml)) {
    if (piece.kind === 'text') continue
    if (piece.name === 'numFmt' && attribute(piece.attributes, 'formatCode')?.includes('%'))
      formats.add(attribute(piece.attributes, 'numFmtId') ?? '')
    else if (piece.name === 'cellXfs') inCells = piece.kind === 'open'
    else if (piece.name === 'xf' && piece.kind !== 'close' && inCells)
      if (styles.push(formats.has(attribute(piece.attributes, 'numFmtId') ?? '')) > maxStyles)
        throw new NotATable('too many styles')
  }
  return styles
}

/**
 * Leaves out rows without a value: a sheet can have a million rows that are formatted but empty.
 */
function readSheet(
  xml: string,
  strings: string[],
  percents: boolean[],
  maxRows: number,
): TableRow[] {
  const rows = new TableRows(maxRows)
  let row: TableRow = { number: 0, cells: [] }
  let cell: Cell | undefined
  let collects = false
  for (const piece of pieces(xml)) {
    if (piece.kind === 'text') {
      if (!cell || !collects) continue
      cell.text += textIn(piece)
      if (cell.text.length > tableLimits.cellCharacters) throw new CellTooLong(row.number)
    } else if (piece.name === 'row') {
      if (piece.kind !== 'close')
        row = { number: rowNumber(attribute(piece.attributes, 'r'), row.number + 1), cells: [] }
      else if (row.cells.some((text) => text !== '')) rows.add(row)
    } else if (piece.name === 'c') {
      if (cell && piece.kind === 'close') rows.put(row, cell.column, textOf(cell, strings))
      cell =
        piece.kind === 'open' ? cellOf(piece.attributes, row.cells.length, percents) : undefined
    } else if (piece.name === 'v' || piece.name === 't') collects = piece.kind === 'open'
  }
  return rows.list
}

function rowNumber(text: string | undefined, next: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 && number <= maxRowNumber ? number : next
}

function textOf({ type, text, percent }: Cell, strings: string[]): string {
  if (type === 's') return strings[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return text
  // A cell that shows 13 % stores 0.13. Taken as it is, that number would be a hundredth of the tax
  // that someone saw.
  return percent && text !== ''
    ? `${Number((Number(text) * 100).toPrecision(12))}%`
    : numberText(text)
}

/** The attributes of the first tag of that name, or none. */
function firstTag(xml: string, name: string, fits = (_: string) => true): string {
  for (const piece of pieces(xml))
    if (piece.kind !== 'text' && piece.name === name && fits(piece.attributes))
      return piece.attributes
  return ''
}

/**
 * Reads the first sheet of a workbook. It stores days as numbers; `date1904` says that they are
 * counted from 1904 (old Macs).
 */
export async function readXlsx(
  bytes: Buffer,
  maxRows: number,
): Promise<{ rows: TableRow[]; date1904: boolean }> {
  const zip = new Zip(bytes, maxUnpackedBytes)
  const workbook = await zip.text('xl/workbook.xml')
  const relations = await zip.text('xl/_rels/workbook.xml.rels')
  const id = attribute(firstTag(workbook, 'sheet'), 'id')
  const target = attribute(
    firstTag(relations, 'Relationship', (attributes) => attribute(attributes, 'Id') === id),
    'Target',
  )
  if (!target) throw new NotATable('no sheet')
  const sheet = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  const strings = (await zip.has('xl/sharedStrings.xml'))
    ? sharedStrings(await zip.text('xl/sharedStrings.xml'))
    : []
  const percents = (await zip.has('xl/styles.xml'))
    ? percentStyles(await zip.text('xl/styles.xml'))
    : []
  const date1904 = /^(1|true)$/.test(attribute(firstTag(workbook, 'workbookPr'), 'date1904') ?? '')
  return { rows: readSheet(await zip.text(sheet), strings, percents, maxRows), date1904 }
}
