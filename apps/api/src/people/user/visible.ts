import { canPermission } from '@paydesk/contract/lib/access'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { subtreeOf } from './tree.ts'

/** The people whose bills the actor may see: `all` of the company, or a list (themselves and everyone below them). */
export async function visibleOwners(db: Db, actor: Actor): Promise<'all' | string[]> {
  if (canPermission(actor, 'ViewAllPayPalBill')) return 'all'
  if (!canPermission(actor, 'ViewPayPalBill')) return []
  const { rows } = await subtreeOf(actor.companyId, actor.userId).execute(db)
  return rows.map(({ id }) => id)
}
