import { canPermission } from '@paydesk/contract/lib/access'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { subtreeOf } from '../../people/user/user.ts'

/** Whose customers the actor may see: `all` of the company, or the given people's (themselves and everyone below them). */
export async function visibleOwners(db: Db, actor: Actor): Promise<'all' | string[]> {
  if (canPermission(actor, 'ViewCustomer') || canPermission(actor, 'UpdateCustomer')) return 'all'
  const { rows } = await subtreeOf(actor.companyId, actor.userId).execute(db)
  return rows.map(({ id }) => id)
}
