import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'

/**
 * Call it in the transaction that makes a bill or changes its number, title, customer or recipient:
 * a keyword finds only what is indexed.
 */
export async function indexBills(
  db: Db,
  companyId: Id<'company'>,
  billIds: Id<'bill'>[],
): Promise<void> {
  if (billIds.length > 0)
    await sql`select index_bills(${companyId}, ${billIds}::uuid[])`.execute(db)
}

export const indexBill = (db: Db, companyId: Id<'company'>, billId: Id<'bill'>) =>
  indexBills(db, companyId, [billId])
