import { expect, test } from 'vitest'
import { workbook, zip } from '../../test/xlsx.ts'
import { decodeText, readCsv } from './readCsv.ts'
import { readXlsx } from './readXlsx.ts'
import {
  CellTooLong,
  NotATable,
  TooManyColumns,
  TooManyRows,
  TooMuchText,
  tableLimits,
} from './tableRows.ts'

const cells = (text: string) => readCsv(text, 1000).map((row) => row.cells)
/** 客户,单价 as Excel in China writes it. */
const gbk = Buffer.from([0xbf, 0xcd, 0xbb, 0xa7, 0x2c, 0xb5, 0xa5, 0xbc, 0xdb])

test.each([
  ['UTF-8', Buffer.from('客户,单价')],
  ['UTF-8 with a mark', Buffer.from('\ufeff客户,单价')],
  ['UTF-16 as Excel’s Unicode text', Buffer.from('\ufeff客户,单价', 'utf16le')],
  ['UTF-16, big-endian', Buffer.from('\ufeff客户,单价', 'utf16le').swap16()],
  ['GBK, without any mark', gbk],
])('%s is read', (_, bytes) => {
  expect(decodeText(bytes).replace(/^\ufeff/, '')).toBe('客户,单价')
})

test('bytes of no encoding that we know are refused', () => {
  expect(() => decodeText(Buffer.from([0x61, 0xff, 0xff, 0x80]))).toThrow(NotATable)
})

test.each<[string, string, string[][]]>([
  [
    'CRLF',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'LF, and no end after the last',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'CR, as old Macs',
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'quotes, doubled quotes, commas and line ends inside',
    '"a ""x""","b,c"\n"1\r\n2",3',
    [
      ['a "x"', 'b,c'],
      ['1\r\n2', '3'],
    ],
  ],
  [
    'empty cells, at the end too',
    'a,,c,\n,,',
    [
      ['a', '', 'c', ''],
      ['', '', ''],
    ],
  ],
  ['a delimiter at the very end', 'a,', [['a', '']]],
  [
    'semicolons',
    'a;b\n1,5;2',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a comma in a quoted header does not decide',
    '"a,b,c";d\n1;2',
    [
      ['a,b,c', 'd'],
      ['1', '2'],
    ],
  ],
  ['a quote in the middle is text', 'a,5" disk\n', [['a', '5" disk']]],
  ['text after a closing quote stays', '"a"b,c', [['ab', 'c']]],
  ['nothing', '', []],
])('CSV: %s', (_, text, expected) => expect(cells(text)).toEqual(expected))

test('a row that holds line ends is one row, and rows are numbered as a spreadsheet does', () => {
  expect(readCsv('a\n"1\n2"\n\n3', 10).map(({ number, cells }) => [number, cells[0]])).toEqual([
    [1, 'a'],
    [2, '1\n2'],
    [3, ''],
    [4, '3'],
  ])
})

test('a quote that never closes, a NUL and too many rows are refused', () => {
  expect(() => cells('a,"b\n1,2')).toThrow(NotATable)
  expect(() => cells('a\0b')).toThrow(NotATable)
  expect(() => readCsv('1\n2\n3\n', 2)).toThrow(TooManyRows)
})

test('a hundred thousand quotes are read in a moment', () => {
  const startedAt = performance.now()
  expect(cells(`${'""'.repeat(30_000)}\n${'"",'.repeat(200_000)}`)).toHaveLength(2)
  expect(() => cells('""'.repeat(200_000))).toThrow(CellTooLong)
  expect(performance.now() - startedAt).toBeLessThan(2000)
})

const { columns, cellCharacters, characters } = tableLimits
test('a cell is as long as a spreadsheet allows, and the row of a longer one is named', () => {
  expect(cells(`a\n${'x'.repeat(cellCharacters)}`)).toHaveLength(2)
  for (const long of [`${'x'.repeat(cellCharacters + 1)}`, `"${'x'.repeat(cellCharacters + 1)}"`])
    expect(() => cells(`a\n${long}`)).toThrow(expect.objectContaining({ row: 2 }))
})

test('two hundred columns are read; more are refused, unless they are empty', () => {
  const line = (count: number, cell: string) => Array(count).fill(cell).join(',')
  expect(cells(line(columns, 'x'))[0]).toHaveLength(columns)
  expect(cells(line(columns + 5, ''))[0]).toHaveLength(columns)
  expect(() => cells(line(columns + 1, 'x'))).toThrow(TooManyColumns)
})

test('a workbook keeps to the same limits, also where many cells share one long text', async () => {
  const long = 'x'.repeat(cellCharacters)
  expect((await readXlsx(workbook([['a', long]]), 10)).rows[0]?.cells[1]).toBe(long)
  await expect(readXlsx(workbook([['a'], ['b', `${long}x`]]), 10)).rejects.toThrow(
    expect.objectContaining({ row: 2 }),
  )
  await expect(readXlsx(workbook([['a'], [{ inline: `${long}x` }]]), 10)).rejects.toThrow(
    CellTooLong,
  )
  await expect(readXlsx(workbook([Array(columns + 1).fill(1)]), 10)).rejects.toThrow(TooManyColumns)
  const row = (number: number) => `<row r="${number}">${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`
  const shared = {
    name: 'xl/sharedStrings.xml',
    bytes: Buffer.from(`<sst><si><t>${long}</t></si></sst>`),
  }
  const sheet = `<worksheet>${Array.from({ length: 50 }, (_, index) => row(index + 1)).join('')}</worksheet>`
  await expect(readXlsx(workbook([], { sheet, replace: [shared] }), 100)).rejects.toThrow(
    TooMuchText,
  )
  expect(50 * 20 * long.length).toBeGreaterThan(characters)
})

test('a cell that is as long as it may be is read, however its characters are written', async () => {
  const sheet = `<worksheet><row><c t="str"><v>${'&#1114111;'.repeat(cellCharacters / 2)}</v></c></row></worksheet>`
  const { rows } = await readXlsx(workbook([], { sheet }), 10)
  expect(rows[0]?.cells[0]).toBe('\u{10ffff}'.repeat(cellCharacters / 2))
})

test('a row that claims an impossible number is counted on', async () => {
  const sheet =
    '<worksheet><row r="4"><c><v>1</v></c></row><row r="1e999"><c><v>2</v></c></row><row r="0.5"><c><v>3</v></c></row></worksheet>'
  expect((await readXlsx(workbook([], { sheet }), 10)).rows.map(({ number }) => number)).toEqual([
    4, 5, 6,
  ])
})

test('a workbook is read: runs, entities, inline texts, numbers as typed, gaps, percentages, the first sheet by its order', async () => {
  const bytes = workbook([
    ['客户 & <Co>', undefined, 'c'],
    [{ inline: 'a&b' }, 0.1 + 0.2, 0.10000000000000001],
    [],
    [undefined, { percent: 0.13 }, 45678],
  ])
  expect(await readXlsx(bytes, 100)).toEqual({
    date1904: false,
    rows: [
      { number: 1, cells: ['客户 & <Co>', '', 'c'] },
      { number: 2, cells: ['a&b', '0.30000000000000004', '0.1'] },
      { number: 4, cells: ['', '13%', '45678'] },
    ],
  })
})

test('prefixed tags, single quotes, CDATA, comments and numbered characters are understood', async () => {
  const sheet = `<x:worksheet><!-- <x:row> --><x:sheetData><x:row r='3'><x:c r='B3' t='str'><x:f>A1</x:f><x:v>&#x5ba2;&#25143;<![CDATA[<&]]></x:v></x:c></x:row></x:sheetData></x:worksheet>`
  expect((await readXlsx(workbook([], { sheet }), 100)).rows).toEqual([
    { number: 3, cells: ['', '客户<&'] },
  ])
})

const huge = Buffer.alloc(100 * 1024 * 1024, 'a')
test.each<[string, () => Buffer]>([
  ['a zip of something else', () => zip([{ name: 'a.txt', bytes: Buffer.from('a') }])],
  ['half a file', () => workbook([['a']]).subarray(0, 300)],
  [
    'an end without a directory',
    () =>
      Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06'), Buffer.alloc(18, 0xff)]),
  ],
  ['100 MB in 100 kB', () => workbook([], { extra: [], sheet: huge.toString('latin1') })],
  [
    'an archive that lies about its size',
    () => zip([{ name: 'xl/workbook.xml', bytes: huge, claims: 10 }]),
  ],
  [
    'an archive with two files of one name',
    () =>
      workbook([['a']], {
        extra: [{ name: 'xl/sharedStrings.xml', bytes: Buffer.from('<sst/>') }],
      }),
  ],
  [
    'an archive of very many files',
    () =>
      workbook([['a']], {
        extra: Array.from({ length: 2000 }, (_, index) => ({
          name: `a${index}`,
          bytes: Buffer.alloc(0),
        })),
      }),
  ],
  [
    'a document type with entities',
    () => workbook([], { sheet: '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>' }),
  ],
  [
    'a tag of 64 kB',
    () =>
      workbook([], {
        sheet: `<worksheet><row><c ${'r '.repeat(40_000)}><v>1</v></c></row></worksheet>`,
      }),
  ],
  [
    'more styles than a spreadsheet knows',
    () =>
      workbook([['a']], {
        replace: [
          {
            name: 'xl/styles.xml',
            bytes: Buffer.from(
              `<styleSheet><cellXfs>${'<xf numFmtId="9"/>'.repeat(65_537)}</cellXfs></styleSheet>`,
            ),
          },
        ],
      }),
  ],
  [
    'millions of tags',
    () => workbook([], { sheet: `<worksheet>${'<a>'.repeat(2_200_000)}</worksheet>` }),
  ],
  [
    'a text of millions of entities',
    () =>
      workbook([], {
        sheet: `<worksheet><row><c t="str"><v>${'&amp;'.repeat(3_000_000)}</v></c></row></worksheet>`,
      }),
  ],
  ['a tag that never ends', () => workbook([], { sheet: `<worksheet${'<row'.repeat(100_000)}` })],
])('%s is refused, and quickly', async (_, make) => {
  const bytes = make()
  // What it costs this thread, whatever else the machine does.
  const before = process.threadCpuUsage()
  await expect(readXlsx(bytes, 100)).rejects.toThrow(NotATable)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(2000)
})

test('flipped bytes never do worse than a refusal', async () => {
  const good = workbook([
    ['a', 'b'],
    ['c', 1],
  ])
  for (let at = 0; at < good.length; at += 3) {
    const bad = Buffer.from(good)
    bad[at] = (bad[at] as number) ^ 0xff
    await readXlsx(bad, 100).catch((error: unknown) => expect(error).toBeInstanceOf(NotATable))
  }
})

test('rows that are formatted but empty do not count', async () => {
  const sheet = `<worksheet><sheetData>${Array.from({ length: 5000 }, (_, row) => `<row r="${row + 1}"><c r="A${row + 1}" s="1"/></row>`).join('')}</sheetData></worksheet>`
  expect((await readXlsx(workbook([], { sheet }), 10)).rows).toEqual([])
  await expect(readXlsx(workbook(Array.from({ length: 11 }, () => ['a'])), 10)).rejects.toThrow(
    TooManyRows,
  )
})
