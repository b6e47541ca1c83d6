import { sql } from 'kysely'
import { countBills } from '../../../apps/api/src/desk/rule/bills.ts'
import { inCompany } from '../../../apps/api/src/lib/db.ts'
import { ledgerChecks } from '../../../apps/api/src/money/ledger/verify.ts'
import { differences } from '../../../apps/api/src/test/differential.ts'
import { dueMinor, paidMinor } from '../../../apps/paypal-sim/src/invoice/invoice.ts'
import type { InvoiceRecord } from '../../../apps/paypal-sim/src/record/invoice.ts'
import { isHold } from '../../../apps/paypal-sim/src/world/ledger.ts'
import { type Invariant, type TruthRow, truthRows } from './invariant.ts'
import { refundsAreOnce } from './refunds.ts'
import { Broken, type World } from './world.ts'

/** Each of PayPal's rows is here once, as it stands there, and no other is. */
const rowsAreThere: Invariant = async (w) => {
  const held = await w.query<{ word: string }>(
    `select concat_ws(
       ' ', provider_transaction_id, event_code, currency, gross_minor, fee_minor, status
     ) as word
     from paypal_transaction
     where company_id = $1`,
  )
  const theirs = truthRows(w).map(({ row, version }) =>
    [
      row.transactionId,
      row.eventCode,
      row.currency,
      row.amountMinor,
      version.feeMinor,
      version.status,
    ].join(' '),
  )
  const ours = new Set(held.map(({ word }) => word))
  const known = new Set(theirs)
  return [
    ...(ours.size === held.length ? [] : [`${held.length - ours.size} rows twice`]),
    ...theirs.filter((word) => !ours.has(word)).map((word) => `missing: ${word}`),
    ...[...ours].filter((word) => !known.has(word)).map((word) => `not PayPal's: ${word}`),
  ]
}

/**
 * The books are what PayPal has: what may move early while it is pending (pendingMoves) is not in
 * the books before it has settled.
 */
const booksAreTheBalance: Invariant = async (w) => {
  const books = await w.query<{ currency: string; book: string; minor: string }>(
    `select currency, book, balance_minor as minor
     from ledger_balance
     where company_id = $1 and book in ('balance', 'withheld')`,
  )
  const held = (currency: string, book: string) =>
    Number(books.find((one) => one.currency === currency && one.book === book)?.minor ?? 0)
  const early = (currency: string) =>
    truthRows(w)
      .filter(
        ({ row, version }) =>
          row.currency === currency &&
          version.status === 'P' &&
          version.moved &&
          !isHold(row.eventCode),
      )
      .reduce((sum, { row, version }) => sum + row.amountMinor + version.feeMinor, 0)
  const { ledger } = w.sim.world
  return ledger.currencies(w.account.id).flatMap((currency) => {
    const { available, withheld } = ledger.balance(w.account.id, currency)
    const [ours, theirs] = [
      `${held(currency, 'balance')} + ${held(currency, 'withheld')}`,
      `${available - early(currency)} + ${withheld}`,
    ]
    return ours === theirs ? [] : [`${currency}: books ${ours}, PayPal ${theirs}`]
  })
}

const proofsAgree: Invariant = async (w) => {
  const proofs = await w.query<{ currency: string; difference: string; asOf: string }>(
    `select currency, difference_minor as difference, as_of as "asOf"
     from balance_proof
     where company_id = $1`,
  )
  const [account] = await w.query<{ failure: string; state: string }>(
    `select s.failure, a.state
     from account_sync s
     join paypal_account a on a.company_id = s.company_id and a.id = s.account_id
     where s.company_id = $1`,
  )
  return [
    ...proofs
      .filter(({ difference }) => Number(difference) !== 0)
      .map(({ currency, difference }) => `${currency} differs by ${difference}`),
    ...(account?.failure ? [`the account says: ${account.failure}`] : []),
    ...(account && account.state !== 'active' ? [`the account is ${account.state}`] : []),
  ]
}

/**
 * The ledger's own verifier, in the company's own transaction: row-level security leaves it this
 * company's books.
 */
const ledgerVerifies: Invariant = async (w) => {
  const client = await w.t.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.company_id', $1, true)`, [w.companyId])
    const faults: string[] = []
    for (const [check, query] of Object.entries(ledgerChecks)) {
      const { rows } = await client.query<{ fault: string; currency: string | null }>(query)
      faults.push(...rows.map(({ fault, currency }) => `${check}: ${currency ?? ''} ${fault}`))
    }
    return faults
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const auditVerifies: Invariant = async (w) =>
  (
    await w.query<{ seq: string; fault: string }>('select seq, fault from audit_first_fault($1)')
  ).map(({ seq, fault }) => `${seq}: ${fault}`)

type HeldBill = {
  id: string
  number: string
  invoiceId: string
  status: string
  total: string
  paid: string
  due: string
  refunded: string
}
type Line = { billId: string; rowId: string; minor: string }

/** What has gone back of an invoice's payments by refund, reversal or chargeback. */
const wentBack = (w: World, invoice: InvoiceRecord) => {
  const captures = new Set(invoice.payments.map(({ id }) => id))
  // A direct payment that was recorded on the invoice goes back with its row, unless it was
  // recorded on several or paid another: then a person decides.
  const notes = w.invoices().flatMap(({ payments }) => payments.map(({ note }) => note ?? ''))
  const paid = new Set(w.invoices().flatMap(({ payments }) => payments.map(({ id }) => id)))
  const recorded = (id: string) => {
    const mine = invoice.payments.find(({ note }) => id !== '' && note?.startsWith(id))
    return mine && !paid.has(id) && notes.filter((note) => note.startsWith(id)).length === 1
      ? mine.amountMinor
      : undefined
  }
  const codes = ['T1107', 'T1106', 'T1201', 'T1202']
  const back = truthRows(w).filter(
    ({ row, version }) =>
      codes.includes(row.eventCode) &&
      version.status === 'S' &&
      captures.has(row.referenceId ?? ''),
  )
  const ofRecorded = truthRows(w).flatMap(({ row, version }) => {
    const most =
      codes.includes(row.eventCode) && version.status === 'S'
        ? recorded(row.referenceId ?? '')
        : undefined
    return most === undefined ? [] : [Math.max(-most, Math.min(most, row.amountMinor))]
  })
  return (
    -back.reduce((sum, { row }) => sum + row.amountMinor, 0) -
    ofRecorded.reduce((sum, minor) => sum + minor, 0)
  )
}

/**
 * What explains a bill and is no payment of PayPal's invoice: lines of rows that have settled,
 * unless they are about a payment of the invoice or were recorded on it.
 */
function fromElsewhere(w: World, invoice: InvoiceRecord, lines: Line[]): number {
  const own = new Set(invoice.payments.map(({ id }) => id))
  const notes = invoice.payments.map(({ note }) => note ?? '')
  const rows = new Map(
    truthRows(w).map(({ row, version }) => [row.transactionId, { row, version }]),
  )
  const counts = (id: string): boolean => {
    const found = rows.get(id)
    if (!found || own.has(id) || notes.some((note) => note.startsWith(id))) return false
    const { referenceId } = found.row
    return referenceId === undefined || !rows.has(referenceId) || counts(referenceId)
  }
  const isSettled = (id: string) => /S|V/.test(rows.get(id)?.version.status ?? '')
  return lines
    .filter(({ rowId }) => isSettled(rowId) && counts(rowId))
    .reduce((sum, { minor }) => sum + Number(minor), 0)
}

type BillTruth = { bill: HeldBill; invoice: InvoiceRecord | undefined; dueMinor: number }

/**
 * Our bills beside PayPal's invoices, and what is owed by the invoice and by what explains the
 * bill from elsewhere.
 */
async function readBills(w: World): Promise<BillTruth[]> {
  const bills = await w.query<HeldBill>(
    `select id, number, provider_invoice_id as "invoiceId", status, total_minor as total,
       paid_minor as paid, due_minor as due, refunded_minor as refunded
     from bill where company_id = $1 and provider_invoice_id is not null`,
  )
  const lines = await w.query<Line>(
    `select l.bill_id as "billId", t.provider_transaction_id as "rowId",
       l.amount_minor + l.deduction_minor as minor
     from match_line l
     join paypal_transaction t on t.company_id = l.company_id and t.id = l.transaction_id
     where l.company_id = $1 and l.bill_id is not null`,
  )
  const invoices = new Map(w.invoices().map((invoice) => [invoice.id, invoice]))
  return bills.map((bill) => {
    const invoice = invoices.get(bill.invoiceId)
    const own = lines.filter(({ billId }) => billId === bill.id)
    const elsewhere = invoice ? Math.max(0, fromElsewhere(w, invoice, own)) : 0
    return { bill, invoice, dueMinor: invoice ? Math.max(0, dueMinor(invoice) - elsewhere) : 0 }
  })
}

const billsAreTheInvoices: Invariant = async (w) => {
  const bills = await readBills(w)
  const held = new Set(bills.map(({ bill }) => bill.invoiceId))
  const numbers = w.invoices().map(({ number }) => number)
  return [
    ...(new Set(numbers).size === numbers.length ? [] : ['an invoice was made twice']),
    ...w
      .invoices()
      .filter(({ id, status }) => !held.has(id) && status !== 'DRAFT')
      .map(({ number }) => `no bill knows invoice ${number}`),
    ...bills.flatMap(({ bill, invoice, dueMinor: due }) => {
      if (!invoice) return [`${bill.number}: no such invoice`]
      const wrong: string[] = []
      const say = (what: string, ours: number, truth: number) => {
        if (ours !== truth) wrong.push(`${what} ${ours}, should be ${truth}`)
      }
      say('total', Number(bill.total), invoice.input.totals.total)
      say('paid', Number(bill.paid), paidMinor(invoice))
      say(
        'gone back',
        Number(bill.refunded),
        Math.max(0, Math.min(paidMinor(invoice), wentBack(w, invoice))),
      )
      say('due', Number(bill.due), due)
      return wrong.map((text) => `${bill.number} (${bill.status}, ${invoice.status}): ${text}`)
    }),
  ]
}

/**
 * Rules remind of bills, and cancel bills, for which money is owed, and no others. They are asked
 * as if all had been sent ten days ago.
 */
const rulesAskForWhatIsOwed: Invariant = async (w) => {
  const owed = (await readBills(w)).filter((one) => one.dueMinor > 0).length
  const looked = new Error('only to look')
  const wrong: string[] = []
  await inCompany(w.t.pool, w.companyId, async (db) => {
    await sql`
      update bill
      set sent_at = sent_at - interval '10 days'
      where company_id = ${w.companyId}`.execute(db)
    for (const template of ['remindAfterDue', 'cancelUnpaid'] as const) {
      const params = { days: 0, times: 9, hours: null, userIds: [] }
      const rule = {
        id: w.companyId,
        companyId: w.companyId,
        template,
        timezone: 'Asia/Shanghai',
        params,
      }
      const { bills } = await countBills(db, rule)
      if (bills > owed) wrong.push(`${template} takes ${bills} bills, ${owed} are owed`)
    }
    throw looked
  }).catch((error: unknown) => {
    if (error !== looked) throw error
  })
  return wrong
}

/** The settled part of PayPal's balance at a moment: available and withheld together. */
function settledAt(w: World, currency: string, at: number): number {
  return truthRows(w)
    .filter(({ row }) => row.currency === currency && !isHold(row.eventCode))
    .reduce((sum, { row }) => {
      const then = row.versions.findLast((version) => version.at <= at)
      return sum + (then && /S|V/.test(then.status) ? row.amountMinor + then.feeMinor : 0)
    }, 0)
}

const dayMs = 86_400_000
const shanghaiMs = 8 * 3_600_000

/**
 * By how much the books may be off at a moment: by nothing, and by refunds and withdrawals
 * that PayPal dated anew before they were read. They may have been pending until then and
 * out of PayPal's balance all the same, so the books have them at the later date and the
 * month's proof says so.
 */
function undatable(w: World, currency: string, end: number): Set<number> {
  const out = truthRows(w).filter(
    ({ row, version }) =>
      row.currency === currency &&
      w.inDoubt.has(row.transactionId) &&
      row.amountMinor < 0 &&
      row.initiatedAt < end &&
      version.at >= end,
  )
  const sums = new Set([0])
  for (const { row } of out) for (const sum of [...sums]) sums.add(sum - row.amountMinor)
  return sums
}

/**
 * At the end of each day that is over, in the company's calendar, the books had what PayPal had.
 * When on its day money moved is not always told (decision 53).
 */
const daysEndRight: Invariant = async (w) => {
  const journals = await w.query<{ currency: string; at: string; minor: string }>(
    `select p.currency, j.effective_at as at, p.amount_minor as minor from journal j
     join posting p on p.company_id = j.company_id and p.journal_id = j.id
     where j.company_id = $1 and p.book in ('balance', 'withheld')`,
  )
  const [sync] = await w.query<{ through: string | null }>(
    'select complete_through as through from account_sync where company_id = $1',
  )
  const through = sync?.through ? Date.parse(sync.through) : 0
  const first = Math.min(...truthRows(w).map(({ row }) => row.initiatedAt))
  if (!Number.isFinite(first)) return []
  const ends: number[] = []
  for (let day = Math.floor(first / dayMs) * dayMs; day <= through; day += dayMs)
    ends.push(day - shanghaiMs)
  const currencies = w.sim.world.ledger.currencies(w.account.id)
  // A month's end, in the company's calendar, is proven with PayPal's own balance; between two of
  // them a row that was dated anew can lie anywhere.
  const isSure = (end: number) =>
    w.inDoubt.size === 0 || new Date(end + shanghaiMs).toISOString().slice(8, 19) === '01T00:00:00'
  const wrong = ends
    .filter((end) => end <= through && isSure(end))
    .flatMap((end) =>
      currencies.flatMap((currency) => {
        const ours = journals.reduce(
          (sum, one) =>
            one.currency === currency && Date.parse(one.at) < end ? sum + Number(one.minor) : sum,
          0,
        )
        const theirs = settledAt(w, currency, end - 1)
        return undatable(w, currency, end).has(ours - theirs)
          ? []
          : [`${currency} at ${new Date(end).toISOString()}: books ${ours}, PayPal ${theirs}`]
      }),
    )
  return wrong.slice(0, 3)
}

const movedOf = ({ row }: TruthRow) => row.versions.find(({ status }) => status === 'S')?.at

const dayOf = (at: number) => new Date(at + shanghaiMs).toISOString().slice(0, 10)

/**
 * Of these rows, those of one amount that began on one day: PayPal's balance says when one of them
 * moved, and not always which.
 */
const likeOnes = (w: World, id: string, among: ReadonlySet<string>): TruthRow[] => {
  const keyOf = ({ row, version }: TruthRow) =>
    [row.currency, row.amountMinor + version.feeMinor, dayOf(row.initiatedAt)].join()
  const rows = truthRows(w)
  const key = rows.filter(({ row }) => row.transactionId === id).map(keyOf)
  return rows.filter((one) => among.has(one.row.transactionId) && key.includes(keyOf(one)))
}

/**
 * Each payment counts on the company's day of the instant at which PayPal's balance moved, whenever
 * it was seen. Only one that was in doubt, and whose day the balance decided, may stand on the day
 * of another such one.
 */
const paymentsCountOnTheirDay: Invariant = async (w) => {
  const payments = await w.query<{ id: string; day: string }>(
    `select provider_payment_id as id, counted_on::text as day
     from bill_payment
     where company_id = $1 and source = 'paypal' and not pending`,
  )
  const decided = await w.query<{ id: string }>(
    `select provider_transaction_id as id
     from paypal_transaction
     where company_id = $1 and found_at is not null`,
  )
  const found = new Set(decided.map(({ id }) => id))
  return payments.flatMap(({ id, day }) => {
    if (w.inDoubt.has(id)) return []
    const days = likeOnes(w, id, found.has(id) ? found : new Set([id])).map((one) =>
      dayOf(movedOf(one) ?? 0),
    )
    return days.includes(day)
      ? []
      : [`payment ${id} counts on ${day}, its money moved on ${days.join(' or ')}`]
  })
}

/**
 * A payment of one of our invoices is explained by its bill, as is one that bears the bill's
 * number, and whatever refers to it. Where a person has decided, the person's word counts.
 */
const rowsAreExplained: Invariant = async (w) => {
  const held = await w.query<{
    rowId: string
    state: string
    number: string | null
    currency: string
  }>(
    `select t.provider_transaction_id as "rowId", t.match_state as state, t.currency,
       min(b.number) as number
     from paypal_transaction t
     left join match_line l on l.company_id = t.company_id and l.transaction_id = t.id
     left join bill b on b.company_id = l.company_id and b.id = l.bill_id
     where t.company_id = $1 and t.status in ('S', 'V') group by t.company_id, t.id`,
  )
  const bills = await w.query<{ number: string; currency: string; invoiceId: string | null }>(
    `select number, currency, provider_invoice_id as "invoiceId"
     from bill
     where company_id = $1 and status <> 'draft'`,
  )
  const numberOf = (id: string, currency: string): string | undefined => {
    const capture = w.sim.world.captures.get(id)
    if (!capture) return undefined
    const fits = bills.filter((bill) => bill.currency === currency)
    if (capture.paypalInvoiceId)
      return fits.find(({ invoiceId }) => invoiceId === capture.paypalInvoiceId)?.number
    return fits.find(({ number }) => number === capture.invoiceId || number === capture.customId)
      ?.number
  }
  return held.flatMap(({ rowId, state, number, currency }) => {
    const should = numberOf(rowId, currency)
    if (should === undefined || w.decided.has(rowId) || (state === 'auto' && number === should))
      return []
    return [`row ${rowId} is ${state} ${number ?? ''}, should be explained by ${should}`]
  })
}

/**
 * Home, bills, customers' statements and ledger tell the same, and what is kept is what
 * is counted anew.
 */
const screensAgree: Invariant = async (w) =>
  (await differences(w.t.pool, w.companyId)).map(
    ({ between, where, first, second }) => `${between}: ${where}: ${first} and ${second}`,
  )

const nothingIsLeft: Invariant = async (w) => {
  const operations = await w.query<{ kind: string; state: string; outcome: unknown }>(
    `select kind, state, outcome
     from operation
     where company_id = $1 and state not in ('done', 'refused')`,
  )
  const events = await w.query<{ type: string }>(
    `select e.event_type as type
     from paypal_event_todo t
     join paypal_event e on e.company_id = t.company_id
       and e.account_id = t.account_id
       and e.event_id = t.event_id
     where t.company_id = $1`,
  )
  const failed = await w.query<{ reason: string }>(
    `select reason from paypal_event_outcome where company_id = $1 and outcome = 'failed'`,
  )
  return [
    ...operations.map(
      ({ kind, state, outcome }) => `operation ${kind} is ${state}: ${JSON.stringify(outcome)}`,
    ),
    ...events.map(({ type }) => `event ${type} waits`),
    ...failed.map(({ reason }) => `an event failed: ${reason}`),
  ]
}

const invariants: Record<string, Invariant> = {
  'each row of PayPal’s is there once': rowsAreThere,
  'the books are PayPal’s balance': booksAreTheBalance,
  'proofs agree': proofsAgree,
  'the ledger verifies': ledgerVerifies,
  'the audit chain verifies': auditVerifies,
  'days end right': daysEndRight,
  'payments count on their day': paymentsCountOnTheirDay,
  'bills are the invoices': billsAreTheInvoices,
  'rules ask for what is owed': rulesAskForWhatIsOwed,
  'rows are explained by their bill': rowsAreExplained,
  'refunds are made once': refundsAreOnce,
  'all screens tell the same': screensAgree,
  'nothing is left to do': nothingIsLeft,
}

/** All invariants, after the world has settled. */
export async function checkAll(w: World): Promise<void> {
  const broken: string[] = []
  w.checked++
  for (const [name, holds] of Object.entries(invariants))
    broken.push(...(await holds(w)).slice(0, 5).map((text) => `${name}: ${text}`))
  if (broken.length > 0) throw new Broken(broken.join('\n'))
}
