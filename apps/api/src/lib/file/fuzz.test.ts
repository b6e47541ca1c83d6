// @module-tag slow

import { deflateRawSync, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readAmount,
  readCurrency,
  readDay,
  readDiscount,
  readPercent,
  readQuantity,
} from '../../billing/billImport/cell.ts'
import { readImportTable } from '../../billing/billImport/table.ts'
import { type SheetCell, workbook, zip } from '../../test/xlsx.ts'
import { Refusal } from '../errors.ts'
import { decodeText, readCsv } from './readCsv.ts'
import { readImage, readLogo } from './readImage.ts'
import { readXlsx } from './readXlsx.ts'
import { NotATable } from './tableRows.ts'

/**
 * Generously more than any of them needs on a busy machine, and far less than one that goes back
 * and forth over its text.
 */
const maxMs = 1000

/** Ends well or with a refusal that the caller knows, and soon. */
async function harmless(read: () => unknown) {
  const startedAt = performance.now()
  try {
    await read()
  } catch (error) {
    if (!(error instanceof NotATable) && !(error instanceof Refusal)) throw error
  }
  expect(performance.now() - startedAt).toBeLessThan(maxMs)
}

const runs = { numRuns: 200 }
const blob = fc.uint8Array({ maxLength: 4000 }).map((bytes) => Buffer.from(bytes))
/** Texts in which the signs that mean something are common. */
const scraps = (...signs: string[]) =>
  fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...signs) },
        fc.string({ maxLength: 5, unit: 'binary' }),
      ),
      { maxLength: 300 },
    )
    .map((all) => all.join(''))
/** One scrap over and over: what a pattern that goes back and forth cannot bear. */
const monotonous = (...signs: string[]) =>
  fc
    .tuple(
      fc.constantFrom(...signs),
      fc.constantFrom(...signs),
      fc.integer({ min: 1, max: 30_000 }),
    )
    .map(([one, other, times]) => one.repeat(times) + other)

const csvText = fc.oneof(
  scraps(',', ';', '\t', '"', '""', '\n', '\r', '\r\n', '(', ')', ' ', 'a'),
  monotonous(',', '"', '""', '\n', '(', ' ', '("', 'a'),
)

test('any text is read as CSV or refused', () =>
  fc.assert(
    fc.asyncProperty(csvText, (text) => harmless(() => readCsv(text, 1000))),
    runs,
  ))

test('any bytes are decoded or refused', () =>
  fc.assert(
    fc.asyncProperty(blob, (bytes) => harmless(() => decodeText(bytes))),
    runs,
  ))

test('any bytes and any text make an imported table or a refusal', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        blob,
        csvText.map((text) => Buffer.from(text)),
      ),
      (bytes) => harmless(() => readImportTable(bytes)),
    ),
    runs,
  ))

const cellText = fc.oneof(
  fc.string({ unit: 'binary' }),
  scraps('1', ',', '.', '%', ' ', '-', '/', '年', '月', '日', '０', '\u00a0'),
  monotonous(' ', '1', ',1', '\u3000', '%', '.', 'ﷺ'),
)
test('any cell is an amount, a quantity, a percentage, a day or an error', () =>
  fc.assert(
    fc.asyncProperty(cellText, fc.boolean(), (text, flag) =>
      harmless(() => {
        for (const read of [readQuantity, readPercent, readCurrency]) read(text)
        readAmount(text, flag ? 'USD' : 'JPY')
        readDiscount(text, flag ? 'USD' : 'JPY')
        readDay(text, flag)
      }),
    ),
    runs,
  ))

const tags = [
  '<row>',
  '</row>',
  '<row r="',
  '<c>',
  '</c>',
  '<c r="',
  '<c t="s">',
  '<v>',
  '</v>',
  '"',
  "'",
  '>',
  '/>',
  '<',
  '&',
  '&#x',
  ';',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!',
  '<?',
  ' ',
  '=',
  'r',
  'A1',
  '9',
  ':',
]
const xml = fc.oneof(scraps(...tags), monotonous(...tags))

test('any document in the place of a sheet, of its texts or of the workbook is read or refused', () =>
  fc.assert(
    fc.asyncProperty(
      xml,
      fc.constantFrom(
        'xl/worksheets/sheet1.xml',
        'xl/sharedStrings.xml',
        'xl/workbook.xml',
        'xl/styles.xml',
        'xl/_rels/workbook.xml.rels',
      ),
      (text, name) =>
        harmless(() =>
          readXlsx(workbook([['a', 1]], { replace: [{ name, bytes: Buffer.from(text) }] }), 1000),
        ),
    ),
    runs,
  ))

const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 })
const changed = (bytes: Buffer, all: [at: number, byte: number][], cut: number) => {
  const copy = Buffer.from(bytes)
  for (const [at, byte] of all) copy[at % copy.length] = byte
  return copy.subarray(0, copy.length - (cut % copy.length))
}
const good = workbook([
  ['客户', 'b'],
  [1, { inline: 'x' }],
] as SheetCell[][])

test('a workbook with changed bytes, cut off or not, is read or refused', () =>
  fc.assert(
    fc.asyncProperty(changes, fc.oneof(fc.constant(0), fc.nat()), (all, cut) =>
      harmless(() => readXlsx(changed(good, all, cut), 100)),
    ),
    { numRuns: 400 },
  ))

test('an archive of any names and any packed bytes is read or refused', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          fc.constantFrom(
            'xl/workbook.xml',
            'xl/_rels/workbook.xml.rels',
            '../x',
            '/x',
            'a\\b',
            '',
          ),
          blob,
        ),
        {
          maxLength: 5,
        },
      ),
      (files) =>
        harmless(() =>
          readXlsx(
            zip(files.map(([name, bytes]) => ({ name, bytes, stored: bytes.length % 2 === 0 }))),
            100,
          ),
        ),
    ),
    runs,
  ))

function png(
  width: number,
  height: number,
  depth: number,
  colour: number,
  interlaced: number,
  data: Buffer,
): Buffer {
  const chunk = (kind: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    return Buffer.concat([length, Buffer.from(kind, 'latin1'), body, Buffer.alloc(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, colour, 0, 0, interlaced], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const address = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
const side = fc.oneof(fc.nat(40), fc.nat(0xffff_ffff))

test('any bytes are a picture or none', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        blob,
        blob.map((bytes) => Buffer.concat([Buffer.from([0xff, 0xd8]), bytes])),
        fc
          .nat(200_000)
          .map((length) => Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(length, 0xff)])),
        blob.map((bytes) => Buffer.concat([Buffer.from('RIFFaaaaWEBPVP8X'), bytes])),
        fc
          .tuple(side, side, fc.nat(20), fc.nat(8), fc.nat(2), blob)
          .map(([w, h, depth, colour, interlaced, data]) =>
            png(w, h, depth, colour, interlaced, deflateSync(data)),
          ),
        fc
          .tuple(changes, fc.nat())
          .map(([all, cut]) =>
            changed(png(9, 9, 8, 6, 0, deflateSync(Buffer.alloc(9 * 37))), all, cut),
          ),
      ),
      (bytes) =>
        harmless(() => {
          readImage(bytes)
          readLogo(address(bytes))
        }),
    ),
    runs,
  ))

test('a logo is sound if its pixels are there: plain, with a palette, interlaced', () => {
  expect(readLogo(address(png(9, 5, 8, 6, 0, deflateSync(Buffer.alloc(5 * 37)))))).toEqual({
    type: 'image/png',
    width: 9,
    height: 5,
  })
  expect(readLogo(address(png(9, 5, 1, 0, 0, deflateSync(Buffer.alloc(5 * 3)))))).toBeDefined()
  // The passes of 5 × 5 pixels of one byte have 1, 1, 1, 2, 3, 2 and 2 rows of 1, 1, 2, 1,
  // 3, 2 and 5 pixels.
  const rows = [
    [1, 1],
    [1, 1],
    [1, 2],
    [2, 1],
    [1, 3],
    [3, 2],
    [2, 5],
  ] as const
  const bytes = rows.reduce((sum, [count, pixels]) => sum + count * (1 + pixels), 0)
  expect(readLogo(address(png(5, 5, 8, 0, 1, deflateSync(Buffer.alloc(bytes)))))).toBeDefined()
  expect(
    readLogo(address(png(5, 5, 8, 0, 1, deflateSync(Buffer.alloc(bytes - 1))))),
  ).toBeUndefined()
})

test.each<[string, Buffer]>([
  ['pixels that do not unpack', png(9, 5, 8, 6, 0, Buffer.from('no deflate'))],
  ['too few pixels', png(9, 5, 8, 6, 0, deflateSync(Buffer.alloc(5 * 37 - 1)))],
  ['more pixels than it claims', png(9, 5, 8, 6, 0, deflateSync(Buffer.alloc(50_000_000)))],
  ['a filter that does not exist', png(9, 5, 8, 6, 0, deflateSync(Buffer.alloc(5 * 37, 9)))],
  ['a palette that is missing', png(9, 5, 8, 3, 0, deflateSync(Buffer.alloc(5 * 10)))],
  ['no end', png(9, 5, 8, 6, 0, deflateSync(Buffer.alloc(5 * 37))).subarray(0, -12)],
  ['deflate without its frame', png(9, 5, 8, 6, 0, deflateRawSync(Buffer.alloc(5 * 37)))],
])('a logo with %s is none', (_, bytes) =>
  harmless(() => expect(readLogo(address(bytes))).toBeUndefined()),
)

test('a logo of huge sides is not unpacked: its sides are told, and refused by whoever asked', () =>
  harmless(() =>
    expect(
      readLogo(address(png(20_000, 20_000, 8, 6, 0, deflateSync(Buffer.alloc(100))))),
    ).toMatchObject({ width: 20_000 }),
  ))
