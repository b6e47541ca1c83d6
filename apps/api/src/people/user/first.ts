import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'

type FirstUser = { username: string; name: string; role: string; email?: string; parent?: string }

/**
 * The people of a company that has nobody yet who could invite them. `ids`: people who are there
 * already and may be named as parents.
 */
export async function addUsers(
  db: Db,
  companyId: string,
  users: readonly FirstUser[],
  common: { passwordHash: string; demo: boolean },
  ids = new Map<string, string>(),
) {
  for (const { username, name, role, email, parent } of users) {
    const { id } = await db
      .insertInto('appUser')
      .values({
        companyId,
        username,
        name,
        ...common,
        email: email ?? null,
        parentId: (parent && ids.get(parent)) ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(username, id)
    await sql`
      insert into user_role (company_id, user_id, role_id)
      select ${companyId}, ${id}, id
      from role
      where code = ${role}`.execute(db)
  }
  return ids
}
