import { openStatuses } from '@paydesk/contract/billing/billStatus'
import { canPermission } from '@paydesk/contract/lib/access'
import type { Id } from '@paydesk/contract/lib/id'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'

/** True if one of the payments of the bill `b` is disputed. */
export const isDisputed = sql`exists (select from dispute d where d.company_id = b.company_id and d.bill_id = b.id and d.status <> 'RESOLVED')`

/**
 * True if money is still due on the bill `b` and its day has passed in the company's time zone. Today is a sub-select: computed once, not
 * per bill.
 */
export const isOverdue = (actor: Actor): RawBuilder<boolean> => sql`(b.status = any(${openStatuses}) and b.due_minor > 0
  and coalesce(b.due_date < (select (now() at time zone ${actor.companyTimezone})::date), false))`

/** A person who may make bills sees their own, whatever else they may see. */
export const maySee = (owners: 'all' | string[], actor: Actor, ownerId: Id<'user'>) =>
  owners === 'all' || owners.includes(ownerId) || (ownerId === actor.userId && canPermission(actor, 'CreatePayPalBill'))
