import { canPermission } from '@paydesk/contract/lib/access'
import type { Id } from '@paydesk/contract/lib/id'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { teamOf } from '../../people/user/user.ts'

/**
 * Whose customers the actor may see: `all` of the company, or the given people's (themselves and
 * everyone below them).
 */
export async function customerOwners(db: Db, actor: Actor): Promise<'all' | Id<'user'>[]> {
  if (canPermission(actor, 'ViewCustomer') || canPermission(actor, 'UpdateCustomer')) return 'all'
  return teamOf(db, actor)
}
