import { endedRefundStates } from '@paydesk/contract/billing/refund'
import type { Id } from '@paydesk/contract/lib/id'
import { type Currency, currencies } from '@paydesk/contract/lib/money'
import type { TransactionStatus } from '@paydesk/contract/money/transaction'
import { backClasses, classOf } from '@paydesk/contract/money/transactionCode'
import type { Refund } from '@paydesk/paypal/payments'
import { linkTo } from '@paydesk/paypal/wire'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import { literals } from '../../lib/literals.ts'
import { announce } from '../../lib/live/change.ts'
import { tellHolders } from '../../people/notice/notice.ts'
import { addEntry, recountRefunds } from '../bill/bill.ts'
import { tellNotRefunded } from './tell.ts'

/** A refund or reversal as PayPal shows it, whichever way we saw it. */
export type SeenRefund = {
  providerRefundId: string
  /** PayPal's id of the payment from which the money is taken; null if PayPal does not tell it. */
  captureId: string | null
  amountMinor: number
  currency: string
  state: 'pending' | 'completed' | 'failed'
  kind: 'refund' | 'reversal' | 'returned'
  /** Our own refunds carry their id here. */
  customId?: string | undefined
  /** Set if only the bill is known. */
  billId?: Id<'bill'>
}

const stateOf: Record<string, SeenRefund['state'] | undefined> = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
}

/**
 * Reads PayPal's own record of a refund; its link `up` names the capture (paypal §7.2). Undefined:
 * the record does not say enough.
 */
export function fromRefund(refund: Refund): SeenRefund | undefined {
  const state = stateOf[refund.status]
  if (!state || !refund.amount) return undefined
  return {
    providerRefundId: refund.id,
    captureId: linkTo(refund.links, 'up')?.split('/').at(-1) ?? null,
    amountMinor: refund.amount.amountMinor,
    currency: refund.amount.currency,
    state,
    kind: 'refund',
    customId: refund.custom_id,
  }
}

export type ReportedRow = {
  providerTransactionId: string
  eventCode: string
  status: TransactionStatus
  grossMinor: number
  currency: string
  referenceId: string
  customField: string
}

/**
 * Reads a row of PayPal's reporting (T1107, T1106, T1201 …); undefined if the row is no
 * refund or reversal.
 */
export function fromTransaction(row: ReportedRow): SeenRefund | undefined {
  const rowClass = classOf(row.eventCode, row.grossMinor)
  if (!backClasses.includes(rowClass) || row.grossMinor === 0) return undefined
  if (rowClass === 'refund' && row.grossMinor > 0) return undefined
  return {
    providerRefundId: row.providerTransactionId,
    captureId: row.referenceId || null,
    amountMinor: Math.abs(row.grossMinor),
    currency: row.currency,
    state: row.status === 'D' ? 'failed' : row.status === 'P' ? 'pending' : 'completed',
    kind: rowClass === 'refund' ? 'refund' : row.grossMinor < 0 ? 'reversal' : 'returned',
    customId: row.customField || undefined,
  }
}

/**
 * Returns the state if it is final. Later data from PayPal never changes it, unless people settled
 * the refund.
 */
export const finalState = (state: string | undefined) =>
  endedRefundStates.find((ended) => ended === state)

type Row = Omit<SeenRefund, 'billId'> & { paymentId: string | null; billId: Id<'bill'> | null }

/**
 * Makes or updates the records of refunds and reversals that PayPal shows, and what they leave of
 * their payments, exactly once however often they are shown. Our own refunds are recognised by the
 * id that we gave them, even if PayPal's answer to us was lost.
 */
export async function refundsSeen(
  db: Db,
  companyId: Id<'company'>,
  accountId: Id<'paypalAccount'>,
  seen: SeenRefund[],
  { onlyListed = false } = {},
): Promise<{ changed: number; billIds: Id<'bill'>[] }> {
  const usable = seen.filter(
    ({ amountMinor, currency }) => amountMinor > 0 && (currencies as string[]).includes(currency),
  )
  if (usable.length === 0) return { changed: 0, billIds: [] }
  const found = await withPayments(db, companyId, accountId, usable)
  const billIds = [...new Set(found.flatMap(({ billId }) => billId ?? []))].sort()
  // The bills are locked before their payments and refunds, as everywhere, and always in one order.
  const { rows: bills } = await sql<{ id: string; ownerId: Id<'user'> }>`
    select id, owner_id
    from bill
    where company_id = ${companyId} and id = any(${billIds})
    order by id
    for update`.execute(db)
  const rows = await adopt(db, companyId, accountId, found)
  const settled = await settledOf(db, companyId, accountId, rows)
  if (!onlyListed) await nameListed(db, companyId, accountId, rows)
  const { rows: changed } = await sql<Changed>`
    insert into refund as r (
      company_id, account_id, bill_id, payment_id, provider_refund_id, origin, kind, currency,
      amount_minor, state, finished_at
    )
    select ${companyId}, ${accountId}, t."billId", t."paymentId", t."providerRefundId", 'paypal',
      t.kind, t.currency, t."amountMinor", t.state, case when t.state <> 'pending' then now() end
    from (
      select distinct on (x."providerRefundId") *
      from jsonb_to_recordset(${toJsonb(rows)}::jsonb) as x (
        "providerRefundId" text, "billId" uuid, "paymentId" uuid, kind text, currency text,
        "amountMinor" bigint, state text
      )
      order by x."providerRefundId", x.state = 'pending'
    ) t
    on conflict (company_id, account_id, provider_refund_id) do update set
      state = case
        when r.state in (${literals(endedRefundStates)}) and r.settled is null then r.state
        else excluded.state
      end,
      settled = null,
      payment_id = coalesce(r.payment_id, excluded.payment_id),
      bill_id = coalesce(r.bill_id, excluded.bill_id),
      kind = excluded.kind,
      failure = case when excluded.state = 'completed' then null else r.failure end,
      listed_as = case
        when r.state in (${literals(endedRefundStates)}) and r.settled is null then r.listed_as
        when excluded.state = 'failed' then null
        else r.listed_as
      end,
      finished_at = case
        when r.state in (${literals(endedRefundStates)}) and r.settled is null then r.finished_at
        when excluded.state <> 'pending' then coalesce(r.finished_at, now())
      end,
      version = r.version + 1
    where (r.state <> excluded.state and r.state not in (${literals(endedRefundStates)}))
      or r.settled is not null
      or (r.payment_id is null and excluded.payment_id is not null)
      or (r.bill_id is null and excluded.bill_id is not null)
    returning id, bill_id, payment_id, origin, kind, state, amount_minor, currency,
      (xmax = 0) as fresh`.execute(db)
  await recountRefunds(db, companyId, [
    ...new Set(rows.flatMap(({ paymentId }) => paymentId ?? [])),
  ])
  for (const refund of changed) await tellBill(db, companyId, refund)
  for (const refund of changed)
    await tellContradiction(db, companyId, refund, settled.get(refund.id))
  await announce(db, companyId, [
    ...changed.map(({ id }) => ({ entity: 'refund' as const, id })),
    ...(changed.length > 0
      ? bills.map(({ id, ownerId }) => ({ entity: 'bill' as const, id, ownerId }))
      : []),
  ])
  return { changed: changed.length, billIds }
}

/**
 * Refunds of ours among these about which two people have decided, and PayPal had not shown
 * anything until now.
 */
async function settledOf(
  db: Db,
  companyId: Id<'company'>,
  accountId: Id<'paypalAccount'>,
  rows: Row[],
): Promise<Map<string, string>> {
  const { rows: found } = await sql<{ id: string; settled: string }>`
    select id, settled
    from refund
    where company_id = ${companyId} and account_id = ${accountId} and settled is not null
      and provider_refund_id = any(
        ${rows.map(({ providerRefundId }) => providerRefundId)}::text[]
      )`.execute(db)
  return new Map(found.map(({ id, settled }) => [id, settled]))
}

/**
 * People decided otherwise than it was. PayPal is right: the record says so already, and everyone
 * who has to know is told.
 */
async function tellContradiction(
  db: Db,
  companyId: Id<'company'>,
  refund: Changed,
  settled: string | undefined,
): Promise<void> {
  const { id, billId, state, amountMinor, currency } = refund
  if (!billId || !settled || (settled === 'happened') === (state !== 'failed')) return
  const data = { amountMinor, currency, happened: state !== 'failed' }
  await addEntry(db, companyId, billId, { source: 'paypal', kind: 'settleContradicted', data })
  const { rows } = await sql<{ number: string; customerName: string }>`
    select number, customer_name
    from bill
    where company_id = ${companyId} and id = ${billId}`.execute(db)
  await tellHolders(db, companyId, 'ApproveRefund', {
    kind: 'billProblem',
    choice: 'approvalAsked',
    subjectId: id,
    data: {
      billId,
      billNumber: rows[0]?.number ?? '',
      customerName: rows[0]?.customerName ?? '',
      problem: state === 'failed' ? 'refundFailedAfterAll' : 'refundMadeAfterAll',
      amountMinor,
      currency: currency as Currency,
    },
  })
}

type Changed = {
  id: string
  billId: Id<'bill'> | null
  origin: string
  kind: SeenRefund['kind']
  state: string
  amountMinor: number
  currency: string
  fresh: boolean
}

async function tellBill(
  db: Db,
  companyId: Id<'company'>,
  { id, billId, kind, state, amountMinor, currency, fresh }: Changed,
): Promise<void> {
  if (!billId) return
  const entry = (name: 'paymentReversed' | 'refundFailed') =>
    addEntry(db, companyId, billId, {
      source: 'paypal',
      kind: name,
      data: { amountMinor, currency },
    })
  // The invoice's own record tells the timeline that a refund was made (bill/snapshot.ts).
  if (kind === 'reversal' && state === 'completed' && fresh) await entry('paymentReversed')
  if (kind === 'refund' && state === 'failed') {
    await entry('refundFailed')
    await tellNotRefunded(db, companyId, id, '')
  }
}

/**
 * Finds each refund's payment: by the capture's id, by an earlier record of the refund, or as the
 * bill's only PayPal payment.
 */
async function withPayments(
  db: Db,
  companyId: Id<'company'>,
  accountId: Id<'paypalAccount'>,
  seen: SeenRefund[],
): Promise<Row[]> {
  const captureIds = seen.map(({ captureId }) => captureId)
  // A payment that came past the invoice and was recorded on it stands there under another id; the
  // row's own id is its note. One that was recorded on several bills does not say whose money went
  // back: a person does.
  const { rows: payments } = await sql<{
    id: string
    billId: Id<'bill'>
    providerPaymentId: string
    alone: boolean
  }>`
    select id, bill_id, provider_payment_id, count(*) over (partition by bill_id) = 1 as alone
    from bill_payment
    where company_id = ${companyId}
      and source = 'paypal'
      and (
        (account_id = ${accountId} and provider_payment_id = any(${captureIds}))
        or bill_id = any(
          ${seen.flatMap(({ billId, captureId }) => (captureId ? [] : (billId ?? [])))}
        )
      )
    union all
    select id, bill_id, note, false from (
      select p.id, p.bill_id, p.note, count(*) over (partition by p.note) as bills
      from bill_payment p
      where p.company_id = ${companyId}
        and p.account_id = ${accountId}
        and p.source = 'external'
        and p.note <> ''
        and p.note = any(${captureIds})
    ) recorded where bills = 1`.execute(db)
  const { rows: known } = await sql<{
    providerRefundId: string | null
    id: string
    billId: Id<'bill'> | null
    paymentId: string | null
  }>`
    select id, provider_refund_id, bill_id, payment_id
    from refund
    where company_id = ${companyId} and account_id = ${accountId}
      and (provider_refund_id = any(${seen.map(({ providerRefundId }) => providerRefundId)})
        or id::text = any(${seen.map(({ customId }) => customId ?? '')}))`.execute(db)
  return seen.map((row) => {
    const mine = known.find(
      ({ id, providerRefundId }) =>
        providerRefundId === row.providerRefundId || id === row.customId,
    )
    const payment = row.captureId
      ? payments.find(({ providerPaymentId }) => providerPaymentId === row.captureId)
      : payments.find(({ billId, alone }) => billId === row.billId && alone)
    return {
      ...row,
      paymentId: payment?.id ?? mine?.paymentId ?? null,
      billId: payment?.billId ?? mine?.billId ?? row.billId ?? null,
    }
  })
}

/**
 * A refund that only an invoice listed, under another id (listed.ts), is now shown under its own
 * id: the record takes that id.
 */
async function nameListed(
  db: Db,
  companyId: Id<'company'>,
  accountId: Id<'paypalAccount'>,
  rows: Row[],
): Promise<void> {
  const onlyListed = sql`r.company_id = ${companyId}
    and r.account_id = ${accountId}
    and r.origin = 'paypal'
    and r.listed_as = r.provider_refund_id`
  // PayPal shows the refund by the listed id itself: that id was its own all along.
  await sql`update refund r set listed_as = null where ${onlyListed}
    and r.provider_refund_id = any(
      ${rows.map(({ providerRefundId }) => providerRefundId)}::text[]
    )`.execute(db)
  const shown = rows.filter(
    ({ kind, state, billId }) => billId && kind === 'refund' && state !== 'failed',
  )
  const { rows: listed } = await sql<{ billId: Id<'bill'> }>`
    select r.bill_id
    from refund r
    where ${onlyListed}
      and r.bill_id = any(${shown.map(({ billId }) => billId)}::uuid[])`.execute(db)
  for (const { billId, providerRefundId, amountMinor, currency } of shown)
    if (listed.some((one) => one.billId === billId))
      await sql`
        update refund
        set provider_refund_id = ${providerRefundId}, version = version + 1
        where company_id = ${companyId}
          and id = (
            select r.id
            from refund r
            where ${onlyListed}
              and r.bill_id = ${billId}
              and r.currency = ${currency}
              and r.amount_minor = ${amountMinor}
              and not exists (
                select
                from refund k
                where k.company_id = ${companyId}
                  and k.account_id = ${accountId}
                  and k.provider_refund_id = ${providerRefundId}
              )
              and not exists (
                select
                from bill_refund l
                where l.company_id = ${companyId}
                  and l.bill_id = ${billId}
                  and l.provider_refund_id = ${providerRefundId}
              )
            order by r.created_at, r.id
            limit 1
          )`.execute(db)
}

/**
 * Gives PayPal's id to our own refunds whose answer has not come (or was lost) and which
 * PayPal shows all the same; also where two people settled one under another id, which
 * nobody could look up. Returns the rows. If a replaced record was already final, its row keeps that
 * state, because the row that carries our id may be older.
 */
async function adopt(
  db: Db,
  companyId: Id<'company'>,
  accountId: Id<'paypalAccount'>,
  found: Row[],
): Promise<Row[]> {
  const ours = sql`r.company_id = ${companyId}
      and r.account_id = ${accountId}
      and r.origin = 'paydesk'
      and r.id::text = t."customId"
    and (
      r.provider_refund_id is null
      or (r.settled is not null and r.provider_refund_id <> t."providerRefundId")
    )`
  const rows = sql`jsonb_to_recordset(${toJsonb(found)}::jsonb) as t (
    "providerRefundId" text, "customId" text
  )`
  const { rows: replaced } = await sql<{
    providerRefundId: string
    state: SeenRefund['state']
  }>`
    delete from refund f
    using ${rows}
    where f.company_id = ${companyId} and f.account_id = ${accountId}
      and f.provider_refund_id = t."providerRefundId"
    and f.origin = 'paypal'
    and exists (select from refund r where ${ours})
    returning f.provider_refund_id, f.state`.execute(db)
  await sql`
    update refund r
    set provider_refund_id = t."providerRefundId"
    from ${rows}
    where ${ours}`.execute(db)
  const before = new Map(replaced.map(({ providerRefundId, state }) => [providerRefundId, state]))
  return found.map((row) => ({
    ...row,
    state: finalState(before.get(row.providerRefundId)) ?? row.state,
  }))
}
