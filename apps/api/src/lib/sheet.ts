import type { ExportFormat } from '@paydesk/contract/export'
import { type RawBuilder, sql } from 'kysely'

/** A column of an exported table: what stands above it, and its value in SQL. Money is minor units with a currency beside it. */
export type SheetColumn = { label: string } & (
  | { text: RawBuilder<unknown> }
  | { time: RawBuilder<unknown>; timezone: string }
  | { amountMinor: RawBuilder<unknown>; currency: RawBuilder<unknown> }
)

/** PayPal's currencies without decimals; all others have two (contract/money.ts). */
const decimal = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>) =>
  sql`case when ${currency} in ('HUF', 'JPY', 'TWD') then ${amount}::text else (${amount} * 0.01)::text end`

/**
 * What a spreadsheet would take for a formula, or for the start of one, is made text by an apostrophe (OWASP, CSV injection). By its
 * first character's code: a pattern took three times as long.
 */
const harmless = (text: RawBuilder<unknown>) =>
  sql`case when ascii(${text}) in (61, 43, 45, 64, 9, 13) then '''' || ${text} else ${text} end`
const csvText = (text: RawBuilder<unknown>) => sql`'"' || replace(${harmless(text)}, '"', '""') || '"'`

/** XML allows no control characters but tab and line ends. */
const forbidden = [...Array(32).keys()].filter((code) => code > 0 && ![9, 10, 13].includes(code)).map((code) => String.fromCharCode(code))
const xmlText = (text: RawBuilder<unknown>) =>
  sql`'<c t="inlineStr"><is><t>' || replace(replace(replace(translate(${text}, ${forbidden.join('')}, ''), '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</t></is></c>'`

function csvCell(column: SheetColumn): RawBuilder<unknown> {
  if ('text' in column) return csvText(column.text)
  if ('time' in column) return sql`coalesce(to_char(${column.time} at time zone ${column.timezone}, 'YYYY-MM-DD HH24:MI:SS'), '')`
  return sql`coalesce(${decimal(column.amountMinor, column.currency)}, '')`
}

/** Days since 1899-12-30 is a spreadsheet's time; style 1 shows it as one. */
function xlsxCell(column: SheetColumn): RawBuilder<unknown> {
  if ('text' in column) return xmlText(column.text)
  if ('time' in column)
    return sql`coalesce('<c s="1"><v>' || (extract(epoch from ${column.time} at time zone ${column.timezone})::float8 / 86400 + 25569) || '</v></c>', '<c/>')`
  return sql`coalesce('<c><v>' || ${decimal(column.amountMinor, column.currency)} || '</v></c>', '<c/>')`
}

const joined = (parts: RawBuilder<unknown>[], between: string) =>
  parts.reduce((all, part) => (between ? sql`${all} || ${sql.lit(between)} || ${part}` : sql`${all} || ${part}`))

/** One row of the file as one text: a million rows pass through PostgreSQL once, and through us as bytes. */
export const lineOf = (format: ExportFormat, columns: SheetColumn[]): RawBuilder<string> =>
  format === 'csv'
    ? sql`${joined(columns.map(csvCell), ',')} || ${sql.lit('\r\n')}`
    : sql`'<row>' || ${joined(columns.map(xlsxCell), '')} || '</row>'`
