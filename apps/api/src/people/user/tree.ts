import type { Id } from '@paydesk/contract/lib/id'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'

/**
 * This user and everyone below. `offset 0` keeps the inner query as it is, with one look into
 * app_user_parent per person found. Without it the planner, which cannot know how small a team is,
 * would read all users of the company once per level.
 */
export const subtreeOf = (
  companyId: Id<'company'>,
  userId: Id<'user'>,
): RawBuilder<{ id: string }> => sql`
  with recursive below as (
    select id from app_user where company_id = ${companyId} and id = ${userId}
    union
    select u.id from below cross join lateral (
      select id from app_user where company_id = ${companyId} and parent_id = below.id offset 0
    ) u
  ) select id from below`

/** The actor and everyone below in the tree. */
export async function teamOf(
  db: Db,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
): Promise<Id<'user'>[]> {
  const { rows } = await subtreeOf(companyId, userId).execute(db)
  return rows.map(({ id }) => id)
}
