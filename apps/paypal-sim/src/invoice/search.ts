import { invoiceStatuses } from '@paydesk/paypal/invoice'
import { fromWire } from '@paydesk/paypal/money'
import { link } from '../http/link.ts'
import { Reader } from '../http/reader.ts'
import { invalid } from '../http/refusal.ts'
import type { Context } from '../http/route.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import { day, dayMs } from '../world/clock.ts'
import { lowerBound } from '../world/ledger.ts'
import type { World } from '../world/world.ts'
import { createInvoice } from './actions.ts'
import { dueDateOf, renderInvoice } from './invoice.ts'

/** Page 1–1000, size 1–100: no query reaches beyond 100,000 invoices (paypal §3.1). */
function readPaging(context: Context) {
  const number = (name: string, fallback: number, max: number) => {
    const text = context.query.get(name)
    if (text === null) return fallback
    const value = Number(text)
    if (!Number.isInteger(value) || value < 1)
      throw invalid('INVALID_INTEGER_MIN_VALUE', name, text, 'query')
    if (value > max) throw invalid('INVALID_INTEGER_MAX_VALUE', name, text, 'query')
    return value
  }
  return {
    page: number('page', 1, 1000),
    size: number('page_size', 20, 100),
    total: context.query.get('total_required') === 'true',
  }
}

type Test = (invoice: InvoiceRecord) => boolean

const matches = (text: string | undefined, wanted: string) =>
  (text ?? '').toLowerCase().includes(wanted.toLowerCase())
const billing = (invoice: InvoiceRecord) =>
  (invoice.input.recipients[0]?.wire.billing_info ?? {}) as {
    business_name?: string
    name?: { given_name?: string; surname?: string }
  }

function readRange(reader: Reader): { start: string; end: string } | undefined {
  if (!reader.present) return undefined
  return {
    start: reader.field('start').text(64, { required: true }) ?? '',
    end: reader.field('end').text(64, { required: true }) ?? '',
  }
}

type Span = { from: number; to: number }
/**
 * What an invoice must fulfil. The two spans of time are looked up in an index; the tests are
 * done one by one.
 */
export interface Filter {
  tests: Test[]
  created?: Span
  paid?: Span
  /** Parts of an invoice that a search leaves out unless they are asked for. */
  parts: Set<string>
}

export function readFilter({ config }: World, body: unknown): Filter {
  const root = new Reader(body ?? {})
  const tests: Test[] = []
  const text = (name: string, of: (invoice: InvoiceRecord) => string | undefined, exact = true) => {
    const wanted = root.field(name).text(254)
    if (wanted)
      tests.push((invoice) => (exact ? of(invoice) === wanted : matches(of(invoice), wanted)))
  }
  text('recipient_email', (i) => i.input.recipients[0]?.email)
  text('recipient_business_name', (i) => billing(i).business_name, false)
  text('recipient_first_name', (i) => billing(i).name?.given_name, false)
  text('recipient_last_name', (i) => billing(i).name?.surname, false)
  text('invoice_number', (i) => i.number)
  text('reference', (i) => i.input.reference)
  text('memo', (i) => i.input.memo, false)
  text('currency_code', (i) => i.input.currency)
  const statuses = root
    .field('status')
    .list(5)
    .map((r) => r.oneOf(invoiceStatuses))
  if (statuses.length) tests.push((invoice) => statuses.includes(invoice.status))
  const archived = root.field('archived').flag()
  if (archived !== undefined) tests.push((invoice) => invoice.archived === archived)
  const dates = (name: string, of: (invoice: InvoiceRecord) => (string | undefined)[]) => {
    const range = readRange(root.field(name))
    if (range)
      tests.push((invoice) =>
        of(invoice).some((date) => date !== undefined && date >= range.start && date <= range.end),
      )
  }
  dates('invoice_date_range', (i) => [i.input.invoiceDate ?? day(i.createdAt)])
  dates('due_date_range', (i) => [dueDateOf(i)])
  const amounts = root.field('total_amount_range')
  if (amounts.present) tests.push(amountTest(amounts))
  const created = readRange(root.field('creation_date_range'))
  const paid = readRange(root.field('payment_date_range'))
  const parts = root
    .field('fields')
    .list(5)
    .map((r) => r.text(64) ?? '')
  root.finish()
  return {
    tests,
    parts: new Set(parts),
    ...(created && { created: instants(created) }),
    ...(paid && { paid: config.paymentRangeBy === 'instant' ? instants(paid) : days(paid) }),
  }
}

const instants = ({ start, end }: { start: string; end: string }): Span => ({
  from: Date.parse(start),
  to: Date.parse(end),
})
const days = ({ start, end }: { start: string; end: string }): Span => ({
  from: Date.parse(start.slice(0, 10)),
  to: Date.parse(end.slice(0, 10)) + dayMs - 1,
})

function amountTest(range: Reader): Test {
  const bound = (name: string) => {
    const money = range.field(name).value as { currency_code: string; value: string } | undefined
    return money ? fromWire(money) : undefined
  }
  const [low, high] = [bound('lower_amount'), bound('upper_amount')]
  return ({ input }) =>
    (!low || (input.currency === low.currency && input.totals.total >= low.amountMinor)) &&
    (!high || (input.currency === high.currency && input.totals.total <= high.amountMinor))
}

type Visit = (invoice: InvoiceRecord) => boolean

/**
 * Shows the account's invoices of the asked time, newest first (by payment if payments are asked
 * for, otherwise by creation), until `visit` has seen enough. A plain loop: a deep page of a large
 * account passes over tens of thousands.
 */
function visitInvoices(
  world: World,
  accountId: string,
  { created, paid }: Filter,
  visit: Visit,
): void {
  if (paid) visitPayments(world.paymentsOf.get(accountId) ?? [], paid, created, visit)
  else {
    const list = world.invoicesOf.get(accountId) ?? []
    const first = created ? lowerBound(list, created.from, (one) => one.createdAt) : 0
    const end = created ? lowerBound(list, created.to + 1, (one) => one.createdAt) : list.length
    for (let i = end - 1; i >= first; i--) if (!visit(list[i] as InvoiceRecord)) return
  }
}

function visitPayments(
  list: { at: number; id: string; invoice: InvoiceRecord }[],
  paid: Span,
  created: Span | undefined,
  visit: Visit,
): void {
  const first = lowerBound(list, paid.from, (one) => one.at)
  for (let i = lowerBound(list, paid.to + 1, (one) => one.at) - 1; i >= first; i--) {
    const { id, invoice } = list[i] as (typeof list)[number]
    const { payments, createdAt } = invoice
    // An invoice with several payments comes once, at the newest of them.
    const newest =
      payments.length === 1
        ? payments[0]
        : payments.findLast(({ at }) => at >= paid.from && at <= paid.to)
    if (newest?.id !== id || (created && (createdAt < created.from || createdAt > created.to)))
      continue
    if (!visit(invoice)) return
  }
}

/** What a search shows of an invoice only if it is asked for (paypal §3.2). */
const optionalParts = {
  items: 'items',
  payments: 'payments',
  refunds: 'refunds',
  additional_recipients: 'additional_recipients_info',
}

function renderFound(
  world: World,
  invoice: InvoiceRecord,
  parts: Set<string>,
): Record<string, unknown> {
  const whole = renderInvoice(world, invoice)
  for (const [name, part] of Object.entries(optionalParts)) if (!parts.has(part)) delete whole[name]
  return whole
}

const everyPart = new Set(Object.values(optionalParts))
/**
 * The list shows all of each invoice or none of the parts; what it does without the parameter
 * is not documented.
 */
export const listFilter = (context: Context): Filter => ({
  tests: [],
  parts: context.query.get('fields')?.toLowerCase() === 'all' ? everyPart : new Set(),
})

/**
 * Newest first. PayPal's order is not documented; ours is the harder case for a client, because an
 * added invoice shifts all pages.
 */
export function pageOfInvoices(context: Context, path: string, filter: Filter) {
  const { world, account } = context
  const { page, size, total } = readPaging(context)
  const template = world.invoicesOf.get(account.id)?.at(-1)
  if (page > 1 && template && context.faults.some((f) => f.kind === 'pageShift')) {
    const { number: _, ...rest } = template.input
    createInvoice(world, account.id, undefined, rest)
  }
  const skip = (page - 1) * size
  const items: InvoiceRecord[] = []
  let count = 0
  const fits: Test = (invoice) => filter.tests.every((test) => test(invoice))
  visitInvoices(world, account.id, filter, (invoice) => {
    if (filter.tests.length > 0 && !fits(invoice)) return true
    if (count >= skip && items.length < size) items.push(invoice)
    count += 1
    // If no total is asked for, one row beyond the page is enough: it shows that there is a next
    // page.
    return total || count <= skip + size
  })
  const at = (n: number) => `${path}?page=${n}&page_size=${size}&total_required=${total}`
  const links = [link(world, 'self', at(page), context.body ? 'POST' : 'GET')]
  if (count > skip + size)
    links.push(link(world, 'next', at(page + 1), context.body ? 'POST' : 'GET'))
  return {
    ...(total ? { total_items: count, total_pages: Math.ceil(count / size) } : {}),
    items: items.map((invoice) => renderFound(world, invoice, filter.parts)),
    links,
  }
}
