import type { BillEntry, EntryKind } from '@paydesk/contract/bill'
import { announce } from '../lib/change.ts'
import type { Db } from '../lib/db.ts'
import { toJsonb } from '../lib/json.ts'

export type NewEntry = { source: 'person' | 'paypal' | 'system'; kind: EntryKind; actor?: { userId: string; name: string }; data?: object }

/** One line of the timeline, written where what it says is done. */
export async function addEntry(db: Db, companyId: string, billId: string, { source, kind, actor, data }: NewEntry): Promise<BillEntry> {
  return db
    .insertInto('billEntry')
    .values({ companyId, billId, source, kind, actorId: actor?.userId ?? null, actorName: actor?.name ?? '', data: toJsonb(data ?? {}) })
    .returning(['id', 'at', 'source', 'kind', 'actorName', 'data'])
    .executeTakeFirstOrThrow() as Promise<BillEntry>
}

export const announceBill = (db: Db, companyId: string, { id, ownerId }: { id: string; ownerId: string }) =>
  announce(db, companyId, [{ entity: 'bill', id, ownerId }])
