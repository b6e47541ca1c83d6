import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { toDecimal } from '@paydesk/contract/lib/money'
import PDFDocument from 'pdfkit'
import { sayIn } from '../../lib/language.ts'
import type { PdfOrder } from './pdfOrder.ts'
import { quickly } from './quickFont.ts'
import type { Cell } from './statement.ts'

const fonts = join(
  dirname(createRequire(import.meta.url).resolve('@electron-fonts/noto-sans-sc/package.json')),
  'fonts',
)
export const page = { left: 36, right: 559, top: 36, bottom: 800, width: 523 }
const heights = { line: 14, head: 18, title: 26, fact: 16, cell: 16, note: 15 }
export const colours = {
  text: '#1f1f1f',
  quiet: '#8c8c8c',
  rule: '#d9d9d9',
  band: '#f5f5f5',
  link: '#096dd9',
}
/** With more unsent bytes than this, drawing waits for the reader. */
const unsentBytes = 1_000_000

type Printed = PdfOrder['statement']
type Lines = AsyncGenerator<{ text: string }>

/** A comma before every third digit from the end; a minus is no digit. */
const grouped = (whole: string): string => {
  const split = whole.length - 3
  return split > (whole.startsWith('-') ? 1 : 0)
    ? `${grouped(whole.slice(0, split))},${whole.slice(split)}`
    : whole
}

export const amountText = (cell: Cell) => {
  if (typeof cell === 'string') return cell
  const [whole = '', fraction] = toDecimal(cell).split('.')
  return grouped(whole) + (fraction ? `.${fraction}` : '')
}

/**
 * A statement for printing: A4, drawn and sent page by page. Every line has the same height, so the
 * number of pages is known before the first is drawn, and no page has to be kept until the end.
 */
export function pdfOf(order: PdfOrder, batches: Lines): PDFKit.PDFDocument {
  const { title, subject, company } = order.statement
  const doc = newDocument(`${title} ${subject}`, company.name)
  void draw(doc, order, batches).catch((error: Error) => doc.destroy(error))
  return doc
}

export function newDocument(title: string, author: string): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    fontLayoutCache: false,
    info: { Title: title, Author: author },
  } as PDFKit.PDFDocumentOptions)
  for (const [name, file] of [
    ['regular', 'NotoSansSC-Regular.ttf'],
    ['bold', 'NotoSansSC-Bold.ttf'],
  ] as const)
    quickly(doc.registerFont(name, join(fonts, file)), name)
  return doc
}

/** The position on the page. `countPages` takes the same steps without drawing. */
class Place {
  pages = 0
  y = page.bottom
  private readonly onPage: (n: number) => void
  private readonly repeat: number
  constructor(onPage: (n: number) => void = () => {}, repeat = heights.head) {
    this.onPage = onPage
    this.repeat = repeat
  }
  /**
   * Returns where something of this height begins; starts a new page if this one is full. The
   * lines' head is repeated on every page.
   */
  take(height: number, isLine = false): number {
    if (this.y + height > page.bottom) {
      this.pages++
      this.y = this.pages === 1 ? page.top + 74 : page.top + 26
      this.onPage(this.pages)
      if (isLine) this.y += this.repeat
    }
    const at = this.y
    this.y += height
    return at
  }
}

/** The heights of everything above the lines, in the order in which it is drawn. */
const aboveLines = ({ facts, tables, notes }: Printed): number[] => [
  ...facts.map(() => heights.fact),
  ...tables.flatMap(({ rows }) => [
    heights.title,
    heights.head,
    ...(rows.length > 0 ? rows.map(() => heights.cell) : [heights.cell]),
  ]),
  ...notes.map(() => heights.note),
  heights.title + heights.head,
]

function countPages(statement: Printed, lines: number): number {
  const place = new Place()
  for (const height of aboveLines(statement)) place.take(height)
  for (let line = 0; line < lines; line++) place.take(heights.line, true)
  return place.pages
}

async function draw(
  doc: PDFKit.PDFDocument,
  { statement, labels, lines, language, ...order }: PdfOrder,
  batches: Lines,
) {
  const { widths } = statement
  const numbers = new Set(order.numbers)
  const say = sayIn(language)
  const total = countPages(statement, lines)
  const write = (
    text: string,
    x: number,
    y: number,
    width: number,
    align: 'left' | 'right' = 'left',
  ) => {
    // Amounts are aligned to the right and never cut: half an amount is another amount.
    const shown = align === 'right' ? text : fitted(doc, text, width)
    doc.text(shown, align === 'right' ? x + width - doc.widthOfString(shown) : x, y, {
      lineBreak: false,
    })
  }
  const rule = (y: number) =>
    doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(colours.rule).stroke()
  const columns = widths.map((width, index) => ({
    x: page.left + widths.slice(0, index).reduce((all, one) => all + one, 0) + 2,
    width: width - 4,
    align: numbers.has(index) ? ('right' as const) : ('left' as const),
  }))
  const lineHead = (y: number) => {
    doc
      .rect(page.left, y, page.width, heights.head)
      .fill(colours.band)
      .font('bold')
      .fontSize(8)
      .fillColor(colours.text)
    for (const [index, { x, width, align }] of columns.entries())
      write(labels[index] ?? '', x, y + 4, width, align)
  }
  let inLines = false
  const place = new Place((n) => {
    doc.addPage()
    if (n === 1) drawTop(doc, statement, write)
    else {
      doc.font('regular').fontSize(8).fillColor(colours.quiet)
      write(
        `${statement.company.name} · ${statement.title} · ${statement.subject}`,
        page.left,
        page.top,
        page.width,
      )
    }
    doc.font('regular').fontSize(8).fillColor(colours.quiet)
    write(
      say(`第 ${n} 页，共 ${total} 页`, `Page ${n} of ${total}`),
      page.left,
      812,
      page.width,
      'right',
    )
    write(statement.facts.map(([, value]) => value).at(-1) ?? '', page.left, 812, page.width / 2)
    if (inLines) lineHead(page.top + 26)
  })

  for (const [label, value] of statement.facts) {
    const y = place.take(heights.fact)
    doc.font('regular').fontSize(9).fillColor(colours.quiet)
    write(label, page.left, y, 100)
    doc.fillColor(colours.text)
    write(value, page.left + 104, y, page.width - 104)
  }
  for (const { title, head, rows } of statement.tables) {
    heading(place.take(heights.title), title)
    const first = 130
    const width = (page.width - first) / Math.max(1, head.length - 1)
    const cells = (texts: string[], y: number) => {
      for (const [index, text] of texts.entries())
        write(
          text,
          index === 0 ? page.left + 2 : page.left + first + (index - 1) * width,
          y,
          index === 0 ? first - 4 : width - 4,
          index === 0 ? 'left' : 'right',
        )
    }
    const y = place.take(heights.head)
    doc
      .rect(page.left, y, page.width, heights.head)
      .fill(colours.band)
      .font('bold')
      .fontSize(8.5)
      .fillColor(colours.text)
    cells(head, y + 4)
    if (rows.length === 0) place.take(heights.cell)
    for (const row of rows) {
      const at = place.take(heights.cell)
      doc.font('regular').fontSize(9).fillColor(colours.text)
      cells(row.map(amountText), at + 3)
      rule(at + heights.cell)
    }
  }
  for (const text of statement.notes) {
    const y = place.take(heights.note)
    doc.font('regular').fontSize(8.5).fillColor(colours.quiet)
    write(text, page.left, y + 5, page.width)
  }
  const y = place.take(heights.title + heights.head)
  heading(y, statement.linesTitle)
  lineHead(y + heights.title)
  inLines = true
  for await (const { text } of batches) {
    for (const line of text.split('\n')) {
      if (!line) continue
      const at = place.take(heights.line, true)
      doc.font('regular').fontSize(8).fillColor(colours.text)
      for (const [index, cell] of (JSON.parse(line) as string[]).entries()) {
        const column = columns[index]
        if (cell && column) write(cell, column.x, at + 2, column.width, column.align)
      }
      if (at + 2 * heights.line <= page.bottom) continue
      // Between pages the thread hears what its readers say, and they take what is there.
      await turn()
      while (doc.readableLength > unsentBytes && !doc.destroyed) await sleep(5)
      // The reader has gone: nobody would take the rest.
      if (doc.destroyed) return
    }
  }
  doc.end()

  function heading(at: number, text: string) {
    doc.font('bold').fontSize(10.5).fillColor(colours.text)
    write(text, page.left, at + 9, page.width)
  }
}

export function drawTop(
  doc: PDFKit.PDFDocument,
  { company, title }: Pick<Printed, 'company' | 'title'>,
  write: (text: string, x: number, y: number, width: number, align?: 'left' | 'right') => void,
) {
  const shift = company.logo ? 56 : 0
  // A logo whose bytes are not what its header claims is left out.
  if (company.logo)
    try {
      doc.image(Buffer.from(company.logo), page.left, page.top, { fit: [44, 44] })
    } catch {
      doc.fillColor(colours.text)
    }
  doc.font('bold').fontSize(13).fillColor(colours.text)
  write(company.name, page.left + shift, page.top + 2, 270)
  doc.font('regular').fontSize(9).fillColor(colours.quiet)
  write(company.legalName, page.left + shift, page.top + 24, 270)
  doc.font('bold').fontSize(15).fillColor(colours.text)
  write(title, page.right - 190, page.top, 190, 'right')
  doc
    .moveTo(page.left, page.top + 56)
    .lineTo(page.right, page.top + 56)
    .lineWidth(1)
    .strokeColor(colours.text)
    .stroke()
}

/** Cuts the text to the width and marks the cut with an ellipsis. */
export function fitted(doc: PDFKit.PDFDocument, text: string, width: number): string {
  // The text becomes one line: a line end in a name must not move what is below.
  const flat = text.replace(/\s+/g, ' ')
  if (doc.widthOfString(flat) <= width) return flat
  let end = Math.min(flat.length, 120)
  while (end > 0 && doc.widthOfString(`${flat.slice(0, end)}…`) > width) end--
  return `${flat.slice(0, end)}…`
}
