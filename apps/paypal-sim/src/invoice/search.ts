import { invoiceStatuses } from '@paydesk/paypal/invoice'
import { fromWire } from '@paydesk/paypal/money'
import { link } from '../http/link.ts'
import { Reader } from '../http/reader.ts'
import { invalid } from '../http/refusal.ts'
import type { Context } from '../http/route.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import { day } from '../world/clock.ts'
import { createInvoice } from './actions.ts'
import { dueDateOf, renderInvoice } from './invoice.ts'

/** Page 1–1000, size 1–100: no query reaches beyond 100,000 invoices (paypal §3.1). */
function readPaging(context: Context) {
  const number = (name: string, fallback: number, max: number) => {
    const text = context.query.get(name)
    if (text === null) return fallback
    const value = Number(text)
    if (!Number.isInteger(value) || value < 1) throw invalid('INVALID_INTEGER_MIN_VALUE', name, text, 'query')
    if (value > max) throw invalid('INVALID_INTEGER_MAX_VALUE', name, text, 'query')
    return value
  }
  return { page: number('page', 1, 1000), size: number('page_size', 20, 100), total: context.query.get('total_required') === 'true' }
}

type Test = (invoice: InvoiceRecord) => boolean

const matches = (text: string | undefined, wanted: string) => (text ?? '').toLowerCase().includes(wanted.toLowerCase())
const billing = (invoice: InvoiceRecord) =>
  (invoice.input.recipients[0]?.wire.billing_info ?? {}) as { business_name?: string; name?: { given_name?: string; surname?: string } }

function readRange(reader: Reader): { start: string; end: string } | undefined {
  if (!reader.present) return undefined
  return { start: reader.field('start').text(64, { required: true }) ?? '', end: reader.field('end').text(64, { required: true }) ?? '' }
}

export function readFilter(body: unknown): Test {
  const root = new Reader(body ?? {})
  const tests: Test[] = []
  const text = (name: string, of: (invoice: InvoiceRecord) => string | undefined, exact = true) => {
    const wanted = root.field(name).text(254)
    if (wanted) tests.push((invoice) => (exact ? of(invoice) === wanted : matches(of(invoice), wanted)))
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
  root.field('fields').list(5)
  const archived = root.field('archived').flag()
  if (archived !== undefined) tests.push((invoice) => invoice.archived === archived)
  const dates = (name: string, of: (invoice: InvoiceRecord) => (string | undefined)[]) => {
    const range = readRange(root.field(name))
    if (range) tests.push((invoice) => of(invoice).some((date) => date !== undefined && date >= range.start && date <= range.end))
  }
  dates('invoice_date_range', (i) => [i.input.invoiceDate ?? day(i.createdAt)])
  dates('due_date_range', (i) => [dueDateOf(i)])
  const created = readRange(root.field('creation_date_range'))
  if (created) tests.push((i) => i.createdAt >= Date.parse(created.start) && i.createdAt <= Date.parse(created.end))
  const paid = readRange(root.field('payment_date_range'))
  if (paid) tests.push((i) => i.payments.some((p) => p.date >= paid.start.slice(0, 10) && p.date <= paid.end.slice(0, 10)))
  const amounts = root.field('total_amount_range')
  if (amounts.present) tests.push(amountTest(amounts))
  root.finish()
  return (invoice) => tests.every((test) => test(invoice))
}

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

/** Newest first. PayPal's order is not documented; ours is the harder case for a client, because an added invoice shifts all pages. */
export function pageOfInvoices(context: Context, path: string, test: Test) {
  const { world, account } = context
  const { page, size, total } = readPaging(context)
  const all = world.invoicesOf.get(account.id) ?? []
  const template = all.at(-1)
  if (page > 1 && template && context.faults.some((f) => f.kind === 'pageShift')) {
    const { number: _, ...rest } = template.input
    createInvoice(world, account.id, undefined, rest)
  }
  const skip = (page - 1) * size
  const items: InvoiceRecord[] = []
  let count = 0
  for (let i = all.length - 1; i >= 0; i--) {
    const invoice = all[i] as InvoiceRecord
    if (!test(invoice)) continue
    if (count >= skip && items.length < size) items.push(invoice)
    count += 1
    // If no total is asked for, one row beyond the page is enough: it shows that there is a next page.
    if (!total && count > skip + size) break
  }
  const at = (n: number) => `${path}?page=${n}&page_size=${size}&total_required=${total}`
  const links = [link(world, 'self', at(page), context.body ? 'POST' : 'GET')]
  if (count > skip + size) links.push(link(world, 'next', at(page + 1), context.body ? 'POST' : 'GET'))
  return {
    ...(total ? { total_items: count, total_pages: Math.ceil(count / size) } : {}),
    items: items.map((invoice) => renderInvoice(world, invoice)),
    links,
  }
}
