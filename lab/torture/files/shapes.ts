import { deflateSync } from 'node:zlib'
import { workbook, zip } from '../../../apps/api/src/test/xlsx.ts'
import { dice } from '../../ground/dice.ts'

/** What is uploaded where, and which kind of malice it is. */
export type Shape = { name: string; path: string; bytes: Buffer }
type Chance = {
  pick: <T>(...of: T[]) => T
  between: (least: number, most: number) => number
  bytes: (length: number) => Buffer
}
type Make = (chance: Chance) => Buffer | string

const tableBytes = 2 * 1024 * 1024 - 1
const pictureBytes = 1024 * 1024 - 1
const unpacked = 15 * 1024 * 1024
const header = '客户名称,商品名称,单价,税率,客户邮箱,标签,账单分组\n'
/** As many of the text as fit behind what stands before it. */
const fill = (text: string, before = '', bytes = tableBytes) =>
  before +
  text.repeat(
    Math.max(0, Math.floor((bytes - Buffer.byteLength(before)) / Buffer.byteLength(text))),
  )

const tables: Record<string, Make> = {
  'opening brackets as a header': ({ pick }) => fill(pick('(', '（', '((', '(a', '( ')),
  'brackets that close late': ({ between }) =>
    `${'('.repeat(between(400_000, 900_000))}${')'.repeat(900_000)},b\n1,2`,
  'many headers of brackets': ({ between }) => fill(`${'('.repeat(between(1000, 9000))},`),
  'a percentage of blanks': ({ pick }) =>
    `${fill(pick(' ', '\u3000', '\u00a0', '\t '), `${header}C,I,1,"5`)}x"`,
  'many percentages of blanks': ({ between }) =>
    fill(`C,I,1,"1${' '.repeat(between(60, 30_000))}x"\n`, header),
  'quotes only': ({ pick }) => fill(pick('"', '""', '"""', '"\n', '","')),
  'a quote that never closes': ({ pick }) => fill(pick('a', ',', '\n', '""'), `${header}"`),
  'no line end': ({ pick }) => fill(pick('a', '客', '1', '-', '%')),
  'line ends only': ({ pick }) => fill(pick('\n', '\r', '\r\n', ' \n')),
  'columns without end': ({ pick }) => fill(pick(',', ';', '\t', 'a,', '1;')),
  'rows of a hundred empty cells': ({ between }) =>
    fill(`${','.repeat(between(50, 190))}\n`, header),
  'letters that grow when normalised': ({ pick }) =>
    fill(`C,I,${pick('ﷺ', '㎏', '０').repeat(60)},1\n`, header),
  'a header that grows when normalised': () => fill(`${'ﷺ'.repeat(10_000)},`),
  'every row wrong in every cell': ({ pick }) =>
    fill(`,,x${pick('1', 'é', '.')},y,z,${'t,'.repeat(3)}\n`, header, 300_000),
  'ten thousand rows of one bill': () => fill('C,I,1,5%,a@b.example,t,A\n', header, 240_000),
  'two thousand bills': ({ between }) =>
    header +
    Array.from(
      { length: 2000 },
      (_, row) => `C${row},I,${between(1, 999)},5%,c${row}@b.example,t,G${row}`,
    ).join('\n'),
  'amounts of many groups': ({ pick }) => fill(pick(',111', '1', '.', '1.'), `${header}C,I,"1`),
  'an address of dots': ({ pick }) => fill(pick('a.', 'a@', '.', '@'), `${header}C,I,1,5,a@`),
  'tags without end': ({ pick }) =>
    `${fill(pick('，', ';', 'a、'), `${header}C,I,1,5,a@b.example,"`)}"`,
  'long cells': ({ between }) => fill(`${'x'.repeat(between(30_000, 33_000))},I,1\n`, header),
  'bytes of nothing': ({ bytes }) => bytes(tableBytes),
  'bytes of GBK': ({ between }) =>
    Buffer.alloc(tableBytes, Buffer.from([between(0x81, 0xfe), between(0x40, 0x7e)])),
  'half characters of UTF-16': ({ bytes }) =>
    Buffer.concat([Buffer.from([0xff, 0xfe]), bytes(tableBytes - 2)]),
  'UTF-16 of brackets': () => Buffer.from(`\ufeff${'('.repeat(tableBytes / 2 - 4)}`, 'utf16le'),
  NUL: () => Buffer.alloc(tableBytes),
  'formulas and scripts': ({ pick }) =>
    fill(`${pick('=cmd|', '<script>', "'=1+1", '@SUM(')},I,1,1\n`, header),
}

const sheetOf = (data: string) =>
  workbook([], { sheet: `<worksheet><sheetData>${data}</sheetData></worksheet>` })
const many = (text: string, bytes = unpacked) =>
  text.repeat(Math.floor(bytes / Buffer.byteLength(text)))
const part = (name: string, text: string) =>
  workbook([['客户名称', '商品名称', '单价']], { replace: [{ name, bytes: Buffer.from(text) }] })

const workbooks: Record<string, Make> = {
  'a sheet of blanks': ({ pick }) => sheetOf(many(pick(' ', '\n', '\t', 'x'))),
  'a bomb of 200 MB': ({ pick }) =>
    workbook([], { sheet: many(pick('a', '<row/>'), 200 * 1024 * 1024) }),
  'an archive that lies': ({ between }) =>
    zip([
      { name: 'xl/workbook.xml', bytes: Buffer.alloc(between(20, 60) * 1024 * 1024), claims: 100 },
    ]),
  'entries that overlap': ({ between }) => overlapping(between(100, 1900)),
  'very many files': ({ between }) =>
    zip(
      Array.from({ length: between(3000, 20_000) }, (_, index) => ({
        name: `xl/${index}.xml`,
        bytes: Buffer.alloc(0),
        stored: true,
      })),
    ),
  'tags in tags': ({ pick }) => sheetOf(many(pick('<a>', '<row>', '<c>', '<v>', '<is><t>'))),
  'tags that never end': ({ pick }) => sheetOf(many(pick('<row ', '<', '<c r="A1" ', '<!--'))),
  'a tag of one attribute': ({ pick }) =>
    sheetOf(
      `<row r="1"><c ${many(pick('r ', 'r=', 'r=" ', ' r=\'"', ' :r'), unpacked - 200)}><v>1</v></c></row>`,
    ),
  'empty texts': () => part('xl/sharedStrings.xml', `<sst>${many('<si/>', unpacked / 2)}</sst>`),
  'texts without end': ({ pick }) =>
    part(
      'xl/sharedStrings.xml',
      `<sst><si>${many(pick('<t>a</t>', '<r><t>ab</t></r>', '<rPh>'), unpacked - 100)}`,
    ),
  'one long text for all cells': ({ between }) =>
    workbook([], {
      sheet: many(
        `<row>${'<c t="s"><v>0</v></c>'.repeat(between(3, 180))}</row>`,
        unpacked - 200_000,
      ),
      replace: [
        {
          name: 'xl/sharedStrings.xml',
          bytes: Buffer.from(`<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`),
        },
      ],
    }),
  'a million cells': ({ between }) =>
    sheetOf(many(`<row>${'<c><v>1</v></c>'.repeat(between(80, 199))}</row>`)),
  'cells far to the right': ({ pick }) =>
    sheetOf(many(`<row><c r="${pick('XFD1', 'ZZZ9', 'GS1', 'GR1')}"><v>1</v></c></row>`)),
  'rows of impossible numbers': ({ pick }) =>
    sheetOf(
      many(`<row r="${pick('1e999', '-1', 'NaN', '9999999')}"><c><v>1</v></c></row>`, 300_000),
    ),
  entities: ({ pick }) =>
    sheetOf(
      `<row><c t="str"><v>${many(pick('&amp;', '&#x41;', '&', '&#x110000;', '&lt'), unpacked - 200)}</v></c></row>`,
    ),
  'small pieces of text': ({ pick }) =>
    sheetOf(
      `<row><c t="str"><v>${many(pick('<![CDATA[a]]>', 'a<!---->', 'a<b/>'), unpacked - 200)}</v></c></row>`,
    ),
  'a document type': ({ pick }) =>
    part(
      'xl/worksheets/sheet1.xml',
      `<!DOCTYPE x [${many(pick('<!ENTITY a "&b;&b;">', '<!ENTITY a SYSTEM "file:///etc/passwd">'), 1_000_000)}]><x>&a;</x>`,
    ),
  'formats without end': () =>
    part(
      'xl/styles.xml',
      `<styleSheet>${many('<numFmt numFmtId="1" formatCode="%"/>')}</styleSheet>`,
    ),
  'styles without end': () =>
    part(
      'xl/styles.xml',
      `<styleSheet><cellXfs>${many('<xf numFmtId="9"/>')}</cellXfs></styleSheet>`,
    ),
  'relations without end': () =>
    part('xl/_rels/workbook.xml.rels', `<R>${many('<Relationship Id="x" Target="y"/>')}</R>`),
  'sheets without end': () =>
    part('xl/workbook.xml', `<workbook>${many('<sheet r:id="rId7"/>')}</workbook>`),
  'a workbook cut off': ({ between }) =>
    padded(workbook([['客户名称', '商品名称', '单价']])).subarray(
      0,
      between(1000, tableBytes - 100),
    ),
  'a workbook with changed bytes': ({ between, bytes }) => {
    const file = Buffer.from(
      workbook([
        ['客户名称', '商品名称', '单价'],
        ['C', 'I', 1],
      ]),
    )
    for (let time = between(1, 30); time > 0; time--)
      file[between(4, file.length - 1)] = bytes(1)[0] as number
    return file
  },
  'the beginning of an archive only': ({ bytes }) =>
    Buffer.concat([Buffer.from('PK\x03\x04'), bytes(tableBytes - 4)]),
  'ends of archives without end': ({ pick }) =>
    Buffer.from(
      `PK\x03\x04${fill(pick('PK\x05\x06', 'PK\x06\x06', 'PK\x01\x02'), '', tableBytes - 4)}`,
      'latin1',
    ),
}

const png = (width: number, height: number, data: Buffer) => {
  const chunk = (kind: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    return Buffer.concat([length, Buffer.from(kind, 'latin1'), body, Buffer.alloc(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const start = (text: string, rest: Buffer) => Buffer.concat([Buffer.from(text, 'latin1'), rest])

const pictures: Record<string, Make> = {
  'a PNG of huge sides': ({ pick, bytes }) =>
    png(pick(0xffff_ffff, 30_000, 0), pick(0xffff_ffff, 65_535), bytes(500_000)),
  'a PNG bomb': ({ between }) =>
    png(64, 64, deflateSync(Buffer.alloc(between(100, 400) * 1024 * 1024), { level: 1 })).subarray(
      0,
      pictureBytes,
    ),
  'a PNG of endless chunks': ({ bytes }) => start('\x89PNG\r\n\x1a\n', bytes(pictureBytes - 8)),
  'a JPEG of huge sides': ({ bytes }) =>
    Buffer.concat([Buffer.from('ffd8ffc0001108fffffffff03012200', 'hex'), bytes(500_000)]),
  'a JPEG of filling bytes': () => start('\xff\xd8', Buffer.alloc(pictureBytes - 2, 0xff)),
  'a JPEG of empty segments': ({ pick }) =>
    start(
      '\xff\xd8',
      Buffer.alloc(pictureBytes - 2, Buffer.from(pick('ffe00002', 'ffe00000', 'fffe0002'), 'hex')),
    ),
  'a GIF of huge sides': ({ bytes }) => start('GIF89a\xff\xff\xff\xff', bytes(pictureBytes - 10)),
  'a WebP cut off': ({ pick }) =>
    Buffer.from(pick('RIFFaaaaWEBP', 'RIFFaaaaWEBPVP8X', 'RIFFaaaaWEBPVP8L'), 'latin1'),
  'a WebP of huge sides': () =>
    start(
      `RIFFaaaaWEBPVP8X${'\0'.repeat(8)}\xff\xff\xff\xff\xff\xff`,
      Buffer.alloc(pictureBytes - 40),
    ),
  'a drawing that is a program': () =>
    fill('<g>', '<svg xmlns="http://www.w3.org/2000/svg"><script>', pictureBytes),
  'bytes of nothing': ({ bytes }) => bytes(pictureBytes),
}

/** Many names in the archive's list for one and the same packed file, which unpacks to 8 MB. */
function overlapping(count: number): Buffer {
  const one = zip([{ name: 'xl/workbook.xml', bytes: Buffer.alloc(8 * 1024 * 1024, ' ') }])
  const list = one.readUInt32LE(one.length - 6)
  const entry = one.subarray(list, one.length - 22)
  const names = Array.from({ length: count }, (_, index) => {
    const copy = Buffer.from(entry)
    copy.write(`xl/${String(index).padStart(8, '0')}.xml`, 46, 'latin1')
    return copy
  })
  const end = Buffer.from(one.subarray(one.length - 22))
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(count * entry.length, 12)
  return Buffer.concat([one.subarray(0, list), ...names, end])
}

/** Bytes that mean nothing, behind a file that would be small. */
const padded = (file: Buffer) =>
  file.length < tableBytes ? Buffer.concat([file, Buffer.alloc(tableBytes - file.length)]) : file

/** The same seed makes the same files. Each kind comes in turn, with other numbers each time. */
export function* shapes(count: number, seed: number): Generator<Shape> {
  const random = dice(seed)
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const chance: Chance = {
    between,
    pick: (...of) => of[between(0, of.length - 1)] as (typeof of)[number],
    bytes: (length) => {
      const made = Buffer.alloc(length)
      for (let at = 0; at < length; at++) made[at] = between(0, 255)
      return made
    },
  }
  const kinds = [
    ...Object.entries(tables).map(([name, make]) => ({
      name: `table: ${name}`,
      path: '/api/payPalBill/import/check',
      make,
    })),
    ...Object.entries(workbooks).map(([name, make]) => ({
      name: `workbook: ${name}`,
      path: '/api/payPalBill/import/check',
      make,
    })),
    ...Object.entries(pictures).map(([name, make]) => ({
      name: `picture: ${name}`,
      path: '/api/account/avatar',
      make,
    })),
  ]
  // Few shapes are some of every family, not only the first ones.
  const step = 7
  for (let index = 0; index < count; index++) {
    const { name, path, make } = kinds[(index * step) % kinds.length] as (typeof kinds)[number]
    const made = make(chance)
    yield { name, path, bytes: Buffer.isBuffer(made) ? made : Buffer.from(made) }
  }
}
