import type { Invoice } from '@paydesk/paypal/invoice'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

type Of = { id: string; companyId: string; accountId: string | null; currency: string }

/** Payments that PayPal's record has and we had not, or had as pending. One that it no longer has is taken out again. */
export async function recordPayments(db: Db, bill: Of, invoice: Invoice): Promise<{ id: string; amountMinor: number; pending: boolean }[]> {
  const told = (invoice.payments?.transactions ?? []).filter(({ payment_id }) => payment_id)
  const rows = told.map((payment) => ({
    providerPaymentId: payment.payment_id as string,
    source: payment.type === 'EXTERNAL' ? 'external' : 'paypal',
    method: payment.method ?? '',
    amountMinor: payment.amount?.amountMinor ?? 0,
    pending: payment.transaction_status === 'PENDING',
    paidOn: payment.payment_date?.slice(0, 10) ?? null,
    // What we wrote to find it again after a lost answer is not the customer's business (operation/perform.ts).
    note: (payment.note ?? '').replace(/\s*#[0-9a-f-]{36}$/, ''),
  }))
  await sql`delete from bill_payment where company_id = ${bill.companyId} and bill_id = ${bill.id}
    and not provider_payment_id = any(${rows.map(({ providerPaymentId }) => providerPaymentId)})
    and not exists (select from refund r where r.company_id = bill_payment.company_id and r.payment_id = bill_payment.id)`.execute(db)
  const fresh: { id: string; amountMinor: number; pending: boolean }[] = []
  for (const row of rows) {
    const { rows: written } = await sql<{ id: string }>`
      insert into bill_payment as p (company_id, bill_id, account_id, provider_payment_id, source, method, currency, amount_minor, pending, paid_on, note,
        counted_on)
      select c.id, ${bill.id}, ${bill.accountId}::uuid, ${row.providerPaymentId}, ${row.source}, ${row.method}, ${bill.currency},
        ${row.amountMinor}::bigint, ${row.pending}::boolean, ${row.paidOn}::date, ${row.note}, counted_day(${row.source}, ${row.paidOn}::date, now(), c.timezone)
      from company c where c.id = ${bill.companyId}
      on conflict (company_id, bill_id, provider_payment_id) do update set pending = excluded.pending, amount_minor = excluded.amount_minor
        where p.pending <> excluded.pending or p.amount_minor <> excluded.amount_minor
      returning p.id`.execute(db)
    for (const { id } of written) fresh.push({ id, amountMinor: row.amountMinor, pending: row.pending })
  }
  return fresh
}

export async function recordRefunds(db: Db, bill: Of, invoice: Invoice): Promise<number[]> {
  const fresh: number[] = []
  for (const refund of invoice.refunds?.transactions ?? []) {
    const id = refund.refund_id ?? refund.recipient_transaction_id
    if (!id) continue
    const { rows } = await sql`
      insert into bill_refund (company_id, bill_id, provider_refund_id, source, currency, amount_minor, refunded_on)
      values (${bill.companyId}, ${bill.id}, ${id}, ${refund.type === 'EXTERNAL' ? 'external' : 'paypal'}, ${bill.currency},
        ${refund.amount?.amountMinor ?? 0}, ${refund.refund_date?.slice(0, 10) ?? null})
      on conflict do nothing returning id`.execute(db)
    if (rows.length > 0) fresh.push(refund.amount?.amountMinor ?? 0)
  }
  return fresh
}

export type PaymentFee = { providerPaymentId: string; feeMinor: number; netMinor: number }

/** Fees come apart from the invoice (facts §3.7). The bill's fee is that of the payments whose fee is known. */
export async function recordFees(db: Db, companyId: string, billId: string, fees: PaymentFee[]): Promise<void> {
  // The bill first, as everywhere: whoever applies a snapshot holds the bill and then writes its payments.
  await sql`select from bill where company_id = ${companyId} and id = ${billId} for update`.execute(db)
  for (const { providerPaymentId, feeMinor, netMinor } of fees)
    await sql`update bill_payment set fee_minor = ${feeMinor}, net_minor = ${netMinor}
      where company_id = ${companyId} and bill_id = ${billId} and provider_payment_id = ${providerPaymentId}`.execute(db)
  await sql`
    update bill b set fee_minor = p.fee, net_minor = p.net
    from (select sum(fee_minor)::bigint as fee, sum(net_minor)::bigint as net from bill_payment
      where company_id = ${companyId} and bill_id = ${billId}) p
    where b.company_id = ${companyId} and b.id = ${billId}`.execute(db)
}

/** PayPal payments that are money already and whose fee is not known yet. */
export async function paymentsWithoutFee(db: Db, companyId: string, billId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select provider_payment_id as id from bill_payment
    where company_id = ${companyId} and bill_id = ${billId} and source = 'paypal' and not pending and fee_minor is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** The invoice lists a refund of which nothing else is known: made in PayPal's own pages, or ours while its answer is on the way. */
export async function hasUnreadRefunds(db: Db, companyId: string, billId: string): Promise<boolean> {
  const { rows } = await sql`
    select from bill_refund l where l.company_id = ${companyId} and l.bill_id = ${billId} and l.source = 'paypal'
      and not exists (select from refund r where r.company_id = l.company_id and r.bill_id = l.bill_id
        and r.provider_refund_id = l.provider_refund_id) limit 1`.execute(db)
  return rows.length > 0
}
