import type pg from 'pg'
import { type Db, enterCompany, inTransaction } from '../../lib/db.ts'

/**
 * Only super admins make companies. Whoever makes the first company has no super admin yet,
 * and so acts as one.
 */
export const asSuperAdmin = <T>(pool: pg.Pool, work: (db: Db) => Promise<T>) =>
  inTransaction(
    pool,
    [{ text: `select set_config('app.super_admin', 'on', true)`, values: [] }],
    work,
  )

type FirstCompany = {
  name: string
  legalName: string
  code: string
  country: string
  timezone: string
  baseCurrency?: string
}

/** Makes a company; the rest of the transaction runs inside it. */
export async function addCompany(db: Db, company: FirstCompany): Promise<string> {
  const { id } = await db
    .insertInto('company')
    .values({ baseCurrency: 'USD', ...company })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enterCompany(db, id)
  return id
}
