import { approvalApi } from '@paydesk/contract/billing/approval'
import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { refundApi } from '@paydesk/contract/billing/refund'
import fc from 'fast-check'
import { runJobs } from './settle.ts'
import { part, partOf, pick, step, which } from './step.ts'
import { Broken, type World } from './world.ts'

const currencies = ['USD', 'USD', 'EUR', 'JPY'] as const

type Held = { id: string; version: number; currency: string; dueMinor: number }
const billAt = async (w: World, n: number, statuses?: string[]): Promise<Bill | undefined> => {
  const rows = await w.query<{ id: string }>(
    `select id
     from bill
     where company_id = $1 ${statuses ? 'and status = any($2)' : ''}
     order by number`,
    statuses ? [statuses] : [],
  )
  const found = pick(rows, n)
  return found && w.call(w.finance, billApi.read, { params: { id: found.id } })
}
const hasInvoices = (w: World) => w.invoices().length > 0
const hasMoney = (w: World) => w.captures().length > 0

/** Half of what is done at PayPal is waited for; the rest is done by a worker some time later. */
const waits = fc.boolean()
const done = async (w: World, wait: boolean) => {
  if (wait) await runJobs(w)
}

const contentOf = (
  w: World,
  currency: (typeof currencies)[number],
  amountMinor: number,
  n: number,
  allowPartial: boolean,
) => ({
  customerId: pick(w.customers, n)?.id ?? '',
  currency,
  items: [{ name: 'Sample', quantity: '1', unitAmountMinor: amountMinor }],
  term: 'net15' as const,
  allowPartial,
  accountId: w.accountId,
})

const send = step(
  'send',
  fc.record({
    currency: fc.constantFrom(...currencies),
    amountMinor: fc.integer({ min: 1000, max: 90_000 }),
    customer: which,
    allowPartial: fc.boolean(),
    by: fc.constantFrom('email' as const, 'link' as const),
    wait: fc.constantFrom(true, true, true, false),
  }),
  async (w, { currency, amountMinor, customer, allowPartial, by, wait }) => {
    const draft = await w.call(w.operator, billApi.create, {
      body: contentOf(w, currency, amountMinor, customer, allowPartial),
    })
    if (!draft) return
    await w.call(w.operator, billApi.send, {
      params: { id: draft.id },
      body: { version: draft.version, by },
    })
    await done(w, wait)
  },
)

const edit = step(
  'edit',
  fc.record({ bill: which, amountMinor: fc.integer({ min: 1000, max: 90_000 }), wait: waits }),
  async (w, { bill: n, amountMinor, wait }) => {
    const bill = await billAt(w, n, ['draft', 'sent'])
    if (!bill) return
    const body = {
      ...contentOf(w, bill.currency as 'USD', amountMinor, 0, true),
      customerId: bill.customerId,
      version: bill.version,
    }
    await w.call(w.operator, billApi.edit, { params: { id: bill.id }, body })
    await done(w, wait)
  },
  hasInvoices,
)

const simple = (name: 'remind' | 'cancel' | 'writeOff') =>
  step(
    name,
    fc.record({ bill: which, wait: waits }),
    async (w, { bill: n, wait }) => {
      const bill = await billAt(w, n)
      if (!bill) return
      const user = name === 'writeOff' ? w.finance : w.operator
      const did = await w.call(user, billApi[name], {
        params: { id: bill.id },
        body: { version: bill.version },
      })
      if (did && name === 'remind' && bill.dueMinor === 0)
        throw new Broken(`nobody is reminded of what is paid: ${bill.number}`)
      await done(w, wait)
    },
    hasInvoices,
  )

const record = step(
  'recordPayment',
  fc.record({ bill: which, part, wait: waits }),
  async (w, { bill: n, part: share, wait }) => {
    const bill = await billAt(w, n, ['sent', 'partiallyPaid'])
    if (!bill || bill.dueMinor === 0) return
    const paidOn = new Date(w.sim.world.clock.now()).toISOString().slice(0, 10)
    const body = {
      version: bill.version,
      amountMinor: partOf(bill.dueMinor, share),
      method: 'CASH' as const,
      paidOn,
    }
    await w.call(w.finance, billApi.recordPayment, { params: { id: bill.id }, body })
    await done(w, wait)
  },
  hasInvoices,
)

const refund = step(
  'refund',
  fc.record({ bill: which, payment: which, part, wait: waits }),
  async (w, { bill: n, payment: m, part: share, wait }) => {
    const bill = await billAt(w, n, ['paid', 'partiallyPaid', 'partiallyRefunded'])
    const payment = bill && pick(bill.payments, m)
    if (!bill || !payment) return
    const left = payment.amountMinor - payment.refundedMinor - payment.refundingMinor
    const body = {
      version: bill.version,
      paymentId: payment.id,
      amountMinor: partOf(Math.max(1, left), share),
      reason: '退货',
      noteToPayer: '',
    }
    await w.call(w.finance, refundApi.ask, { params: { id: bill.id }, body })
    await done(w, wait)
  },
  hasMoney,
)

const decide = step(
  'decide',
  fc.record({
    how: fc.constantFrom(
      'approve' as const,
      'approve' as const,
      'reject' as const,
      'withdraw' as const,
    ),
    which,
    wait: waits,
  }),
  async (w, { how, which: n, wait }) => {
    const waiting = await w.call(w.second, approvalApi.list, { query: {} })
    const found = pick(waiting?.list ?? [], n)
    if (!found) return
    const user = how === 'withdraw' ? w.finance : w.second
    await w.call(user, approvalApi[how], {
      params: { id: found.id },
      body: { version: found.version, note: '已核对' },
    })
    await done(w, wait)
  },
  hasMoney,
)

const match = step(
  'match',
  fc.record({ row: which, bill: which, part, recordOnBills: fc.boolean(), wait: waits }),
  async (w, { row: n, bill: m, part: share, recordOnBills, wait }) => {
    const open = await w.call(w.finance, reconciliationApi.list, { query: {} })
    const row = pick(open?.list ?? [], n)
    if (!row) return
    const bills = await w.query<Held>(
      `select id
       from bill
       where company_id = $1 and currency = $2 and status in ('sent', 'partiallyPaid', 'paid')
       order by number`,
      [row.currency],
    )
    const bill = pick(bills, m)
    if (!bill) return
    const amountMinor = partOf(Math.abs(row.grossMinor), share)
    const lines = [{ billId: bill.id, amountMinor }]
    w.decided.add(row.providerTransactionId)
    await w.call(w.finance, reconciliationApi.match, {
      params: { id: row.id },
      body: { version: row.version, lines, reason: '人工核对', recordOnBills },
    })
    await done(w, wait)
  },
  hasMoney,
)

const setAside = step(
  'ignore',
  fc.record({ row: which }),
  async (w, { row: n }) => {
    const open = await w.call(w.finance, reconciliationApi.list, { query: {} })
    const row = pick(open?.list ?? [], n)
    if (!row) return
    w.decided.add(row.providerTransactionId)
    await w.call(w.finance, reconciliationApi.ignore, {
      params: { id: row.id },
      body: { version: row.version, reason: '与账单无关' },
    })
  },
  hasMoney,
)

const undo = step(
  'undo',
  fc.record({ row: which }),
  async (w, { row: n }) => {
    const rows = await w.query<{ id: string; version: number; provider: string }>(
      `select id, version, provider_transaction_id as provider
       from paypal_transaction
       where company_id = $1 and match_state in ('manual', 'ignored', 'auto')
       order by provider_transaction_id`,
    )
    const row = pick(rows, n)
    if (!row) return
    w.decided.add(row.provider)
    await w.call(w.finance, reconciliationApi.undo, {
      params: { id: row.id },
      body: { version: Number(row.version), reason: '看错' },
    })
  },
  hasMoney,
)

export const peopleSteps = [
  send,
  send,
  send,
  send,
  edit,
  simple('remind'),
  simple('cancel'),
  simple('writeOff'),
  record,
  refund,
  refund,
  decide,
  match,
  match,
  setAside,
  undo,
]
