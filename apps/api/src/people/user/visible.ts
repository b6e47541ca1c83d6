import { canPermission } from '@paydesk/contract/lib/access'
import type { Id } from '@paydesk/contract/lib/id'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { teamOf } from './tree.ts'

/**
 * The people whose bills the actor may see: `all` of the company, or a list (themselves and
 * everyone below them).
 */
export async function billOwners(db: Db, actor: Actor): Promise<'all' | Id<'user'>[]> {
  if (canPermission(actor, 'ViewAllPayPalBill')) return 'all'
  if (!canPermission(actor, 'ViewPayPalBill')) return []
  return teamOf(db, actor)
}
