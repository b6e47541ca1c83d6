import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import type { Endpoint } from '@paydesk/contract/lib/endpoint'
import type { Language, Word } from '@paydesk/contract/lib/errors'
import type { ExportFormat } from '@paydesk/contract/lib/exportFile'
import type { AuditAction } from '@paydesk/contract/office/auditLog'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import { languageOf } from '../../lib/answer.ts'
import type { Db } from '../../lib/db.ts'
import { csvHead, type LineFormat, lineOf, type SheetColumn } from '../../lib/file/sheet.ts'
import { workbookOf } from '../../lib/file/xlsx.ts'
import { inLanguage } from '../../lib/language.ts'
import { type FileBatch, fileRoute } from '../../lib/route.ts'
import { recordChange } from '../audit/audit.ts'

const deflated = promisify(deflateRaw)

/**
 * 2,000 rows are a megabyte as XML: more would hold up other calls while it is decoded. PostgreSQL
 * makes the next batch while this one is packed and sent.
 */
const batchRows = 2000

/**
 * The table of a file: its rows, their order and their columns. `alias` is the name of the rows in
 * every expression. `joins` adds what else the columns need, only to the rows of a batch.
 */
export type Sheet = {
  columns: SheetColumn[]
  alias: string
  /** `table alias`, or a sub-select with that name. */
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
  /**
   * Set when `joins` makes several lines of one row (a customer in two currencies). Rows are
   * counted and limited, not lines.
   */
  severalLines?: true
  /** The last value makes the order total. All values have the same direction. */
  order: { value: RawBuilder<unknown>; type: 'timestamptz' | 'date' | 'bigint' | 'uuid' | 'text' }[]
  direction: 'desc' | 'asc'
}
/**
 * The order values of the last row that was sent, as texts, so that a time keeps its microseconds.
 */
export type Cursor = string[]

export type Batch = FileBatch<Cursor> & { records: number }

export async function readBatch(
  db: Db,
  sheet: Sheet,
  format: LineFormat,
  after: Cursor | undefined,
): Promise<Batch> {
  const {
    alias,
    from,
    where,
    joins = sql``,
    severalLines = false,
    order,
    columns,
    direction,
  } = sheet
  const ordered = sql`order by ${sql.join(order.map(({ value }) => sql`${value} ${sql.raw(direction)}`))}`
  // The first value is also compared alone: where an index ends with it, reading begins at the
  // right place in the index.
  const beyond = after
    ? sql`and
          ${order[0]?.value}
          ${sql.raw(direction === 'desc' ? '<=' : '>=')} ${after[0]}::${sql.raw(order[0]?.type ?? 'text')}
        and (
          ${sql.join(order.map(({ value }) => value))}
        ) ${sql.raw(direction === 'desc' ? '<' : '>')}
        (${sql.join(order.map(({ type }, index) => sql`${after[index]}::${sql.raw(type)}`))})`
    : sql``
  // Rows with several lines are numbered instead of counted apart, because `count(distinct …)`
  // would sort the lines. Rows with one line need no number.
  const [number, numbered, records] = severalLines
    ? [
        sql`, row_number() over (${ordered}) as row_no`,
        sql`, ${sql.ref(alias)}.row_no`,
        sql`coalesce(max(x.row_no), 0)`,
      ]
    : [sql``, sql``, sql`count(*)`]
  const { rows } = await sql<{
    text: string | null
    rows: number
    records: number
    last: Cursor | null
  }>`
    select string_agg(x.line, '') as text, count(*)::integer as rows,
      ${records}::integer as records, (array_agg(x.key))[count(*)] as last
    from (
      select jsonb_build_array(${sql.join(order.map(({ value }) => sql`${value}::text`))}) as key,
        ${lineOf(format, columns)} as line ${numbered}
      from (
        select ${sql.ref(alias)}.* ${number}
        from ${from}
        where ${where} ${beyond} ${ordered}
        limit ${batchRows}
      ) ${sql.ref(alias)} ${joins} ${ordered}
    ) x`.execute(db)
  const { text, last, ...counted } = rows[0] as {
    text: string | null
    rows: number
    records: number
    last: Cursor | null
  }
  return {
    text: text ?? '',
    ...counted,
    next: counted.records === batchRows ? (last ?? undefined) : undefined,
  }
}

export async function countRows(
  db: Db,
  { from, where }: Pick<Sheet, 'from' | 'where'>,
  first: Batch,
): Promise<number> {
  if (first.next === undefined) return first.records
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${from} where ${where}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Chooses the words for a code in SQL, so that the file is not touched again on its way. */
export const worded = (
  column: RawBuilder<unknown>,
  words: Record<string, Word>,
  language: Language,
) =>
  sql`coalesce(case ${column} ${sql.join(
    Object.entries(words).map(
      ([code, word]) => sql`when ${sql.lit(code)} then ${sql.lit(inLanguage(word, language))}`,
    ),
    sql` `,
  )} end, ${column})`

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function headOf(db: Db, sheet: Sheet, first: Batch, format: ExportFormat, name: string) {
  const total = await countRows(db, sheet, first)
  const bytes =
    format === 'csv'
      ? Buffer.byteLength(first.text)
      : (await deflated(first.text, { level: 1 })).length
  const length = Math.round((bytes * total) / Math.max(1, first.records))
  const labels = sheet.columns.map(({ label }) => label)
  const fileName = `${name}.${format}`
  if (format === 'csv')
    return {
      text: csvHead(labels) + first.text,
      head: { fileName, type: 'text/csv; charset=utf-8', length },
    }
  return {
    head: {
      fileName,
      type: xlsxType,
      length,
      pack: (batches: AsyncGenerator<FileBatch<unknown>>) => workbookOf(labels, batches),
    },
  }
}

type Declared<E extends Endpoint> = {
  /** The file's name, in ASCII only: browsers disagree about all other characters. */
  name: string
  action: AuditAction
  sheet: (context: {
    db: Db
    actor: Actor
    language: Language
    query: NonNullable<E['query']>['_zod']['output']
  }) => Sheet | Promise<Sheet>
}

/**
 * The one way to declare a table that people can download: it holds the filtered rows as CSV or
 * XLSX, and the audit log records it.
 */
export function exportRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  { name, action, sheet: declare }: Declared<E>,
) {
  fileRoute(app, endpoint, async ({ db, actor, query, request }, after: Cursor | undefined) => {
    const { format, ...filter } = query as unknown as { format: ExportFormat } & object
    const sheet = await declare({ db, actor, language: languageOf(request), query: query as never })
    const batch = await readBatch(db, sheet, format, after)
    if (after) return batch
    const head = await headOf(db, sheet, batch, format, name)
    // This comes last: from here to the commit the company's audit chain is locked.
    await recordChange(db, actor, {
      action,
      entityId: actor.companyId,
      label: actor.companyName,
      after: { format, ...filter },
    })
    return { ...batch, ...head }
  })
}
