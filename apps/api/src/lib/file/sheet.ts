import type { ExportFormat } from '@paydesk/contract/lib/exportFile'
import { currencies, currencyExponent } from '@paydesk/contract/lib/money'
import { type RawBuilder, sql } from 'kysely'
import { literals } from '../literals.ts'
import { csvLines, formulaSigns } from './csv.ts'

/** `print` writes each row as a line of JSON, with the texts that a printed page shows. */
export type LineFormat = ExportFormat | 'print'

/**
 * A column of an exported table: its heading and its value in SQL. `amountMinor` is in minor units
 * of the currency beside it. A `word` is one of our own codes or labels and needs no escaping.
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
const isWhole = (currency: RawBuilder<unknown>) =>
  sql`${currency} in (${literals(wholeCurrencies)})`

const decimal = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>) =>
  sql`case when ${isWhole(currency)} then (${amount})::text else ((${amount}) * 0.01)::text end`

/**
 * An apostrophe turns a text that a spreadsheet could take for a formula into plain text
 * (OWASP, CSV injection). The check looks at the first character's code, because a pattern
 * took three times as long.
 */
const formulaCodes = sql.join([...formulaSigns].map((sign) => sql.lit(sign.charCodeAt(0))))
const harmless = (text: RawBuilder<unknown>) =>
  sql`case when ascii(${text}) in (${formulaCodes}) then '''' || ${text} else ${text} end`
const csvText = (text: RawBuilder<unknown>) =>
  sql`'"' || replace(${harmless(text)}, '"', '""') || '"'`

const inline = (text: RawBuilder<unknown>) =>
  sql`'<c t="inlineStr"><is><t>' || ${text} || '</t></is></c>'`
/**
 * Most texts hold none of these characters, and looking for them is cheaper than
 * replacing three times.
 */
const xmlText = (text: RawBuilder<unknown>) =>
  inline(sql`case
    when strpos(${text}, '&') + strpos(${text}, '<') + strpos(${text}, '>') = 0 then ${text}
    else replace(replace(replace(${text}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')
  end`)

function csvCell(column: SheetColumn): RawBuilder<unknown> {
  if ('text' in column) return csvText(column.text)
  if ('word' in column) return column.word
  if ('time' in column)
    return sql`coalesce(
      to_char(${column.time} at time zone ${column.timezone}, 'YYYY-MM-DD HH24:MI:SS'), ''
    )`
  if ('day' in column) return sql`coalesce((${column.day})::text, '')`
  if ('count' in column) return sql`coalesce((${column.count})::text, '')`
  return sql`coalesce(${decimal(column.amountMinor, column.currency)}, '')`
}

/**
 * A spreadsheet stores a time as days since 1899-12-30; style 1 shows it as a time,
 * style 2 as a day.
 */
function xlsxCell(column: SheetColumn): RawBuilder<unknown> {
  if ('text' in column) return xmlText(column.text)
  if ('word' in column) return inline(column.word)
  if ('time' in column)
    return sql`coalesce(
      '<c s="1"><v>' || (
        extract(epoch from ${column.time} at time zone ${column.timezone})::float8 / 86400 + 25569
      ) || '</v></c>',
      '<c/>'
    )`
  if ('day' in column)
    return sql`coalesce(
      '<c s="2"><v>' || ((${column.day})::date - date '1899-12-30') || '</v></c>', '<c/>'
    )`
  if ('count' in column) return sql`coalesce('<c><v>' || (${column.count}) || '</v></c>', '<c/>')`
  return sql`coalesce(
    '<c><v>' || ${decimal(column.amountMinor, column.currency)} || '</v></c>', '<c/>'
  )`
}

/** The amount with its thousands separated, as people read it. */
const grouped = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>) =>
  sql`case
    when ${isWhole(currency)} then to_char((${amount}), 'FM999,999,999,999,990')
    else to_char((${amount}) * 0.01, 'FM999,999,999,999,990.00')
  end`

function printCell(column: SheetColumn): RawBuilder<unknown> {
  if ('text' in column) return column.text
  if ('word' in column) return column.word
  if ('time' in column)
    return sql`to_char(${column.time} at time zone ${column.timezone}, 'YYYY-MM-DD HH24:MI')`
  if ('day' in column) return sql`(${column.day})::text`
  if ('count' in column) return sql`(${column.count})::text`
  return grouped(column.amountMinor, column.currency)
}

const joined = (parts: RawBuilder<unknown>[], between: string) =>
  parts.reduce((all, part) =>
    between ? sql`${all} || ${sql.lit(between)} || ${part}` : sql`${all} || ${part}`,
  )

/** The byte order mark at the start makes Excel read Chinese as UTF-8. */
export const csvHead = (labels: string[]) => `\uFEFF${csvLines([labels])}`

/**
 * PostgreSQL writes each row of the file as one text, so that this process only passes on bytes,
 * also for a million rows.
 */
export const lineOf = (format: LineFormat, columns: SheetColumn[]): RawBuilder<string> =>
  format === 'print'
    ? sql`json_build_array(
      ${sql.join(columns.map((column) => sql`coalesce(${printCell(column)}, '')`))}
    )::text || ${sql.lit('\n')}`
    : format === 'csv'
      ? sql`${joined(columns.map(csvCell), ',')} || ${sql.lit('\r\n')}`
      : sql`'<row>' || ${joined(columns.map(xlsxCell), '')} || '</row>'`
