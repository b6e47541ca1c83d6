import type { Bill } from '@paydesk/contract/billing/bill'
import type { EntryKind } from '@paydesk/contract/billing/billEntry'
import type { BillTerm } from '@paydesk/contract/billing/billInput'
import {
  type ActionRefusal,
  type BillAction,
  type BillStatus,
  whyNot,
} from '@paydesk/contract/billing/billStatus'
import { actionWords, statusWords } from '@paydesk/contract/billing/billWords'
import type { ErrorName } from '@paydesk/contract/lib/errors'
import type { Id } from '@paydesk/contract/lib/id'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import { billOwners } from '../../people/user/user.ts'
import { addEntry, announceBill } from './entry.ts'
import { isProvisional, moneyOf, paidAt } from './money/read.ts'
import { isListing } from './payment.ts'
import { hasEmail, isDisputed, isOverdue, maySee, reportedAt } from './visible.ts'

/** A moment inside of JSON, as the contract writes moments. */
export const iso = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Our refunds in every state, and those that only PayPal's record lists: made on its site and not
 * looked at yet, or outside PayPal.
 */
const refundsOf = sql`(select coalesce(jsonb_agg(x.refund order by x.at, x.id), '[]') from (
  select r.created_at as at, r.id,
    jsonb_build_object(
      'id', r.id, 'providerRefundId', r.provider_refund_id, 'paymentId', r.payment_id,
      'source', 'paypal', 'origin', r.origin, 'kind', r.kind, 'amountMinor', r.amount_minor,
      'state', r.state, 'reason', r.reason, 'noteToPayer', r.note_to_payer,
      'requestedById', r.requested_by, 'requestedByName', r.requested_by_name,
      'approval',
        case
          when a.state = 'waiting' then jsonb_build_object('id', a.id, 'version', a.version)
        end,
      'decidedByName', coalesce(a.decided_by_name, ''), 'decisionNote', coalesce(a.note, ''),
      'failure', r.failure,
      'unknownSince',
        (
          select ${iso(sql`o.unknown_since`)}
          from operation o
          where o.company_id = r.company_id
            and o.id = r.operation_id
            and o.state = 'unknown'
            and r.state = 'sending'
        ),
      'settling',
        (
          select jsonb_build_object(
            'id', s.id, 'version', s.version, 'happened', s.happened, 'byId', s.requested_by,
            'byName', s.requested_by_name
          )
          from approval s
          where s.company_id = r.company_id
            and s.refund_id = r.id
            and s.kind = 'settleRefund'
            and s.state = 'waiting'
        ),
      'settled', r.settled, 'countedOn', k.counted_on,
      'provisional', k.id is not null and k.moved_at is null,
      'createdAt', ${iso(sql`r.created_at`)}
    ) as refund
  from refund r
  left join approval a on a.company_id = r.company_id and a.refund_id = r.id and a.kind = 'refund'
  left join bill_back k on k.company_id = r.company_id and k.bill_id = r.bill_id and k.id = r.id
  where r.company_id = b.company_id and r.bill_id = b.id
  union all
  select l.created_at, l.id,
    jsonb_build_object(
      'id', l.id,
      'providerRefundId', l.provider_refund_id,
      'paymentId', null,
      'source', l.source,
      'origin', 'paypal',
      'kind', 'refund',
      'amountMinor', l.amount_minor,
      'state', 'completed',
      'reason', '',
      'noteToPayer', '',
      'requestedById', null,
      'requestedByName', '',
      'approval', null,
      'decidedByName', '',
      'decisionNote', '',
      'unknownSince', null,
      'settling', null,
      'settled', null,
      'failure', null,
      'countedOn', coalesce(k.counted_on, l.counted_on),
      'provisional', l.source = 'paypal' and k.moved_at is null,
      'createdAt', ${iso(sql`l.created_at`)}
    )
  from bill_refund l
  left join bill_back k on k.company_id = l.company_id and k.bill_id = l.bill_id and k.id = l.id
  where l.company_id = b.company_id
    and l.bill_id = b.id
    and not exists (select from refund r where ${isListing})
) x)`

export async function readBill(db: Db, actor: Actor, id: string): Promise<Bill> {
  const { reconciliation } = await readSettings(db, actor.companyId)
  const reading = sql<Bill & { ownerId: Id<'user'> }>`
    select b.id, b.number, b.title, b.customer_id, b.customer_name, b.currency, b.status, b.tags,
      b.version, b.subtotal_minor, b.discount_total_minor, b.tax_total_minor, b.shipping_minor,
      b.total_minor, b.paid_minor, b.refunded_minor, b.due_minor, b.fee_minor, b.net_minor,
      b.allow_partial, b.minimum_due_minor, b.bill_date, b.term,
      case when b.term = 'onDate' then b.due_date end as due_date, b.account_id, b.routing_reason,
      b.other_currency, b.other_total_minor, b.provider_status, b.provider_invoice_id,
      b.provider_seen_at, b.pay_url, b.remind_count, b.reminded_at, b.failure, b.sent_at,
      b.viewed_at, ${paidAt} as paid_at, b.cancelled_at, b.written_off_at, b.created_at,
      b.updated_at, b.owner_id, b.operation_id is not null as busy, ${hasEmail} as has_email,
      ${isOverdue(actor)} as overdue, b.due_date as pays_by, c.recipient, c.items, c.discount,
      c.shipping, c.note, c.terms, c.memo, u.name as owner_name, a.label as account_label,
      (
        select jsonb_build_object(
          'kind', o.kind, 'state', o.state, 'since', ${iso(sql`o.created_at`)}
        )
        from operation o
        where o.company_id = b.company_id and o.id = b.operation_id
      ) as operation,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', p.id, 'providerPaymentId', p.provider_payment_id, 'source', p.source,
              'method', p.method, 'amountMinor', p.amount_minor, 'feeMinor', p.fee_minor,
              'netMinor', p.net_minor, 'pending', p.pending, 'countedOn', p.counted_on,
              'provisional', ${isProvisional}, 'refundedMinor', p.refunded_minor,
              'refundingMinor', p.refunding_minor, 'note', p.note
            ) order by p.created_at,
            p.id
          ),
          '[]'
        )
        from bill_payment p
        where p.company_id = b.company_id and p.bill_id = b.id
      ) as payments,
      ${refundsOf} as refunds,
      ${moneyOf(actor.companyTimezone, reconciliation.recordMatches)} as money,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', d.id, 'status', d.status, 'reason', d.reason,
              'sellerDueAt', ${iso(sql`d.seller_due_at`)}
            ) order by d.opened_at
          ),
          '[]'
        )
        from dispute d
        where d.company_id = b.company_id and d.bill_id = b.id
      ) as disputes,
      ${isDisputed} as disputed, ${reportedAt(actor)} as reported_at
    from bill b
    join bill_content c on c.company_id = b.company_id and c.bill_id = b.id
    join app_user u on u.company_id = b.company_id and u.id = b.owner_id
    left join paypal_account a on a.company_id = b.company_id and a.id = b.account_id
    where b.company_id = ${actor.companyId} and b.id = ${id}`.execute(db)
  // Sent together: statements of one transaction share a round trip.
  const [{ rows }, owners] = await Promise.all([reading, billOwners(db, actor)])
  const [bill] = rows
  if (!bill || !maySee(owners, actor, bill.ownerId)) throw refuse('notFound')
  return bill
}

/** What an action needs in order to decide, and to explain a refusal. */
export type LockedBill = {
  id: string
  number: string
  title: string
  customerId: Id<'customer'>
  currency: string
  status: BillStatus
  totalMinor: number
  dueMinor: number
  /** PayPal's word: what its invoice still asks for. */
  providerDueMinor: number
  ownerId: Id<'user'>
  accountId: Id<'paypalAccount'> | null
  operationId: Id<'operation'> | null
  providerInvoiceId: string | null
  remindCount: number
  remindedAt: string | null
  hasEmail: boolean
  term: BillTerm
  dueDate: string | null
  billDate: string | null
  sentAt: string | null
  version: number
  lastAction: string
  lastActor: string
  lastActionAt: string
}

/**
 * Locks the bill until the transaction ends and checks visibility, version and whether the action
 * is possible now. The refusals say what happened: the person who comes second must understand why.
 */
export async function lockBill(
  db: Db,
  actor: Actor,
  id: string,
  action: BillAction,
  version?: number,
): Promise<LockedBill> {
  const locking = sql<LockedBill>`
    select id, number, title, customer_id, currency, status, total_minor, due_minor,
      provider_due_minor, owner_id, account_id, operation_id, provider_invoice_id, remind_count,
      reminded_at, term, due_date, bill_date, sent_at, version, last_action, last_actor,
      last_action_at, ${hasEmail} as has_email
    from bill b where company_id = ${actor.companyId} and id = ${id} for update`.execute(db)
  const [{ rows }, owners] = await Promise.all([locking, billOwners(db, actor)])
  const [bill] = rows
  if (!bill || !maySee(owners, actor, bill.ownerId)) throw refuse('notFound')
  const why = whyNot(action, {
    status: bill.status,
    busy: bill.operationId !== null,
    hasEmail: bill.hasEmail,
  })
  const stale = version !== undefined && version !== bill.version
  if (!why && !stale) return bill
  const code = why ? refusals[why] : 'bill.stale'
  const what = {
    number: bill.number,
    status: statusWords[bill.status],
    action: actionWords[action],
    who: bill.lastActor || 'PayPal',
    what: (actionWords[bill.lastAction as BillAction] ?? actionWords.paypal).done,
    when: clockTime(bill.lastActionAt, actor.companyTimezone),
  }
  throw refuse(code, what, await readBill(db, actor, id))
}

const refusals = {
  status: 'bill.notAllowed',
  noEmail: 'bill.remindNobody',
  busy: 'bill.busy',
} as const satisfies Record<ActionRefusal, ErrorName>

const clockTime = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at))

/**
 * Records a person's or a rule's act: who did what last, a new version, a line in the timeline;
 * then tells every open screen.
 */
export async function noteAct(
  db: Db,
  actor: Actor,
  bill: { id: string; ownerId: Id<'user'> },
  act: {
    action: BillAction | 'create' | 'import'
    kind: EntryKind
    data?: object
    set?: { status?: BillStatus; cancelledAt?: 'now'; writtenOffAt?: 'now' }
  },
): Promise<void> {
  const { status, cancelledAt, writtenOffAt } = act.set ?? {}
  const noting = db
    .updateTable('bill')
    .set({
      version: sql`version + 1`,
      updatedAt: sql`now()`,
      lastAction: act.action,
      lastActor: actor.name,
      lastActionAt: sql`now()`,
      ...(status && { status }),
      ...(cancelledAt && { cancelledAt: sql`now()` }),
      ...(writtenOffAt && { writtenOffAt: sql`now()` }),
    })
    .where('companyId', '=', actor.companyId)
    .where('id', '=', bill.id)
    .execute()
  const source = actor.automatic ? ('system' as const) : ('person' as const)
  const entry = { source, kind: act.kind, actor, ...(act.data && { data: act.data }) }
  await Promise.all([
    noting,
    addEntry(db, actor.companyId, bill.id, entry),
    announceBill(db, actor.companyId, bill),
  ])
}
