import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from './readCsv.ts'

/**
 * csv-parse is the judge: wherever it reads a text without an error, ours must read the
 * same (decision 59).
 */
const judged = (text: string, delimiter: string): string[][] =>
  parse(text, { delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] })
const ours = (text: string) => readCsv(text, 100_000).map(({ cells }) => cells)

const delimiter = fc.constantFrom(',', ';', '\t')
const cell = fc.oneof(
  fc.string(),
  fc.constantFrom('', ' ', '"', '""', 'a,b', 'a;b', 'a\tb', 'a\nb', 'a\r\nb', "'", '客户', '（）'),
)
const lineEnd = fc.constantFrom('\r\n', '\n', '\r')
const written = (text: string, sign: string, always: boolean) =>
  always || /[",;\t\r\n]/.test(text) || text === ''
    ? `"${text.replaceAll('"', '""')}"`
    : text.replaceAll(sign, '')

test('a table that was written by the rules is read as it was, and as the judge reads it', () =>
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
      delimiter,
      lineEnd,
      fc.boolean(),
      (rows, sign, end, always) => {
        const text = `${rows.map((row) => row.map((one) => written(one, sign, always)).join(sign)).join(end)}${end}`
        const plain = rows.map((row) => row.map((one) => one.replaceAll('\0', '')))
        fc.pre(!text.includes('\0'))
        expect(ours(text)).toEqual(plain)
        expect(judged(text, sign)).toEqual(plain)
      },
    ),
    { numRuns: 1000 },
  ))

test('whatever text the judge accepts, we read the same', () => {
  let accepted = 0
  const scrap = fc.constantFrom(
    ',',
    ',',
    '"',
    '""',
    '\n',
    '\r\n',
    'a',
    'b c',
    '1',
    '客',
    '"x"',
    '"y, z"',
  )
  fc.assert(
    fc.property(
      fc.array(scrap, { maxLength: 25 }).map((all) => all.join('')),
      (text) => {
        // The first line says that commas separate.
        const whole = `a,b\n${text}`
        let expected: string[][]
        try {
          expected = judged(whole, ',')
        } catch {
          return
        }
        accepted++
        expect(ours(whole)).toEqual(expected)
      },
    ),
    { numRuns: 3000 },
  )
  expect(accepted).toBeGreaterThan(300)
})
