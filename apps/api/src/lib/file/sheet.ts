import { currencies, currencyExponent } from '@paydesk/contract/lib/money'
import type { ExportFormat } from '@paydesk/contract/office/export'
import { type RawBuilder, sql } from 'kysely'
import { literals } from '../literals.ts'
import { csvLines } from './csv.ts'

/** `print`: a line of JSON with what a page shows. */
export type LineFormat = ExportFormat | 'print'

/**
 * A column of an exported table: what stands above it, and its value in SQL. Money is minor units with a currency beside it; a word is
 * one of ours (a code, a label), and needs no escaping.
 */
export type SheetColumn = { label: string } & (
  | { text: RawBuilder<unknown> }
  | { word: RawBuilder<unknown> }
  | { time: RawBuilder<unknown>; timezone: string }
  | { day: RawBuilder<unknown> }
  | { count: RawBuilder<unknown> }
  | { amountMinor: RawBuilder<unknown>; currency: RawBuilder<unknown> }
)

/** PayPal's currencies without decimals; all others have two. */
const wholeCurrencies = currencies.filter((currency) => currencyExponent[currency] === 0)
const isWhole = (currency: RawBuilder<unknown>) => sql`${currency} in (${literals(wholeCurrencies)})`

const decimal = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>) =>
  sql`case when ${isWhole(currency)} then (${amount})::text else ((${amount}) * 0.01)::text end`

/**
 * What a spreadsheet would take for a formula, or for the start of one, is made text by an apostrophe (OWASP, CSV injection). By its
 * first character's code: a pattern took three times as long.
 */
const harmless = (text: RawBuilder<unknown>) =>
  sql`case when ascii(${text}) in (61, 43, 45, 64, 9, 13) then '''' || ${text} else ${text} end`
const csvText = (text: RawBuilder<unknown>) => sql`'"' || replace(${harmless(text)}, '"', '""') || '"'`

const inline = (text: RawBuilder<unknown>) => sql`'<c t="inlineStr"><is><t>' || ${text} || '</t></is></c>'`
/** Most texts hold nothing of the kind: looking is cheaper than replacing three times. */
const xmlText = (text: RawBuilder<unknown>) =>
  inline(sql`case when strpos(${text}, '&') + strpos(${text}, '<') + strpos(${text}, '>') = 0 then ${text}
    else replace(replace(replace(${text}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') end`)

function csvCell(column: SheetColumn): RawBuilder<unknown> {
  if ('text' in column) return csvText(column.text)
  if ('word' in column) return column.word
  if ('time' in column) return sql`coalesce(to_char(${column.time} at time zone ${column.timezone}, 'YYYY-MM-DD HH24:MI:SS'), '')`
  if ('day' in column) return sql`coalesce((${column.day})::text, '')`
  if ('count' in column) return sql`coalesce((${column.count})::text, '')`
  return sql`coalesce(${decimal(column.amountMinor, column.currency)}, '')`
}

/** Days since 1899-12-30 is a spreadsheet's time; style 1 shows it as one. */
function xlsxCell(column: SheetColumn): RawBuilder<unknown> {
  if ('text' in column) return xmlText(column.text)
  if ('word' in column) return inline(column.word)
  if ('time' in column)
    return sql`coalesce('<c s="1"><v>' || (extract(epoch from ${column.time} at time zone ${column.timezone})::float8 / 86400 + 25569) || '</v></c>', '<c/>')`
  if ('day' in column) return sql`coalesce('<c s="2"><v>' || ((${column.day})::date - date '1899-12-30') || '</v></c>', '<c/>')`
  if ('count' in column) return sql`coalesce('<c><v>' || (${column.count}) || '</v></c>', '<c/>')`
  return sql`coalesce('<c><v>' || ${decimal(column.amountMinor, column.currency)} || '</v></c>', '<c/>')`
}

/** With the thousands apart, as people read amounts. */
const grouped = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>) =>
  sql`case when ${isWhole(currency)} then to_char((${amount}), 'FM999,999,999,999,990') else to_char((${amount}) * 0.01, 'FM999,999,999,999,990.00') end`

function printCell(column: SheetColumn): RawBuilder<unknown> {
  if ('text' in column) return column.text
  if ('word' in column) return column.word
  if ('time' in column) return sql`to_char(${column.time} at time zone ${column.timezone}, 'YYYY-MM-DD HH24:MI')`
  if ('day' in column) return sql`(${column.day})::text`
  if ('count' in column) return sql`(${column.count})::text`
  return grouped(column.amountMinor, column.currency)
}

const joined = (parts: RawBuilder<unknown>[], between: string) =>
  parts.reduce((all, part) => (between ? sql`${all} || ${sql.lit(between)} || ${part}` : sql`${all} || ${part}`))

/** The mark at the start is what makes Excel read Chinese as UTF-8. */
export const csvHead = (labels: string[]) => `\uFEFF${csvLines([labels])}`

/** One row of the file as one text: a million rows pass through PostgreSQL once, and through us as bytes. */
export const lineOf = (format: LineFormat, columns: SheetColumn[]): RawBuilder<string> =>
  format === 'print'
    ? sql`json_build_array(${sql.join(columns.map((column) => sql`coalesce(${printCell(column)}, '')`))})::text || ${sql.lit('\n')}`
    : format === 'csv'
      ? sql`${joined(columns.map(csvCell), ',')} || ${sql.lit('\r\n')}`
      : sql`'<row>' || ${joined(columns.map(xlsxCell), '')} || '</row>'`
