import type { BillFilter, BillTab } from '@paydesk/contract/billing/bill'
import {
  type BillStatus,
  billStatuses,
  openStatuses,
  payableStatuses,
} from '@paydesk/contract/billing/billStatus'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../lib/actor.ts'
import type { Db } from '../../../lib/db.ts'
import { billOwners } from '../../../people/user/user.ts'
import { isOverdue } from '../visible.ts'

export type Filter = z.output<typeof BillFilter>

export const tabStatuses: Record<BillTab, readonly BillStatus[]> = {
  outstanding: openStatuses,
  overdue: payableStatuses,
  draft: ['draft', 'sendFailed', 'scheduled', 'sending'],
  paid: ['paid'],
  refunded: ['partiallyRefunded', 'refunded'],
  cancelled: ['cancelled', 'writtenOff'],
  all: billStatuses,
}

/**
 * A filter as it applies to one actor: whose bills, in which statuses, and what else is true
 * of the bill `b`.
 */
export type Scope = {
  actor: Actor
  owners: 'all' | string[]
  statuses: readonly BillStatus[]
  conditions: RawBuilder<unknown>
  /** One customer's bills are few enough to be read whole, by their own index. */
  ofCustomer: boolean
  /**
   * Only the time of creation narrows the scope: its newest bills are the newest of the company.
   */
  ofCompany: boolean
}

/** Undefined if nothing can match. */
export async function scopeOf(db: Db, actor: Actor, filter: Filter): Promise<Scope | undefined> {
  const visible = await billOwners(db, actor)
  const { ownerId, status, tab = 'all', customerId } = filter
  const owners =
    ownerId === undefined
      ? visible
      : visible === 'all' || visible.includes(ownerId)
        ? [ownerId]
        : []
  const statuses = tabStatuses[tab].filter((one) => status === undefined || one === status)
  if (owners.length === 0 || statuses.length === 0) return undefined
  const narrowing = [customerId, filter.accountId, filter.currency, filter.dueFrom, filter.dueTo]
  return {
    actor,
    owners,
    statuses,
    conditions: conditionsOf(actor, filter),
    ofCustomer: customerId !== undefined,
    ofCompany:
      owners === 'all' &&
      statuses.length === billStatuses.length &&
      narrowing.every((value) => value === undefined),
  }
}

/** Narrows a scope that has every status to what a tab shows. */
export const inTab = (scope: Scope, tab: BillTab): Scope => ({
  ...scope,
  statuses: tabStatuses[tab],
  conditions:
    tab === 'overdue' ? sql`${scope.conditions} and ${isOverdue(scope.actor)}` : scope.conditions,
})

/**
 * Conditions on the bill `b`, apart from owner and status. Days are days of the company's calendar.
 */
function conditionsOf(actor: Actor, filter: Filter): RawBuilder<unknown> {
  const { customerId, accountId, currency, createdFrom, createdTo, dueFrom, dueTo, tab } = filter
  const startOf = (day: string, add = 0) =>
    sql`(${day}::date + ${add}::integer)::timestamp at time zone ${actor.companyTimezone}`
  const parts = [
    customerId && sql`b.customer_id = ${customerId}`,
    accountId && sql`b.account_id = ${accountId}`,
    currency && sql`b.currency = ${currency}`,
    createdFrom && sql`b.created_at >= ${startOf(createdFrom)}`,
    createdTo && sql`b.created_at < ${startOf(createdTo, 1)}`,
    dueFrom && sql`b.due_date >= ${dueFrom}::date`,
    dueTo && sql`b.due_date <= ${dueTo}::date`,
    tab === 'overdue' && isOverdue(actor),
  ]
  const first = sql`b.company_id = ${actor.companyId}`
  return parts.reduce<RawBuilder<unknown>>(
    (all, part) => (part ? sql`${all} and ${part}` : all),
    first,
  )
}
