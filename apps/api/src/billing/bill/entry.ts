import type { BillEntry, EntryKind } from '@paydesk/contract/billing/billEntry'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'

export type NewEntry = {
  source: 'person' | 'paypal' | 'system'
  kind: EntryKind
  actor?: { userId: Id<'user'>; name: string }
  data?: object
}

/** Adds one line to the timeline. Call it in the transaction that does what the line says. */
export async function addEntry(
  db: Db,
  companyId: Id<'company'>,
  billId: Id<'bill'>,
  { source, kind, actor, data }: NewEntry,
): Promise<BillEntry> {
  return db
    .insertInto('billEntry')
    .values({
      companyId,
      billId,
      source,
      kind,
      actorId: actor?.userId ?? null,
      actorName: actor?.name ?? '',
      data: toJsonb(data ?? {}),
    })
    .returning(['id', 'at', 'source', 'kind', 'actorName', 'data'])
    .executeTakeFirstOrThrow() as Promise<BillEntry>
}

export type PayPalEntry = { billId: Id<'bill'>; kind: EntryKind; data: object }

/** Adds what PayPal told about many bills, in the given order. */
export async function addPayPalEntries(
  db: Db,
  companyId: Id<'company'>,
  entries: PayPalEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const given = entries.map((entry, n) => ({ ...entry, n }))
  await sql`
    insert into bill_entry (company_id, bill_id, source, kind, data)
    select ${companyId}::uuid, u."billId", 'paypal', u.kind, u.data
    from jsonb_to_recordset(${toJsonb(given)}::jsonb) as u (
      n integer, "billId" uuid, kind text, data jsonb
    )
    order by u.n`.execute(db)
}

type Of = { id: string; ownerId: Id<'user'> }
export const announceBills = (db: Db, companyId: Id<'company'>, bills: Of[]) =>
  announce(
    db,
    companyId,
    bills.map(({ id, ownerId }) => ({ entity: 'bill' as const, id, ownerId })),
  )
/**
 * Makes open screens read these bills again, although nothing was written to them: what is known
 * about them has changed.
 */
export async function announceBillsById(
  db: Db,
  companyId: Id<'company'>,
  ids: Id<'bill'>[],
): Promise<void> {
  const { rows } = await sql<Of>`
    select id, owner_id
    from bill
    where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(db)
  await announceBills(db, companyId, rows)
}
export const announceBill = (db: Db, companyId: Id<'company'>, bill: Of) =>
  announceBills(db, companyId, [bill])
