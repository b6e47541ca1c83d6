import { deflateRawSync } from 'node:zlib'
import type { Query } from '@paydesk/contract/endpoint'
import type { Language } from '@paydesk/contract/errors'
import type { exportApi } from '@paydesk/contract/export'
import { type RawBuilder, sql } from 'kysely'
import { recordChange } from '../audit/audit.ts'
import type { Actor } from '../lib/actor.ts'
import type { Db } from '../lib/db.ts'
import type { FileBatch } from '../lib/route.ts'
import { csvHead, lineOf, type SheetColumn } from '../lib/sheet.ts'
import { workbookOf } from '../lib/xlsx.ts'
import { exportWords } from './exportWords.ts'
import { type Scope, scopeOf } from './filter.ts'

/** 5,000 rows are some megabytes as XML, and PostgreSQL makes the next ones while these are packed and sent. */
const batchRows = 5000

export type Cursor = { at: string; id: string }
type Asked = Query<typeof exportApi.transactions>

/** The words of a code, chosen in SQL: the file is not touched again on its way. */
const worded = (column: RawBuilder<unknown>, words: Record<string, string>) =>
  sql`case ${column} ${sql.join(
    Object.entries(words).map(([code, word]) => sql`when ${sql.lit(code)} then ${sql.lit(word)}`),
    sql` `,
  )} end`

function columnsOf(actor: Actor, language: Language): SheetColumn[] {
  const { head, classes, statuses, matches } = exportWords[language]
  const money = (label: string, amountMinor: RawBuilder<unknown>) => ({ label, amountMinor, currency: sql`t.currency` })
  return [
    { label: head.time, time: sql`t.occurred_at`, timezone: actor.companyTimezone },
    { label: head.account, text: sql`a.label` },
    { label: head.id, text: sql`t.provider_transaction_id` },
    { label: head.kind, word: worded(sql`t.class`, classes) },
    { label: head.code, word: sql`t.event_code` },
    { label: head.status, word: worded(sql`t.status`, statuses) },
    { label: head.currency, word: sql`t.currency` },
    money(head.gross, sql`t.gross_minor`),
    money(head.fee, sql`t.fee_minor`),
    money(head.net, sql`t.net_minor`),
    { label: head.payerName, text: sql`t.payer_name` },
    { label: head.payerEmail, text: sql`t.payer_email` },
    { label: head.bill, text: sql`coalesce(bills.numbers, '')` },
    { label: head.match, word: worded(sql`t.match_state`, matches) },
    { label: head.reference, text: sql`t.reference_id` },
    { label: head.note, text: sql`t.note` },
  ]
}

/** The rows of the file, with all that its columns name. */
export const exportTables = sql`join paypal_account a on a.company_id = t.company_id and a.id = t.account_id
  left join lateral (
    select string_agg(b.number, ' ' order by l.created_at, l.id) as numbers from match_line l join bill b on b.company_id = l.company_id and b.id = l.bill_id
    where l.company_id = t.company_id and l.transaction_id = t.id
  ) bills on true`

const exportedOf = ({ conditions }: Scope, below: Cursor | undefined, limit: RawBuilder<unknown>) => sql`
  select t.* from paypal_transaction t where ${conditions} ${below ? sql`and (t.occurred_at, t.id) < (${below.at}, ${below.id})` : sql``}
  order by t.occurred_at desc, t.id desc ${limit}`

/** Newest first, downwards from where the last batch ended: rows that come meanwhile are above it and change nothing. */
export async function exportBatch(db: Db, actor: Actor, { format, ...filter }: Asked, language: Language, below: Cursor | undefined) {
  const scope = scopeOf(actor, filter, { every: true })
  const columns = columnsOf(actor, language)
  const { rows } = await sql<{ text: string | null; rows: number; at: string; id: string }>`
    select string_agg(x.line, '') as text, count(*)::integer as rows, min(x.occurred_at) as at, (array_agg(x.id))[count(*)] as id from (
      select t.id, t.occurred_at, ${lineOf(format, columns)} as line
      from (${exportedOf(scope, below, sql`limit ${batchRows}`)}) t ${exportTables} order by t.occurred_at desc, t.id desc
    ) x`.execute(db)
  const { text, rows: count, at, id } = rows[0] as { text: string | null; rows: number; at: string; id: string }
  const batch: FileBatch<Cursor> = { text: text ?? '', rows: count, next: count === batchRows ? { at, id } : undefined }
  if (below) return batch
  const head = await headOf(db, scope, batch, { format, columns, language })
  // Last: from here to the commit the company's audit chain is locked.
  await recordChange(db, actor, {
    action: 'transaction.export',
    entityId: actor.companyId,
    label: actor.companyName,
    after: { format, ...filter },
  })
  return { ...batch, ...head }
}

type Shape = { format: Asked['format']; columns: SheetColumn[]; language: Language }

async function headOf(db: Db, { conditions }: Scope, first: FileBatch<Cursor>, { format, columns, language }: Shape) {
  const total =
    first.next === undefined
      ? first.rows
      : (await sql<{ n: number }>`select count(*) as n from paypal_transaction t where ${conditions}`.execute(db)).rows[0]?.n
  const bytes = format === 'csv' ? Buffer.byteLength(first.text) : deflateRawSync(first.text, { level: 1 }).length
  const length = Math.round((bytes * (total ?? 0)) / Math.max(1, first.rows))
  const labels = columns.map(({ label }) => label)
  const fileName = `${exportWords[language].file}.${format}`
  if (format === 'csv') return { text: csvHead(labels) + first.text, head: { fileName, type: 'text/csv; charset=utf-8', length } }
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { head: { fileName, type, length, pack: (batches: AsyncGenerator<FileBatch<unknown>>) => workbookOf(labels, batches) } }
}
