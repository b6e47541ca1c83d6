import type pg from 'pg'
import type { Simulator } from '../world/simulator.ts'

const statusOf: Record<string, string> = {
  SENT: 'sent',
  UNPAID: 'sent',
  SHARED: 'sent',
  PARTIALLY_PAID: 'partiallyPaid',
  PAID: 'paid',
  CANCELLED: 'cancelled',
}

type Row = {
  number: string
  status: string
  total: string
  due: string
  paid: string
  invoice_id: string
  payments: string
  sum: string
}

/**
 * One line for each bill that differs from the simulator's invoice, and for each invoice
 * that no bill knows.
 */
export async function compare(
  owner: pg.Pool,
  sim: Simulator,
  companyId: string,
): Promise<string[]> {
  const { rows } = await owner.query<Row>(
    `select b.number, b.status, b.total_minor as total, b.provider_due_minor as due,
       b.paid_minor as paid, b.provider_invoice_id as invoice_id, count(p.id) as payments,
       coalesce(sum(p.amount_minor), 0) as sum
     from bill b left join bill_payment p on p.company_id = b.company_id and p.bill_id = b.id
     where b.company_id = $1 and b.title like 'Torture %' group by b.company_id, b.id`,
    [companyId],
  )
  const invoices = new Map((await sim.invoices(20_000)).map((invoice) => [invoice.id, invoice]))
  const wrong = rows.flatMap((bill) => {
    const invoice = invoices.get(bill.invoice_id)
    if (!invoice) return [`${bill.number}: ${bill.status}, no invoice`]
    const ours = [
      bill.status,
      Number(bill.total),
      Number(bill.due),
      Number(bill.paid),
      Number(bill.payments),
      Number(bill.sum),
    ].join(' ')
    const paid = invoice.status === 'CANCELLED' ? 0 : invoice.totalMinor - invoice.dueMinor
    const truth = [
      statusOf[invoice.status],
      invoice.totalMinor,
      invoice.dueMinor,
      paid,
      invoice.captureIds.length,
      paid,
    ].join(' ')
    return ours === truth ? [] : [`${bill.number}: ours ${ours}, PayPal's ${truth}`]
  })
  const known = new Set(rows.map(({ invoice_id }) => invoice_id))
  return [
    ...wrong,
    ...[...invoices.keys()].filter((id) => !known.has(id)).map((id) => `${id}: no bill`),
  ]
}

/** Counts what is still under way. */
export async function unsettled(owner: pg.Pool, companyId: string) {
  const { rows } = await owner.query<{ operations: number; busy: number; events: number }>(
    `select (
       select count(*)::int
       from operation
       where company_id = $1 and state not in ('done', 'refused')
     ) as operations,
       (
         select count(*)::int
         from bill
         where company_id = $1 and (operation_id is not null or status = 'sending')
       ) as busy,
       (select count(*)::int from paypal_event_todo where company_id = $1) as events`,
    [companyId],
  )
  const { operations, busy, events } = rows[0] as {
    operations: number
    busy: number
    events: number
  }
  return { operations, busy, events, total: operations + busy + events }
}

export async function figuresOf(owner: pg.Pool, sim: Simulator, companyId: string) {
  const { rows } = await owner.query(
    `select (
       select count(*)::int from bill where company_id = $1 and title like 'Torture %'
     ) as bills,
       (select count(*)::int from operation where company_id = $1) as operations,
       (
         select count(*)::int from operation where company_id = $1 and unknown_since is not null
       ) as "operationsUnknown",
       (
         select coalesce(max(extract(epoch from finished_at - unknown_since)), 0)::int
         from operation
         where company_id = $1
       ) as "longestUnknownSeconds",
       (
         select count(*)::int from operation where company_id = $1 and state = 'refused'
       ) as refused,
       (select sum(calls)::int from operation where company_id = $1) as "operationRuns",
       (select count(*)::int from paypal_event where company_id = $1) as events,
       (
         select count(*)::int
         from paypal_event_outcome
         where company_id = $1 and outcome = 'failed'
       ) as "eventsFailed"`,
    [companyId],
  )
  const invoices = await sim.invoices(20_000)
  const twice = invoices.length - new Set(invoices.map(({ number }) => number)).size
  return { ...(rows[0] as { bills: number }), invoices: invoices.length, invoicesTwice: twice }
}
