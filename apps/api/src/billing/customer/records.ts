import type { Db } from '../../lib/db.ts'

/** What refers to customers from floors or features above: it moves along when two are merged. Handed in by the entry point. */
export type CustomerRecords = {
  lock: (db: Db, companyId: string, customerId: string) => Promise<unknown>
  /** Answers how many moved. */
  move: (db: Db, companyId: string, fromId: string, intoId: string) => Promise<number>
}
