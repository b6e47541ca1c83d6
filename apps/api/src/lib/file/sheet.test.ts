import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { csvCell } from './csv.ts'
import { type LineFormat, lineOf, type SheetColumn } from './sheet.ts'

const t = testApp()
let companyId: string | undefined

/** One cell as PostgreSQL writes it into a file. */
async function cell(format: LineFormat, column: object): Promise<string> {
  companyId ??= await make.company(t)
  const line: RawBuilder<string> = lineOf(format, [{ label: '', ...column } as SheetColumn])
  const { rows } = await t.in(companyId, (db) =>
    sql<{ line: string }>`select ${line} as line`.execute(db),
  )
  const text = rows[0]?.line ?? ''
  if (format === 'print') return (JSON.parse(text) as string[])[0] as string
  return format === 'csv' ? text.replace(/\r\n$/, '') : text.replace(/^<row>|<\/row>$/g, '')
}
const amount = (minor: number | null, currency: string) => ({
  amountMinor: sql`${minor}::bigint`,
  currency: sql`${currency}::text`,
})
const text = (value: string) => ({ text: sql`${value}::text` })

test.each([
  [1_234_567, 'USD', '12345.67', '12,345.67'],
  [5, 'USD', '0.05', '0.05'],
  [-5, 'EUR', '-0.05', '-0.05'],
  [100, 'GBP', '1.00', '1.00'],
  [1_234_567, 'TWD', '1234567', '1,234,567'],
  [1_234_567, 'JPY', '1234567', '1,234,567'],
  [-1200, 'HUF', '-1200', '-1,200'],
  [0, 'USD', '0.00', '0.00'],
])('%i %s stands in a file as %s and on paper as %s', async (minor, currency, decimal, printed) => {
  expect(await cell('csv', amount(minor, currency))).toBe(decimal)
  expect(await cell('xlsx', amount(minor, currency))).toBe(`<c><v>${decimal}</v></c>`)
  expect(await cell('print', amount(minor, currency))).toBe(printed)
})

test('an amount that is not there is an empty cell and not nothing', async () => {
  expect(await cell('csv', amount(null, 'USD'))).toBe('')
  expect(await cell('xlsx', amount(null, 'USD'))).toBe('<c/>')
  expect(await cell('print', amount(null, 'USD'))).toBe('')
})

test('times and days are those of the company’s clock', async () => {
  const time = { time: sql`'2026-10-31T17:30:15Z'::timestamptz`, timezone: 'Asia/Shanghai' }
  expect(await cell('csv', time)).toBe('2026-11-01 01:30:15')
  expect(await cell('print', time)).toBe('2026-11-01 01:30')
  // 46327 is 1 November 2026.
  const serial = Number(/<v>(.*)<\/v>/.exec(await cell('xlsx', time))?.[1])
  expect(serial).toBeCloseTo(46_327 + (1.5 * 3600 + 15) / 86_400, 6)
  expect(await cell('xlsx', { day: sql`date '2026-11-01'` })).toBe('<c s="2"><v>46327</v></c>')
  expect(await cell('csv', { day: sql`date '2026-11-01'` })).toBe('2026-11-01')
})

test.each(['=1+1', '+1', '-1', '@sum(A1)', '\tx', '\rx', '\n=1', '＝1', '＋1', '－1', '＠sum(A1)'])(
  '%j is no formula in a file',
  async (value) => {
    expect(await cell('csv', text(value))).toBe(`"'${value}"`)
    expect(csvCell(value).replaceAll('"', '')).toBe(`'${value}`)
  },
)

test('quotes end no cell, and marks of the other format are plain text', async () => {
  expect(await cell('csv', text('say "hi", now'))).toBe('"say ""hi"", now"')
  expect(csvCell('say "hi", now')).toBe('"say ""hi"", now"')
  expect(await cell('xlsx', text('a < b'))).toContain('a &lt; b')
  expect(await cell('xlsx', text('a > b & c'))).toContain('a &gt; b &amp; c')
})
