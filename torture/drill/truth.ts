import type pg from 'pg'
import type { Simulator } from '../../scripts/simulator.ts'

const statusOf: Record<string, string> = {
  SENT: 'sent',
  UNPAID: 'sent',
  SHARED: 'sent',
  PARTIALLY_PAID: 'partiallyPaid',
  PAID: 'paid',
  PARTIALLY_REFUNDED: 'partiallyRefunded',
  REFUNDED: 'refunded',
  CANCELLED: 'cancelled',
}
type Invoice = { id: string; number: string; status: string; totalMinor: number; dueMinor: number; refundedMinor: number }
type Row = { number: string; status: string; total: string; due: string; refunded: string; invoice_id: string | null }

export const invoicesOf = async (sim: Simulator) => (await sim.invoices(20_000)) as unknown as Invoice[]

/** Each line: a bill that is not what PayPal's invoice says, or an invoice that is neither a bill's nor shown to anybody. */
export async function differences(owner: pg.Pool, sim: Simulator, companyId: string): Promise<string[]> {
  const { rows } = await owner.query<Row>(
    `select number, status, total_minor as total, provider_due_minor as due, refunded_minor as refunded, provider_invoice_id as invoice_id
     from bill where company_id = $1 and title like 'Drill %'`,
    [companyId],
  )
  const shown = await owner.query<{ subject: string }>(
    `select subject from quarantine_finding where company_id = $1 and kind = 'elsewhere' and state = 'seen'`,
    [companyId],
  )
  const seen = new Set(shown.rows.map(({ subject }) => subject))
  const bills = new Map(rows.flatMap((row) => (row.invoice_id ? [[row.invoice_id, row]] : [])))
  return (await invoicesOf(sim)).flatMap((invoice) => {
    const bill = bills.get(invoice.id)
    if (!bill) return seen.has(invoice.id) ? [] : [`${invoice.number}: no bill, and shown to nobody`]
    const ours = [bill.status, Number(bill.total), Number(bill.due), Number(bill.refunded)].join(' ')
    const truth = [statusOf[invoice.status] ?? invoice.status, invoice.totalMinor, invoice.dueMinor, invoice.refundedMinor].join(' ')
    return ours === truth || (invoice.status === 'DRAFT' && bill.status === 'draft')
      ? []
      : [`${bill.number}: ours ${ours}, PayPal's ${truth}`]
  })
}

/** The simulator's journal is the truth: what was done more often than once, though it was asked for once. */
export async function doneTwice(sim: Simulator, refundMinor: number) {
  const effects: string[] = []
  for (let after = 0; ; ) {
    const answer = await fetch(`${sim.url}/sim/journal?after=${after}`)
    const { entries, last } = (await answer.json()) as { entries: { seq: number; effects: string[] }[]; last: number }
    effects.push(...entries.flatMap((entry) => entry.effects))
    after = entries.at(-1)?.seq ?? last
    if (entries.length === 0 || after >= last) break
  }
  const twice = (kind: string) => {
    const of = effects.filter((effect) => effect.startsWith(`${kind} `))
    return of.length - new Set(of).size
  }
  const invoices = await invoicesOf(sim)
  return {
    invoicesTwice: invoices.length - new Set(invoices.map(({ number }) => number)).size,
    sentTwice: twice('invoice.sent'),
    remindedTwice: twice('invoice.reminded'),
    cancelledTwice: twice('invoice.cancelled'),
    refundedTwice: invoices.filter(({ refundedMinor }) => refundedMinor > refundMinor).length,
    refundsAtPayPal: invoices.filter(({ refundedMinor }) => refundedMinor > 0).length,
  }
}

/** Counts what is still under way. */
export async function underWay(owner: pg.Pool, companyId: string): Promise<number> {
  const { rows } = await owner.query<{ open: number }>(
    `select (select count(*)::int from operation where company_id = $1 and state not in ('done', 'refused'))
       + (select count(*)::int from bill where company_id = $1 and (operation_id is not null or status = 'sending'))
       + (select count(*)::int from paypal_event_todo where company_id = $1) as open`,
    [companyId],
  )
  return rows[0]?.open ?? 0
}
