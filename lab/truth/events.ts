import type pg from 'pg'
import { compare as compareMoney, type Differences, ledgerOf } from './money.ts'

type SimInvoice = {
  id: string
  number: string
  status: string
  totalMinor: number
  dueMinor: number
  refundedMinor: number
  payments: { id: string; amountMinor: number }[]
}
type OurBill = {
  number: string
  invoiceId: string
  status: string
  providerStatus: string
  total: string
  paid: string
  refunded: string
  due: string
  payments: { id: string; amount: number }[]
  told: number
}

/**
 * What a bill must say for PayPal's word. Written a second time here, because the product's own
 * list may be wrong.
 */
const statusFor: Record<string, string> = {
  SENT: 'sent',
  PARTIALLY_PAID: 'partiallyPaid',
  PAID: 'paid',
  PARTIALLY_REFUNDED: 'partiallyRefunded',
  REFUNDED: 'refunded',
  CANCELLED: 'cancelled',
}

const invoicesOf = async (simUrl: string, simId: string) =>
  (await (
    await fetch(`${simUrl}/sim/invoices?account=${simId}&limit=20000`)
  ).json()) as SimInvoice[]

const listOf = (payments: { id: string; amount: number }[]) =>
  payments
    .map(({ id, amount }) => `${id} ${amount}`)
    .sort()
    .join(', ')

function billDifference(bill: OurBill, invoice: SimInvoice): string | undefined {
  const paid = invoice.payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const payments = listOf(
    invoice.payments.map(({ id, amountMinor }) => ({ id, amount: amountMinor })),
  )
  const theirs = [
    statusFor[invoice.status],
    invoice.status,
    invoice.totalMinor,
    paid,
    invoice.refundedMinor,
    invoice.dueMinor,
    payments,
  ]
  const ours = [
    bill.status,
    bill.providerStatus,
    bill.total,
    bill.paid,
    bill.refunded,
    bill.due,
    listOf(bill.payments),
  ]
  const [left, right] = [
    [...ours, bill.told],
    [...theirs, invoice.payments.length],
  ].map((all) => all.join(' | '))
  return left === right ? undefined : `${bill.number}: ours ${left}, PayPal's ${right}`
}

export type AccountDifferences = Differences & { bills: string[] }

/**
 * Compares one account with the simulator's world: each bill with its payments, each row, what
 * explains it, and the books. `told` counts the lines of the timeline about payments, so that one
 * that was taken in twice shows.
 */
export async function compareAccount(
  owner: pg.Pool,
  simUrl: string,
  { accountId, simId }: { accountId: string; simId: string },
): Promise<AccountDifferences> {
  const { rows } = await owner.query<OurBill>(
    `select b.number, b.provider_invoice_id as "invoiceId", b.status,
       b.provider_status as "providerStatus", b.total_minor as total, b.paid_minor as paid,
       b.refunded_minor as refunded, b.provider_due_minor as due, p.payments,
       (
         select count(*)::int
         from bill_entry e
         where e.company_id = b.company_id and e.bill_id = b.id and e.kind = 'paymentReceived'
       ) as told
     from bill b
     cross join lateral (
       select coalesce(
         json_agg(json_build_object('id', provider_payment_id, 'amount', amount_minor)), '[]'
       ) as payments
       from bill_payment p
       where p.company_id = b.company_id and p.bill_id = b.id
     ) p
     where b.account_id = $1`,
    [accountId],
  )
  const invoices = await invoicesOf(simUrl, simId)
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const bills = rows.flatMap((bill) => {
    const invoice = byId.get(bill.invoiceId)
    return (
      (invoice ? billDifference(bill, invoice) : `${bill.number}: PayPal has no such invoice`) ?? []
    )
  })
  const truth = await ledgerOf(simUrl, simId)
  // PayPal's rows may name no invoice; its invoices name their payments.
  const numberOf = new Map(
    invoices.flatMap(({ number, payments }) => payments.map(({ id }) => [id, number])),
  )
  const named = {
    ...truth,
    rows: truth.rows.map((row) => ({
      ...row,
      invoiceId: numberOf.get(row.transactionId) ?? row.invoiceId,
    })),
  }
  return {
    bills,
    ...(await compareMoney(owner, accountId, named, new Set(rows.map(({ number }) => number)))),
  }
}

/**
 * Events that the door acknowledged and that are not there, have no outcome, or one that they
 * should not have.
 */
export async function compareEvents(owner: pg.Pool, acknowledged: string[]): Promise<string[]> {
  const { rows } = await owner.query<{ what: string; ids: string[] }>(
    `with e as materialized (
       select a.id, (select count(*) from paypal_event e where e.event_id = a.id) as stored,
         o.outcome
       from unnest($1::text[]) a (id) left join paypal_event_outcome o on o.event_id = a.id
     )
     select case
       when stored <> 1 then 'stored ' || stored || ' times'
       else coalesce(outcome, 'without an outcome')
     end as what,
       array_agg(id) as ids
     from e
     where stored <> 1 or outcome is null or outcome not in ('confirmed', 'notOurs')
     group by 1
     union all select 'waiting', array_agg(event_id) from paypal_event_todo having count(*) > 0
     union all select 'alarm ' || kind, array_agg(event_id) from paypal_alarm group by kind`,
    [acknowledged],
  )
  return rows.flatMap(({ what, ids }) => ids.map((id) => `${id}: ${what}`))
}
