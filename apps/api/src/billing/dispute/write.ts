import type { Id } from '@paydesk/contract/lib/id'
import { currencies } from '@paydesk/contract/lib/money'
import { allowedActions, type Dispute } from '@paydesk/paypal/disputes'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'
import { tellHolders } from '../../people/notice/notice.ts'
import { addEntry } from '../bill/bill.ts'

export type AccountRef = { companyId: Id<'company'>; accountId: Id<'paypalAccount'> }
type Linked = { billId: Id<'bill'>; paymentId: string; ownerId: Id<'user'>; number: string }
type Written = { id: string; billId: Id<'bill'> | null; fresh: boolean; from: string | null }

/**
 * Makes our record say what PayPal's says, unless ours is newer. The bill is locked before the
 * dispute, as everywhere.
 */
export async function writeDispute(
  db: Db,
  ref: AccountRef,
  told: Dispute,
): Promise<string | undefined> {
  const bill = await linkOf(db, ref, told)
  const { rows: held } = await sql<{ status: string }>`
    select status
    from dispute
    where company_id = ${ref.companyId} and account_id = ${ref.accountId}
      and provider_dispute_id = ${told.dispute_id} for update`.execute(db)
  const before = held[0]?.status ?? null
  const [written] = await upsert(db, ref, told, bill)
  if (!written) return undefined
  await tell(db, ref.companyId, told, { ...written, from: before }, bill)
  return written.id
}

/**
 * Finds the bill by the seller's id of the payment; the buyer has another id for the same
 * payment (paypal §11).
 */
async function linkOf(
  db: Db,
  { companyId, accountId }: AccountRef,
  told: Dispute,
): Promise<Linked | undefined> {
  const { rows } = await sql<{ billId: Id<'bill'>; paymentId: string }>`
    select bill_id, id as payment_id from bill_payment
    where company_id = ${companyId}
      and account_id = ${accountId}
      and provider_payment_id = any(${paymentIdsOf(told)})
    limit 1`.execute(db)
  const [payment] = rows
  if (!payment) return undefined
  const { rows: bills } = await sql<{ ownerId: Id<'user'>; number: string }>`
    select owner_id, number
    from bill
    where company_id = ${companyId} and id = ${payment.billId}
    for update`.execute(db)
  return bills[0] && { ...payment, ...bills[0] }
}

const paymentIdsOf = (told: Dispute) =>
  (told.disputed_transactions ?? []).flatMap((row) => row.seller_transaction_id ?? [])
const known = (code: string | undefined) =>
  (currencies as string[]).includes(code ?? '') ? code : null

async function upsert(
  db: Db,
  { companyId, accountId }: AccountRef,
  told: Dispute,
  bill: Linked | undefined,
) {
  const currency = known(told.dispute_amount?.currency)
  const opened = told.create_time ?? new Date().toISOString()
  const { rows } = await sql<Written>`
    insert into dispute as d (
      company_id, account_id, provider_dispute_id, reason, status, stage, channel, currency,
      amount_minor, outcome, refunded_minor, seller_due_at, buyer_due_at, actions,
      provider_payment_id, bill_id, payment_id, buyer_name, opened_at, provider_updated_at, raw
    )
    values (
      ${companyId}, ${accountId}, ${told.dispute_id}, ${told.reason ?? ''}, ${told.status},
      ${told.dispute_life_cycle_stage ?? ''}, ${told.dispute_channel ?? ''}, ${currency},
      ${currency ? (told.dispute_amount?.amountMinor ?? null) : null},
      ${told.dispute_outcome?.outcome_code ?? ''},
      ${told.dispute_outcome?.amount_refunded?.amountMinor ?? null},
      ${told.seller_response_due_date ?? null}, ${told.buyer_response_due_date ?? null},
      ${allowedActions(told)}, ${paymentIdsOf(told)[0] ?? ''}, ${bill?.billId ?? null},
      ${bill?.paymentId ?? null}, ${told.disputed_transactions?.[0]?.buyer?.name ?? ''}, ${opened},
      ${told.update_time ?? opened}, ${toJsonb(told)}::jsonb
    )
    on conflict (company_id, account_id, provider_dispute_id)
    do update set
      reason = excluded.reason,
      status = excluded.status,
      stage = excluded.stage,
      channel = excluded.channel,
      currency = excluded.currency,
      amount_minor = excluded.amount_minor,
      outcome = excluded.outcome,
      refunded_minor = excluded.refunded_minor,
      seller_due_at = excluded.seller_due_at,
      buyer_due_at = excluded.buyer_due_at,
      actions = excluded.actions,
      provider_payment_id = excluded.provider_payment_id,
      bill_id = coalesce(excluded.bill_id, d.bill_id),
      payment_id = coalesce(excluded.payment_id, d.payment_id),
      buyer_name = excluded.buyer_name,
      provider_updated_at = excluded.provider_updated_at,
      raw = excluded.raw,
      seen_at = now(),
      version = d.version + case
        when (d.provider_updated_at, d.status, d.stage, d.actions) is distinct from (
          excluded.provider_updated_at, excluded.status, excluded.stage, excluded.actions
        ) then 1
        else 0
      end
    where d.provider_updated_at <= excluded.provider_updated_at
    returning id, bill_id, (xmax = 0) as fresh`.execute(db)
  return rows
}

async function tell(
  db: Db,
  companyId: Id<'company'>,
  told: Dispute,
  written: Written,
  bill: Linked | undefined,
): Promise<void> {
  const { id, fresh, from } = written
  const open = told.status !== 'RESOLVED'
  const amount = known(told.dispute_amount?.currency) ? told.dispute_amount : undefined
  if (bill && (fresh || from !== told.status))
    await addEntry(db, companyId, bill.billId, {
      source: 'paypal',
      kind: fresh ? 'disputeOpened' : 'disputeChanged',
      data: {
        disputeId: id,
        status: told.status,
        reason: told.reason ?? '',
        outcome: told.dispute_outcome?.outcome_code ?? '',
      },
    })
  if (fresh && open)
    await tellHolders(db, companyId, 'ViewDispute', {
      kind: 'disputeOpened',
      choice: 'disputeOpened',
      subjectId: id,
      data: {
        disputeId: id,
        billNumber: bill?.number ?? null,
        buyerName: told.disputed_transactions?.[0]?.buyer?.name ?? '',
        reason: told.reason ?? '',
        amountMinor: amount?.amountMinor ?? null,
        currency: (amount?.currency ?? null) as 'USD' | null,
        dueAt: told.seller_response_due_date
          ? new Date(told.seller_response_due_date).toISOString()
          : null,
      },
    })
  await announce(db, companyId, [
    { entity: 'dispute', id },
    ...(bill ? [{ entity: 'bill' as const, id: bill.billId, ownerId: bill.ownerId }] : []),
  ])
}

/** Links disputes whose payment was not known when they came. */
export const relink = (db: Db, { companyId, accountId }: AccountRef) =>
  sql`update dispute d set bill_id = p.bill_id, payment_id = p.id from bill_payment p
    where d.company_id = ${companyId}
      and d.account_id = ${accountId}
      and d.bill_id is null
      and p.company_id = d.company_id
      and p.account_id = d.account_id
      and p.provider_payment_id = d.provider_payment_id`.execute(db)
