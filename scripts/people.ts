import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, inTransaction } from '../apps/api/src/lib/db.ts'

/** Only super admins make companies. A script that makes the first company has no super admin yet, so it acts as one. */
export const asSuperAdmin = <T>(pool: pg.Pool, work: (db: Db) => Promise<T>) =>
  inTransaction(pool, [{ text: `select set_config('app.super_admin', 'on', true)`, values: [] }], work)

type NewCompany = { name: string; legalName: string; code: string; country: string; timezone: string; baseCurrency?: string }

/** Makes a company; the rest of the transaction runs inside it. */
export async function addCompany(db: Db, company: NewCompany): Promise<string> {
  const { id } = await db
    .insertInto('company')
    .values({ baseCurrency: 'USD', ...company })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`select set_config('app.company_id', ${id}, true)`.execute(db)
  return id
}

type NewUser = { username: string; name: string; role: string; email?: string; parent?: string }

/** `ids`: people who are there already and may be named as parents. */
export async function addUsers(
  db: Db,
  companyId: string,
  users: readonly NewUser[],
  common: { passwordHash: string; demo: boolean },
  ids = new Map<string, string>(),
) {
  for (const { username, name, role, email, parent } of users) {
    const { id } = await db
      .insertInto('appUser')
      .values({ companyId, username, name, ...common, email: email ?? null, parentId: (parent && ids.get(parent)) ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(username, id)
    await sql`insert into user_role (company_id, user_id, role_id) select ${companyId}, ${id}, id from role where code = ${role}`.execute(
      db,
    )
  }
  return ids
}
