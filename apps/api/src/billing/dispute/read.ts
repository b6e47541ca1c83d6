import {
  type Dispute,
  type DisputeAction,
  type DisputeFile,
  type DisputeRow,
  type DisputeState,
  disputeActionNames,
  disputeActions,
  disputeStateOf,
} from '@paydesk/contract/billing/dispute'
import type { Id } from '@paydesk/contract/lib/id'
import { countCap } from '@paydesk/contract/lib/page'
import { settledStatuses } from '@paydesk/contract/money/transaction'
import type { Dispute as PayPalDispute } from '@paydesk/paypal/disputes'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { literals } from '../../lib/literals.ts'

const columns = sql`d.id, d.provider_dispute_id, d.account_id, x.label as account_label, d.reason,
  d.status, d.stage, d.channel, d.currency, d.amount_minor, d.outcome, d.seller_due_at,
  d.buyer_due_at, d.buyer_name, d.bill_id, b.number as bill_number, b.customer_name, d.opened_at,
  d.provider_updated_at as updated_at, d.operation_id is not null as busy`
const tables = sql`join paypal_account x on x.company_id = d.company_id and x.id = d.account_id
  left join bill b on b.company_id = d.company_id and b.id = d.bill_id`

const statuses: Record<DisputeState, ReturnType<typeof sql>> = {
  needsAnswer: sql`and d.status in ('WAITING_FOR_SELLER_RESPONSE', 'OPEN')`,
  waitingForBuyer: sql`and d.status = 'WAITING_FOR_BUYER_RESPONSE'`,
  underReview: sql`and d.status not in (
    'WAITING_FOR_SELLER_RESPONSE', 'OPEN', 'WAITING_FOR_BUYER_RESPONSE', 'RESOLVED'
  )`,
  resolved: sql`and d.status = 'RESOLVED'`,
}

export async function listDisputes(
  db: Db,
  { companyId }: Actor,
  query: {
    state?: DisputeState | undefined
    accountId?: Id<'paypalAccount'> | undefined
    current: number
    pageSize: number
  },
) {
  const { state, accountId, current, pageSize } = query
  const matching = sql`where d.company_id = ${companyId} ${state ? statuses[state] : sql``}
    ${accountId ? sql`and d.account_id = ${accountId}` : sql``}`
  // Among the resolved ones, the latest comes first.
  const { rows } = await sql<Omit<DisputeRow, 'state'>>`
    select ${columns} from dispute d ${tables} ${matching}
    order by (d.status = 'RESOLVED'), d.seller_due_at nulls last, d.provider_updated_at desc, d.id
    limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total
    from (select from dispute d ${matching} limit ${countCap + 1}) as capped`.execute(db)
  const total = counted[0]?.total ?? 0
  return {
    list: rows.map(withState),
    total: Math.min(total, countCap),
    totalIsExact: total <= countCap,
  }
}

const withState = <R extends { status: string }>(row: R) => ({
  ...row,
  state: disputeStateOf(row.status),
})

type Read = Omit<DisputeRow, 'state'> & {
  raw: PayPalDispute
  rels: string[]
  refundedMinor: number | null
  providerPaymentId: string
  seenAt: string
  version: number
}

export async function readDispute(db: Db, { companyId }: Actor, id: string): Promise<Dispute> {
  const { rows } = await sql<Read>`
    select ${columns}, d.raw, d.actions as rels, d.refunded_minor, d.provider_payment_id,
      d.seen_at, d.version
    from dispute d ${tables}
    where d.company_id = ${companyId} and d.id = ${id}`.execute(db)
  if (!rows[0]) throw refuse('notFound')
  const { raw, rels, ...row } = rows[0]
  return {
    ...withState(row),
    ...saidIn(raw),
    actions: disputeActionNames.filter((action) => rels.includes(disputeActions[action])),
    operations: await operationsOf(db, companyId, id),
    files: await filesOf(db, companyId, id),
    money: await moneyOf(db, companyId, row),
  }
}

const instant = (text: string | undefined) =>
  text && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : null

const saidIn = (raw: PayPalDispute): Pick<Dispute, 'messages' | 'evidences' | 'offer'> => ({
  messages: (raw.messages ?? []).map(({ posted_by, time_posted, content }) => ({
    by: posted_by ?? '',
    at: instant(time_posted),
    text: content ?? '',
  })),
  evidences: (raw.evidences ?? []).map(({ evidence_type, source, date, notes }) => ({
    type: evidence_type ?? '',
    by: (source ?? '').replace('SUBMITTED_BY_', ''),
    at: instant(date),
    notes: notes ?? '',
  })),
  offer: raw.offer
    ? {
        type: raw.offer.offer_type ?? '',
        amountMinor: raw.offer.seller_offered_amount?.amountMinor ?? null,
      }
    : null,
})

async function operationsOf(
  db: Db,
  companyId: Id<'company'>,
  id: string,
): Promise<Dispute['operations']> {
  const { rows } = await sql<
    Omit<Dispute['operations'][number], 'action'> & { action: DisputeAction }
  >`
    select id, kind as action, state, actor_name, coalesce(request ->> 'note', '') as note,
      created_at, finished_at,
      case
        when outcome ? 'code' then jsonb_build_object(
          'code', outcome ->> 'code', 'detail', coalesce(outcome ->> 'detail', '')
        )
      end as failure
    from operation
    where company_id = ${companyId} and dispute_id = ${id}
    order by created_at desc, id desc
    limit 100`.execute(db)
  return rows
}

export async function filesOf(
  db: Db,
  companyId: Id<'company'>,
  id: string,
): Promise<Dispute['files']> {
  const { rows } = await sql<Dispute['files'][number]>`
    select id, name, type, length(bytes) as size, operation_id is not null as sent, actor_name,
      created_at
    from dispute_file
    where company_id = ${companyId} and dispute_id = ${id} order by created_at, id`.execute(db)
  return rows
}

export async function readFile(
  db: Db,
  { companyId }: Actor,
  { id, fileId }: { id: string; fileId: string },
) {
  const { rows } = await sql<{ name: string; type: DisputeFile['type']; bytes: Buffer }>`
    select name, type, bytes
    from dispute_file
    where company_id = ${companyId} and dispute_id = ${id} and id = ${fileId}`.execute(db)
  if (!rows[0]) throw refuse('notFound')
  const { bytes, ...file } = rows[0]
  return { ...file, content: bytes.toString('base64') }
}

/** Rows of PayPal's reporting that refer to the disputed payment. */
async function moneyOf(
  db: Db,
  companyId: Id<'company'>,
  { accountId, providerPaymentId }: Pick<Read, 'accountId' | 'providerPaymentId'>,
) {
  if (!providerPaymentId) return []
  const { rows } = await sql<Dispute['money'][number]>`
    select id, provider_transaction_id, event_code, class, currency, gross_minor, fee_minor,
      occurred_at
    from paypal_transaction
    where company_id = ${companyId}
      and account_id = ${accountId}
      and reference_id = ${providerPaymentId}
      and class in ('hold', 'reversal', 'chargeback', 'fee', 'adjustment')
      and status in (${literals(settledStatuses)})
      order by occurred_at, id`.execute(db)
  return rows
}
