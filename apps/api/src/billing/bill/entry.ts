import type { BillEntry, EntryKind } from '@paydesk/contract/billing/bill'
import { sql } from 'kysely'
import { announce } from '../../lib/change.ts'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'

export type NewEntry = { source: 'person' | 'paypal' | 'system'; kind: EntryKind; actor?: { userId: string; name: string }; data?: object }

/** Adds one line to the timeline. Call it in the transaction that does what the line says. */
export async function addEntry(db: Db, companyId: string, billId: string, { source, kind, actor, data }: NewEntry): Promise<BillEntry> {
  return db
    .insertInto('billEntry')
    .values({ companyId, billId, source, kind, actorId: actor?.userId ?? null, actorName: actor?.name ?? '', data: toJsonb(data ?? {}) })
    .returning(['id', 'at', 'source', 'kind', 'actorName', 'data'])
    .executeTakeFirstOrThrow() as Promise<BillEntry>
}

export type PayPalEntry = { billId: string; kind: EntryKind; data: object }

/** Adds what PayPal told about many bills, in the given order. */
export async function addPayPalEntries(db: Db, companyId: string, entries: PayPalEntry[]): Promise<void> {
  if (entries.length === 0) return
  const given = entries.map((entry, n) => ({ ...entry, n }))
  await sql`
    insert into bill_entry (company_id, bill_id, source, kind, data)
    select ${companyId}::uuid, u."billId", 'paypal', u.kind, u.data
    from jsonb_to_recordset(${toJsonb(given)}::jsonb) as u (n integer, "billId" uuid, kind text, data jsonb) order by u.n`.execute(db)
}

type Of = { id: string; ownerId: string }
export const announceBills = (db: Db, companyId: string, bills: Of[]) =>
  announce(
    db,
    companyId,
    bills.map(({ id, ownerId }) => ({ entity: 'bill' as const, id, ownerId })),
  )
export const announceBill = (db: Db, companyId: string, bill: Of) => announceBills(db, companyId, [bill])
