import type pg from 'pg'
import type { Simulator } from '../world/simulator.ts'

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
type Invoice = {
  id: string
  number: string
  status: string
  totalMinor: number
  dueMinor: number
  captureIds: string[]
}
/** `mark`: Paydesk's own refunds carry `R-` and their id. */
type Refund = { captureId: string; amountMinor: number; mark: string }

/**
 * What PayPal has really done, whatever its invoices show of it: an invoice may not follow a
 * refund (paypal §3.7).
 */
export type Truth = { invoices: Invoice[]; refunds: Refund[] }

export async function truthOf(sim: Simulator): Promise<Truth> {
  const read = async <T>(path: string) =>
    (await (await fetch(`${sim.url}/sim/${path}`)).json()) as T
  type Row = {
    eventCode: string
    status: string
    amountMinor: number
    referenceId: string
    invoiceId: string
  }
  const { accounts } = await read<{ accounts: { id: string }[] }>('state')
  const refunds: Refund[] = []
  for (const { id } of accounts)
    for (const row of (await read<{ rows: Row[] }>(`ledger?account=${id}`)).rows)
      if (row.eventCode === 'T1107' && row.status === 'S')
        refunds.push({
          captureId: row.referenceId,
          amountMinor: -row.amountMinor,
          mark: row.invoiceId,
        })
  return { invoices: await read<Invoice[]>('invoices?limit=20000'), refunds }
}

type BillRow = {
  number: string
  status: string
  total: string
  due: string
  refunded: string
  back: string
  invoice_id: string | null
}

/**
 * Each line: a bill that is not what PayPal did, or an invoice that is neither a bill's nor
 * shown to anybody.
 */
export async function differences(
  owner: pg.Pool,
  { invoices, refunds }: Truth,
  companyId: string,
): Promise<string[]> {
  const { rows } = await owner.query<BillRow>(
    `select number, status, total_minor as total, provider_due_minor as due,
       refunded_minor as refunded, provider_invoice_id as invoice_id,
       (
         select coalesce(sum(r.amount_minor), 0)
         from refund r
         where r.company_id = b.company_id and r.bill_id = b.id and r.state = 'completed'
       ) as back
     from bill b where company_id = $1 and title like 'Drill %'`,
    [companyId],
  )
  const shown = await owner.query<{ subject: string }>(
    `select subject
     from quarantine_finding
     where company_id = $1 and kind = 'elsewhere' and state = 'seen'`,
    [companyId],
  )
  const seen = new Set(shown.rows.map(({ subject }) => subject))
  const bills = new Map(rows.flatMap((row) => (row.invoice_id ? [[row.invoice_id, row]] : [])))
  const given = new Map<string, number>()
  for (const { captureId, amountMinor } of refunds)
    given.set(captureId, (given.get(captureId) ?? 0) + amountMinor)
  return invoices.flatMap((invoice) => {
    const bill = bills.get(invoice.id)
    if (!bill)
      return seen.has(invoice.id) ? [] : [`${invoice.number}: no bill, and shown to nobody`]
    const back = invoice.captureIds.reduce((sum, id) => sum + (given.get(id) ?? 0), 0)
    const status =
      invoice.status === 'PAID' && back > 0
        ? 'partiallyRefunded'
        : (statusOf[invoice.status] ?? invoice.status)
    const ours = [
      bill.status,
      Number(bill.total),
      Number(bill.due),
      Number(bill.refunded),
      Number(bill.back),
    ].join(' ')
    const truth = [status, invoice.totalMinor, invoice.dueMinor, back, back].join(' ')
    return ours === truth || (invoice.status === 'DRAFT' && bill.status === 'draft')
      ? []
      : [`${bill.number}: ours ${ours}, PayPal's ${truth}`]
  })
}

const repeated = (all: string[]) => all.length - new Set(all).size

/**
 * The simulator's journal and books are the truth: what was done more often than once, though it
 * was asked for once.
 */
export async function doneTwice(sim: Simulator, { invoices, refunds }: Truth) {
  const effects: string[] = []
  for (let after = 0; ; ) {
    const answer = await fetch(`${sim.url}/sim/journal?after=${after}`)
    const { entries, last } = (await answer.json()) as {
      entries: { seq: number; effects: string[] }[]
      last: number
    }
    effects.push(...entries.flatMap((entry) => entry.effects))
    after = entries.at(-1)?.seq ?? last
    if (entries.length === 0 || after >= last) break
  }
  const twice = (kind: string) =>
    repeated(effects.filter((effect) => effect.startsWith(`${kind} `)))
  return {
    invoicesTwice: repeated(invoices.map(({ number }) => number)),
    sentTwice: twice('invoice.sent'),
    remindedTwice: twice('invoice.reminded'),
    cancelledTwice: twice('invoice.cancelled'),
    // Each payment was refunded once, by Paydesk or on paypal.com.
    refundedTwice: repeated(refunds.map(({ captureId }) => captureId)),
  }
}

/**
 * Paydesk's refunds that a database knows of, by what it knows; a refund that was refused needs
 * nothing of PayPal.
 */
export async function askedRefunds(
  owner: pg.Pool,
  companyId: string,
): Promise<{ mark: string; state: string }[]> {
  const { rows } = await owner.query<{ mark: string; state: string }>(
    `select 'R-' || id as mark, state from refund where company_id = $1 and origin = 'paydesk'`,
    [companyId],
  )
  return rows
}

type UnderWay = {
  refunds: number
  sends: number
  reminders: number
  notBegun: number
  refundsAtPayPal: number
  sendsAtPayPal: number
}

/**
 * The calls that this database has under way, and how many of them PayPal had carried out already
 * (`at`: what PayPal had done when the database was in this state) without the answer being here.
 */
export async function callsUnderWay(
  owner: pg.Pool,
  companyId: string,
  at: Truth,
): Promise<UnderWay> {
  const { rows } = await owner.query<{ kind: string; state: string; number: string; mark: string }>(
    `select o.kind, o.state, b.number, 'R-' || o.refund_id as mark
     from operation o
     join bill b on b.company_id = o.company_id and b.id = o.bill_id
     where o.company_id = $1 and o.state not in ('done', 'refused')`,
    [companyId],
  )
  const [made, back] = [
    new Set(at.invoices.map(({ number }) => number)),
    new Set(at.refunds.map(({ mark }) => mark)),
  ]
  const count = (fits: (row: (typeof rows)[number]) => boolean) => rows.filter(fits).length
  const isSend = (kind: string) => kind === 'createInvoice' || kind === 'sendInvoice'
  return {
    refunds: count(({ kind }) => kind === 'refundPayment'),
    sends: count(({ kind }) => isSend(kind)),
    reminders: count(({ kind }) => kind === 'remindInvoice'),
    notBegun: count(({ state }) => state === 'ready'),
    refundsAtPayPal: count(({ kind, mark }) => kind === 'refundPayment' && back.has(mark)),
    sendsAtPayPal: count(({ kind, number }) => kind === 'createInvoice' && made.has(number)),
  }
}

/** Whether some of the refunds, and some of the sends, have reached PayPal, and some have not. */
export const isMidway = ({
  refunds,
  refundsAtPayPal,
  sends,
  sendsAtPayPal,
}: UnderWay): [boolean, boolean] => [
  refundsAtPayPal > 0 && refunds > refundsAtPayPal,
  sendsAtPayPal > 0 && sends > sendsAtPayPal,
]

/** Counts what is still under way. */
export async function underWay(owner: pg.Pool, companyId: string): Promise<number> {
  const { rows } = await owner.query<{ open: number }>(
    `select (
         select count(*)::int
         from operation
         where company_id = $1 and state not in ('done', 'refused')
       )
       + (
         select count(*)::int
         from bill
         where company_id = $1 and (operation_id is not null or status = 'sending')
       )
       + (select count(*)::int from paypal_event_todo where company_id = $1) as open`,
    [companyId],
  )
  return rows[0]?.open ?? 0
}
