import type { Id } from '@paydesk/contract/lib/id'
import type { Invoice } from '@paydesk/paypal/invoice'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import { type Fees, feeKey, readFeesOf } from '../../money/transaction/transaction.ts'
import type { PayPalEntry } from './entry.ts'

type Of = { id: string; accountId: Id<'paypalAccount'> | null; currency: string }
/** A bill and PayPal's record of it. */
export type Recorded = { bill: Of; invoice: Invoice }

type Held = {
  billId: Id<'bill'>
  providerPaymentId: string
  amountMinor: number
  pending: boolean
  feeMinor: number | null
  netMinor: number | null
  movedAt: string | null
  refunded: boolean
}

const toldPayments = ({ bill, invoice }: Recorded) =>
  (invoice.payments?.transactions ?? [])
    .filter(({ payment_id }) => payment_id)
    .map((payment) => ({
      billId: bill.id,
      accountId: bill.accountId,
      currency: bill.currency,
      providerPaymentId: payment.payment_id as string,
      source: payment.type === 'EXTERNAL' ? 'external' : 'paypal',
      method: payment.method ?? '',
      amountMinor: payment.amount?.amountMinor ?? 0,
      paidOn: payment.payment_date?.slice(0, 10) ?? null,
      // The mark by which we find the payment again after a lost answer (perform.ts) is not part of
      // the customer's note.
      note: withoutMark(payment.note ?? ''),
    }))

const withoutMark = (note: string) =>
  /#[0-9a-f-]{36}$/.test(note) ? note.slice(0, -37).trimEnd() : note

type Told = ReturnType<typeof toldPayments>[number]

/**
 * Under which name the bill had the payment at the last look. The order is that in which a payment
 * is thought to be the pending one.
 */
const seenAs = ['pending', 'new', 'arrived'] as const
type SeenAs = (typeof seenAs)[number]

/**
 * PayPal marks no payment as pending. The invoice's status says that there is one, unless a
 * refund's status hides it; PayPal's sum, which refunds leave as it was (paypal §3.6), says how
 * much of what it lists has not arrived. Where no payments come to just that, those that were
 * pending before are meant first, then the newest. A payment that was taken for arrived by mistake
 * is found by the sum, once the other has its fee.
 */
function pendingOf(
  { invoice }: Recorded,
  payments: Told[],
  was: (payment: Told) => SeenAs,
): Told[] {
  const likely = payments
    // Of two payments of one day PayPal lists the later one last.
    .toReversed()
    .sort(
      (a, b) =>
        seenAs.indexOf(was(a)) - seenAs.indexOf(was(b)) ||
        (b.paidOn ?? '').localeCompare(a.paidOn ?? ''),
    )
  const before = likely.filter((payment) => was(payment) === 'pending')
  const fresh = likely.filter((payment) => was(payment) === 'new')
  const listed = (invoice.payments?.transactions ?? []).reduce(
    (sum, { amount }) => sum + (amount?.amountMinor ?? 0),
    0,
  )
  const missing = listed - (invoice.payments?.paid_amount?.amountMinor ?? listed)
  // What went back may have left the sum; then it says nothing against a payment that has arrived.
  const doubtful = (invoice.refunds?.transactions ?? []).length > 0 ? [...before, ...fresh] : likely
  if (missing > 0)
    return comingTo(missing, doubtful.slice(0, 12)) ?? reaching(missing, [...before, ...fresh])
  if (invoice.status !== 'PAYMENT_PENDING') return []
  return before.length > 0 ? before : fresh.slice(0, 1)
}

/** The first payments that come to just this sum; a dozen have 4,096 sums. */
function comingTo(sumMinor: number, payments: Told[]): Told[] | undefined {
  if (sumMinor === 0) return []
  for (const [index, payment] of payments.entries()) {
    if (payment.amountMinor <= 0 || payment.amountMinor > sumMinor) continue
    const others = comingTo(sumMinor - payment.amountMinor, payments.slice(index + 1))
    if (others) return [payment, ...others]
  }
  return undefined
}

function reaching(sumMinor: number, payments: Told[]): Told[] {
  const [first, ...others] = payments
  return first && sumMinor > 0 ? [first, ...reaching(sumMinor - first.amountMinor, others)] : []
}

/** The sums over a bill's payments; null while no fee is known. */
export type FeeSum = { feeMinor: number | null; netMinor: number | null }

/**
 * Writes the payments that PayPal's records have and we did not, or had as pending. A payment that
 * the records no longer have is removed, unless a refund refers to it. `told`: fees that are known
 * already and not yet written anywhere.
 */
export async function recordPayments(
  db: Db,
  companyId: Id<'company'>,
  records: Recorded[],
  told: Fees,
): Promise<{ happened: PayPalEntry[]; newsIds: string[]; sums: Map<string, FeeSum> }> {
  const held = await readHeld(db, companyId, records)
  const listed = records.map((record) => ({ record, payments: toldPayments(record) }))
  const all = listed.flatMap(({ payments }) => payments)
  const stays = new Set(all.map(keyOf))
  const known = new Map(held.map((payment) => [keyOf(payment), payment]))
  // Without the payment's own row neither its fee nor the instant at which PayPal's
  // balance moved is sure.
  // A row that came while its payment was pending has dated it and told no fee.
  const rowless = all.filter((payment) => {
    const was = known.get(keyOf(payment))
    return payment.source === 'paypal' && (was?.movedAt == null || was.feeMinor == null)
  })
  const unknown = rowless.filter(
    ({ accountId, providerPaymentId }) => !told.has(feeKey(accountId, providerPaymentId)),
  )
  const read = await readFeesOf(
    db,
    companyId,
    unknown.map(({ providerPaymentId }) => providerPaymentId),
  )
  const isRowless = new Set(rowless.map(keyOf))
  const feeOf = (payment: Told) => {
    const key = feeKey(payment.accountId, payment.providerPaymentId)
    return (
      (isRowless.has(keyOf(payment)) && (told.get(key) ?? read.get(key))) ||
      known.get(keyOf(payment))
    )
  }
  // A fee is known only of a payment that has arrived.
  const mayBePending = (payment: Told) =>
    payment.source === 'paypal' && feeOf(payment)?.feeMinor == null
  const was = (payment: Told): SeenAs => {
    const held = known.get(keyOf(payment))
    return held ? (held.pending ? 'pending' : 'arrived') : 'new'
  }
  const pending = new Set(
    listed.flatMap(({ record, payments }) => pendingOf(record, payments.filter(mayBePending), was)),
  )
  const rows = all.map((payment) => {
    const fee = feeOf(payment)
    return {
      ...payment,
      pending: pending.has(payment),
      feeMinor: fee?.feeMinor ?? null,
      netMinor: fee?.netMinor ?? null,
      movedAt: fee?.movedAt ?? null,
    }
  })
  const gone = held.filter((payment) => !payment.refunded && !stays.has(keyOf(payment)))
  const isNews = (row: {
    billId: Id<'bill'>
    providerPaymentId: string
    amountMinor: number
    pending: boolean
  }) => {
    const was = known.get(keyOf(row))
    return !was || was.pending !== row.pending || was.amountMinor !== row.amountMinor
  }
  await removePayments(db, companyId, gone)
  const written = await writePayments(
    db,
    companyId,
    rows.filter((row) => {
      const was = known.get(keyOf(row))
      return isNews(row) || was?.feeMinor !== row.feeMinor || was?.movedAt !== row.movedAt
    }),
  )
  const left = Map.groupBy(
    [...rows, ...held.filter((payment) => payment.refunded && !stays.has(keyOf(payment)))],
    ({ billId }) => billId,
  )
  const news = new Set(rows.filter(isNews).map(keyOf))
  return {
    newsIds: written.filter((payment) => news.has(keyOf(payment))).map(({ id }) => id),
    happened: rows.filter(isNews).map(({ billId, amountMinor, currency, pending }) => ({
      billId,
      kind: 'paymentReceived' as const,
      data: { amountMinor, currency, pending },
    })),
    sums: new Map(records.map(({ bill }) => [bill.id, sumOf(left.get(bill.id) ?? [])])),
  }
}

const keyOf = ({ billId, providerPaymentId }: { billId: Id<'bill'>; providerPaymentId: string }) =>
  `${billId} ${providerPaymentId}`

function sumOf(payments: { feeMinor: number | null; netMinor: number | null }[]): FeeSum {
  const known = payments.filter(({ feeMinor }) => feeMinor !== null)
  if (known.length === 0) return { feeMinor: null, netMinor: null }
  const sum = (of: 'feeMinor' | 'netMinor') =>
    known.reduce((all, payment) => all + (payment[of] ?? 0), 0)
  return { feeMinor: sum('feeMinor'), netMinor: sum('netMinor') }
}

async function readHeld(db: Db, companyId: Id<'company'>, records: Recorded[]): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select bill_id, provider_payment_id, amount_minor, pending, fee_minor, net_minor, moved_at,
      exists (
        select from refund r where r.company_id = p.company_id and r.payment_id = p.id
      ) as refunded
    from bill_payment p
    where company_id = ${companyId}
      and bill_id = any(${records.map(({ bill }) => bill.id)}::uuid[])`.execute(db)
  return rows
}

async function removePayments(db: Db, companyId: Id<'company'>, gone: Held[]): Promise<void> {
  if (gone.length === 0) return
  await sql`
    delete from bill_payment p
    using jsonb_to_recordset(${toJsonb(gone)}::jsonb) as u (
      "billId" uuid, "providerPaymentId" text
    )
    where p.company_id = ${companyId}
      and p.bill_id = u."billId"
      and p.provider_payment_id = u."providerPaymentId"`.execute(db)
}

type Written = { id: string; billId: Id<'bill'>; providerPaymentId: string }

async function writePayments(db: Db, companyId: Id<'company'>, rows: object[]): Promise<Written[]> {
  if (rows.length === 0) return []
  const { rows: written } = await sql<Written>`
    insert into bill_payment as p (
      company_id, bill_id, account_id, provider_payment_id, source, method, currency, amount_minor,
      pending, paid_on, note, fee_minor, net_minor, moved_at, counted_on
    )
    select c.id, u."billId", u."accountId", u."providerPaymentId", u.source, u.method, u.currency,
      u."amountMinor", u.pending, u."paidOn", u.note, u."feeMinor", u."netMinor", u."movedAt",
      coalesce(
        (u."movedAt" at time zone c.timezone)::date,
        counted_day(u.source, u."paidOn", now(), c.timezone)
      )
    from company c,
      jsonb_to_recordset(${toJsonb(rows)}::jsonb) as u (
        "billId" uuid, "accountId" uuid, "providerPaymentId" text, source text, method text,
        currency text, "amountMinor" bigint, pending boolean, "paidOn" date, note text,
        "feeMinor" bigint, "netMinor" bigint, "movedAt" timestamptz
      )
    where c.id = ${companyId}
    on conflict (company_id, bill_id, provider_payment_id)
    do update set
      pending = excluded.pending,
      amount_minor = excluded.amount_minor,
      fee_minor = coalesce(excluded.fee_minor, p.fee_minor),
      net_minor = coalesce(excluded.net_minor, p.net_minor),
      moved_at = coalesce(excluded.moved_at, p.moved_at),
      counted_on = case
        when excluded.moved_at is null then p.counted_on
        else excluded.counted_on
      end
    returning p.id, p.bill_id, p.provider_payment_id`.execute(db)
  return written
}

/**
 * Writes the refunds that PayPal's records list and we did not have. A refund that was entered
 * there by hand and removed again is deleted.
 */
export async function recordRefunds(
  db: Db,
  companyId: Id<'company'>,
  records: Recorded[],
): Promise<PayPalEntry[]> {
  const rows = records.flatMap(({ bill, invoice }) =>
    (invoice.refunds?.transactions ?? []).flatMap((refund) => {
      const id = refund.refund_id ?? refund.recipient_transaction_id
      const source = refund.type === 'EXTERNAL' ? 'external' : 'paypal'
      const refundedOn = refund.refund_date?.slice(0, 10) ?? null
      return id
        ? [
            {
              billId: bill.id,
              id,
              source,
              currency: bill.currency,
              amountMinor: refund.amount?.amountMinor ?? 0,
              refundedOn,
            },
          ]
        : []
    }),
  )
  // PayPal may leave the refunds out. Only a record that lists refunds, or whose status says that
  // there are none, removes one.
  const whole = records.filter(
    ({ invoice }) =>
      (invoice.refunds?.transactions ?? []).length > 0 || !/REFUNDED/.test(invoice.status),
  )
  await sql`
    delete from bill_refund x
    where x.company_id = ${companyId}
      and x.bill_id = any(${whole.map(({ bill }) => bill.id)}::uuid[])
      and x.source = 'external'
    and x.provider_refund_id <> all(${rows.map(({ id }) => id)}::text[])`.execute(db)
  if (rows.length === 0) return []
  const { rows: fresh } = await sql<{ billId: Id<'bill'>; amountMinor: number; currency: string }>`
    insert into bill_refund (
      company_id, bill_id, provider_refund_id, source, currency, amount_minor, refunded_on
    )
    select ${companyId}::uuid, u."billId", u.id, u.source, u.currency, u."amountMinor",
      u."refundedOn"
    from jsonb_to_recordset(${toJsonb(rows)}::jsonb) as u (
      "billId" uuid, id text, source text, currency text, "amountMinor" bigint, "refundedOn" date
    )
    on conflict do nothing returning bill_id, amount_minor, currency`.execute(db)
  return fresh.map(({ billId, amountMinor, currency }) => ({
    billId,
    kind: 'refundMade' as const,
    data: { amountMinor, currency },
  }))
}

/**
 * Whether the invoice's line (`l`) is the refund `r`, by the refund's own id or by the id under
 * which the invoice lists it.
 */
export const isListing = sql`l.company_id = r.company_id
  and l.bill_id = r.bill_id
  and l.provider_refund_id in (r.provider_refund_id, r.listed_as)`

/**
 * Bills whose invoice lists a refund that we know nothing else about: made on PayPal's site, or
 * ours while its answer is on the way.
 */
export async function withUnreadRefunds(db: Db, companyId: Id<'company'>, billIds: Id<'bill'>[]) {
  const { rows } = await sql<{ billId: Id<'bill'>; accountId: Id<'paypalAccount'> }>`
    select distinct l.bill_id, b.account_id
    from bill_refund l
    join bill b on b.company_id = l.company_id and b.id = l.bill_id
    where l.company_id = ${companyId}
      and l.bill_id = any(${billIds}::uuid[])
      and l.source = 'paypal'
      and b.account_id is not null
      and not exists (select from refund r where ${isListing})`.execute(db)
  return rows
}
