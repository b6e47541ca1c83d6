import type { Paper } from './bill.ts'
import { amountText, colours, drawTop, fitted, newDocument, page } from './pdf.ts'

const columns = [
  { x: page.left + 6, width: 250, align: 'left' },
  { x: page.left + 262, width: 70, align: 'right' },
  { x: page.left + 338, width: 84, align: 'right' },
  { x: page.left + 428, width: 89, align: 'right' },
] as const
const gap = 6

/**
 * A bill for printing: A4. Unlike a statement's lines, what people wrote is never cut, so
 * heights are measured.
 */
export function paperPdf(paper: Paper): PDFKit.PDFDocument {
  const doc = newDocument(`${paper.title} ${paper.facts[0]?.[1] ?? ''}`, paper.company.name)
  draw(doc, paper)
  doc.end()
  return doc
}

function draw(
  doc: PDFKit.PDFDocument,
  { company, title, stamp, facts, to, head, items, sums, texts, payment }: Paper,
): void {
  let y = page.bottom
  let pages = 0
  const write = (
    text: string,
    x: number,
    at: number,
    width: number,
    align: 'left' | 'right' = 'left',
  ) => {
    const shown = align === 'right' ? text : fitted(doc, text, width)
    doc.text(shown, align === 'right' ? x + width - doc.widthOfString(shown) : x, at, {
      lineBreak: false,
    })
  }
  const font = (name: 'regular' | 'bold', size: number, colour = colours.text) =>
    doc.font(name).fontSize(size).fillColor(colour)
  const newPage = () => {
    doc.addPage()
    pages++
    if (pages === 1) drawTop(doc, { company, title }, write)
    else {
      font('regular', 8, colours.quiet)
      write(`${company.name} · ${title} · ${facts[0]?.[1] ?? ''}`, page.left, page.top, page.width)
    }
    font('regular', 8, colours.quiet)
    write(String(pages), page.left, 812, page.width, 'right')
    y = page.top + (pages === 1 ? 74 : 26)
  }
  const take = (height: number): number => {
    if (y + height > page.bottom) newPage()
    const at = y
    y += height
    return at
  }
  const itemHead = () => {
    const at = take(20)
    doc.rect(page.left, at, page.width, 20).fill(colours.band)
    font('bold', 9)
    for (const [index, { x, width, align }] of columns.entries())
      write(head[index] ?? '', x, at + 5, width, align)
    y += gap
  }
  /** Lines of text as they were written, over as many pages as they need. */
  const paragraph = (text: string, x: number, width: number) => {
    for (const line of wrapped(doc, text, width)) write(line, x, take(14), width + 1)
  }

  newPage()
  const top = y
  for (const [label, value] of facts) {
    const at = take(16)
    font('regular', 9, colours.quiet)
    write(label, page.left, at, 100)
    font('regular', 9)
    write(value, page.left + 104, at, 150)
  }
  const below = y
  y = top
  font('regular', 9, colours.quiet)
  write(to.label, page.left + 290, take(16), 233)
  for (const line of to.lines) {
    font('regular', 9.5)
    paragraph(line, page.left + 290, 233)
  }
  y = Math.max(y, below)
  if (stamp) {
    font('bold', 14, colours.quiet)
    write(stamp, page.left, take(24) + 4, page.width, 'right')
  }
  y += 2 * gap

  itemHead()
  for (const { name, description, quantity, price, amount } of items) {
    font('regular', 9.5)
    const names = wrapped(doc, name, columns[0].width)
    const pageBefore = pages
    if (y + names.length * 14 + gap > page.bottom) newPage()
    if (pages > pageBefore) itemHead()
    const at = y
    font('regular', 9.5)
    for (const [index, text] of [quantity, amountText(price), amountText(amount)].entries()) {
      const { x, width, align } = columns[index + 1] as (typeof columns)[number]
      write(text, x, at, width, align)
    }
    paragraph(name, columns[0].x, columns[0].width)
    if (description) {
      font('regular', 8.5, colours.quiet)
      paragraph(description, columns[0].x, columns[0].width)
    }
    y += gap
    rule(doc, y - gap / 2)
  }
  y += gap
  for (const { label, amount, strong } of sums) {
    const at = take(18)
    font(strong ? 'bold' : 'regular', strong ? 10.5 : 9.5)
    write(label, page.left + 262, at, 130)
    write(`${amount.currency} ${amountText(amount)}`, page.left + 392, at, 125, 'right')
  }
  if (payment) {
    y += gap
    font('bold', 9.5)
    write(payment.label, page.left, take(16), page.width)
    font('regular', 9, colours.link)
    for (const line of wrapped(doc, payment.url, page.width)) {
      const at = take(14)
      write(line, page.left, at, page.width + 1)
      doc.link(page.left, at, doc.widthOfString(line), 12, payment.url)
    }
  }
  for (const { label, text } of texts) {
    y += 2 * gap
    font('bold', 9.5)
    write(label, page.left, take(16), page.width)
    font('regular', 9)
    paragraph(text, page.left, page.width)
  }
}

const rule = (doc: PDFKit.PDFDocument, y: number) =>
  doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(colours.rule).stroke()

/**
 * Breaks at blanks where there are any; a text without blanks, such as Chinese or an address,
 * breaks anywhere.
 */
export function wrapped(
  doc: { widthOfString: (text: string) => number },
  text: string,
  width: number,
): string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.match(/\S+\s*|\s+/g) ?? ['']) {
      if (doc.widthOfString((line + word).trimEnd()) <= width) {
        line += word
        continue
      }
      if (line && doc.widthOfString(word.trimEnd()) <= width) {
        lines.push(line.trimEnd())
        line = word
        continue
      }
      for (const character of word) {
        if (line && doc.widthOfString(line + character) > width) {
          lines.push(line.trimEnd())
          line = ''
        }
        line += character
      }
    }
    return [...lines, line.trimEnd()]
  })
}
