import type { Id } from '@paydesk/contract/lib/id'
import type { Db } from '../../lib/db.ts'

/**
 * Records of features above that refer to customers and move when two customers are merged. The
 * entry point hands them in.
 */
export type CustomerRecords = {
  lock: (db: Db, companyId: Id<'company'>, customerId: Id<'customer'>) => Promise<unknown>
  /** Returns how many records moved. */
  move: (db: Db, companyId: Id<'company'>, fromId: string, intoId: string) => Promise<number>
}
