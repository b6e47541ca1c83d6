import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { inPieces } from './pieces.ts'
import { pictureParts, pictureTypes } from './xlsxPicture.ts'

/** A spreadsheet takes 1,048,576 rows in one sheet. */
const rowsPerSheet = 1_000_000
/** Level 1 packs rows of a table nearly as well as 6, in a third of the time. */
const options = { compress: true, compressionLevel: 1 }

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const sheetStart = `${xml}<worksheet xmlns="${main}"><sheetData>`
const sheetEnd = '</sheetData></worksheet>'
const sheetEndWithPicture = `</sheetData><drawing xmlns:r="${office}" r:id="rId1"/></worksheet>`
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const sheetType = (n: number) =>
  `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`
const sheetEntry = (n: number) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`
const sheetRelation = (n: number) =>
  `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`
const styles =
  `${xml}<styleSheet xmlns="${main}"><numFmts count="1">` +
  '<numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><fonts count="1"><font/>' +
  '</fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/>' +
  '<xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/>' +
  '</cellXfs></styleSheet>'

/** XML allows no control characters but tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern is about control characters
const forbidden = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

type Batch = { text: string; rows: number }

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(forbidden, '')
export const xmlCell = (text: string) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
export const textRow = (texts: readonly string[]) => `<row>${texts.map(xmlCell).join('')}</row>`
/** How many rows a picture at the top covers. */
export const pictureRows = 3

/** Content above the table's head: rows as XML, and a picture (PNG or JPEG). */
type Above = { above?: string; picture?: Buffer | undefined }

/**
 * Packs rows of XML into a workbook while it is sent. Memory never holds more than a batch or two.
 */
export function workbookOf(
  labels: string[],
  batches: AsyncIterator<Batch>,
  { above = '', picture }: Above = {},
): Readable {
  const zip = new ZipFile()
  let sheets = 0
  let over = false
  const addSheet = () => {
    sheets++
    zip.addReadStreamLazy(`xl/worksheets/sheet${sheets}.xml`, options, (open) => {
      const rows = Readable.from(oneSheet(), { objectMode: false })
      // yazl does not listen for errors. Without this listener, a batch that cannot be read would
      // end the process instead of the file.
      rows.on('error', (error) => output.destroy(error))
      open(null, rows)
    })
  }
  async function* oneSheet() {
    const isFirst = sheets === 1
    yield `${sheetStart}${isFirst ? above : ''}${textRow(labels)}`
    for (let rows = 0; rows < rowsPerSheet; ) {
      const { value, done } = await batches.next()
      if (done) {
        over = true
        break
      }
      for (const piece of inPieces(value.text)) yield piece.replace(forbidden, '')
      rows += value.rows
    }
    yield isFirst && picture ? sheetEndWithPicture : sheetEnd
    // The number of sheets is known only when the rows are over, so each sheet decides whether
    // another one follows.
    if (over) finish()
    else addSheet()
  }
  function finish() {
    const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
    const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, options)
    add(
      '[Content_Types].xml',
      `${xml}<Types xmlns="${packaged}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        (picture ? pictureTypes(picture) : '') +
        `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>` +
        numbers.map(sheetType).join('') +
        '</Types>',
    )
    add(
      '_rels/.rels',
      `${xml}<Relationships xmlns="${packaged}/relationships">` +
        `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>` +
        '</Relationships>',
    )
    add(
      'xl/workbook.xml',
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}">` +
        `<sheets>${numbers.map(sheetEntry).join('')}</sheets>` +
        '</workbook>',
    )
    add(
      'xl/_rels/workbook.xml.rels',
      `${xml}<Relationships xmlns="${packaged}/relationships">` +
        numbers.map(sheetRelation).join('') +
        `<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/>` +
        '</Relationships>',
    )
    add('xl/styles.xml', styles)
    if (picture)
      for (const [path, content] of pictureParts(picture)) zip.addBuffer(content, path, options)
    zip.end()
  }
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  addSheet()
  return output
}
