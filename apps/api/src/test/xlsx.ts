import { deflateRawSync } from 'node:zlib'

type File = { name: string; bytes: Buffer; stored?: boolean; claims?: number }

/**
 * A zip archive as spreadsheet programs write it; the check sums are zero, because the reader does
 * not look at them.
 */
export function zip(files: File[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, stored = false, claims } of files) {
    const data = stored ? bytes : deflateRawSync(bytes)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(stored ? 0 : 8, 8)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(stored ? 0 : 8, 10)
    central.writeUInt32LE(data.length, 20)
    central.writeUInt32LE(claims ?? bytes.length, 24)
    central.writeUInt16LE(Buffer.byteLength(name), 28)
    central.writeUInt32LE(offset, 42)
    directory.push(central, Buffer.from(name))
    parts.push(local, Buffer.from(name), data)
    offset += local.length + Buffer.byteLength(name) + data.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, list, end])
}

const xml = (name: string, text: string, stored = false): File => ({
  name,
  bytes: Buffer.from(`<?xml version="1.0"?>${text}`),
  stored,
})
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) +
  String.fromCharCode(65 + (column % 26))

export type SheetCell = string | number | { percent: number } | { inline: string } | undefined

/** A workbook with one sheet, in the form of Excel's own: shared texts, references, styles. */
export function workbook(
  rows: SheetCell[][],
  options: { sheet?: string; date1904?: boolean; extra?: File[]; replace?: File[] } = {},
): Buffer {
  const texts: string[] = []
  const cell = (value: SheetCell, at: string) => {
    if (value === undefined) return ''
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    if (typeof value === 'string') return `<c r="${at}" t="s"><v>${texts.push(value) - 1}</v></c>`
    if ('inline' in value)
      return `<c r="${at}" t="inlineStr"><is><t>${escaped(value.inline)}</t></is></c>`
    return `<c r="${at}" s="1"><v>${value.percent}</v></c>`
  }
  const data = rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((value, column) => cell(value, `${letters(column)}${row + 1}`)).join('')}</row>`,
    )
    .join('')
  const sheet = options.sheet ?? `<worksheet><sheetData>${data}</sheetData></worksheet>`
  const files = [
    xml('[Content_Types].xml', '<Types/>', true),
    xml(
      'xl/workbook.xml',
      `<workbook xmlns:r="r"><workbookPr date1904="${options.date1904 ? 1 : 0}"/><sheets>` +
        '<sheet name="账单" sheetId="4" r:id="rId7"/><sheet name="x" sheetId="5" r:id="rId1"/>' +
        '</sheets></workbook>',
    ),
    xml(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="rId1" Target="worksheets/other.xml"/><Relationship ' +
        'Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    xml(
      'xl/styles.xml',
      '<styleSheet><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>',
    ),
    xml(
      'xl/sharedStrings.xml',
      `<sst>${texts.map((text) => `<si><r><t>${escaped(text.slice(0, 1))}</t></r><r><t xml:space="preserve">${escaped(text.slice(1))}</t></r><rPh sb="0" eb="1"><t>よみ</t></rPh></si>`).join('')}</sst>`,
    ),
    xml('xl/worksheets/sheet1.xml', sheet),
    ...(options.extra ?? []),
  ]
  const replaced = new Map(options.replace?.map((file) => [file.name, file]))
  return zip(files.map((file) => replaced.get(file.name) ?? file))
}
