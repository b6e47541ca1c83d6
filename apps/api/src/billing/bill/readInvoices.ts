import type { PayPal } from '@paydesk/paypal/client'
import type { Invoice } from '@paydesk/paypal/invoice'
import type { InvoiceSearch } from '@paydesk/paypal/invoicing'
import type { Outcome } from '@paydesk/paypal/outcome'
import { isComplete } from './snapshot.ts'

/**
 * An invoice to read. The times say where PayPal's search would find it; they may be wrong, and
 * then it is read by its id.
 */
export type Wanted = { invoiceId: string; createdAt?: number; paidAt?: number }
export type Failure = Exclude<Outcome<unknown>, { outcome: 'done' }>
/**
 * unclear: PayPal's answer about it says nothing. What is in none of the three was not reached this
 * time. A failure ends the reading; what was found before it counts.
 */
export type InvoicesRead = {
  found: Map<string, Invoice>
  absent: Set<string>
  unclear: Set<string>
  failure?: Failure
}

/**
 * No other call would fare better: the network, the token, the allowance, or PayPal's own pause.
 */
export const endsLook = (failure: Failure) =>
  failure.outcome === 'refused'
    ? failure.refusal.by !== 'paypal' ||
      failure.refusal.status === 401 ||
      failure.refusal.status === 429
    : failure.reason === 'timeout' || failure.reason === 'dropped'

/** So many unclear answers in one look are no matter of single records. */
export const mostUnclear = 3

/** So few are read by their ids, at once. */
const few = 3
const mostPages = 30
const perPage = 100

/**
 * `marginMs`: how far the given times may be off. `mostSingly`: of many, so many that no page had
 * are read by their ids; the rest is left for the next time.
 */
type Options = { marginMs?: number; mostSingly?: number }

/**
 * Reads few invoices one by one, many by pages of PayPal's search: a flood of events costs one
 * call per hundred.
 */
export async function readInvoices(
  paypal: PayPal,
  wanted: Wanted[],
  // PayPal's times are whole seconds; a second more on each side costs nothing.
  { marginMs = 1000, mostSingly = 20 }: Options = {},
): Promise<InvoicesRead> {
  const read: InvoicesRead = { found: new Map(), absent: new Set(), unclear: new Set() }
  // One that was not paid would keep the search from asking for payments at all, and what it asks
  // for instead is weeks of invoices.
  for (const some of [wanted.filter(isPaid), wanted.filter((one) => !isPaid(one))])
    if (some.length > few && !read.failure)
      await readPages(
        paypal,
        some,
        new Set(wanted.map(({ invoiceId }) => invoiceId)),
        marginMs,
        read,
      )
  const left = wanted.filter(({ invoiceId }) => !read.found.has(invoiceId)).slice(0, mostSingly)
  for (let first = 0; first < left.length && !read.failure; first += few)
    await Promise.all(
      left.slice(first, first + few).map(({ invoiceId }) => readOne(paypal, invoiceId, read)),
    )
  return read
}

async function readOne(paypal: PayPal, invoiceId: string, read: InvoicesRead): Promise<void> {
  const answer = await paypal.invoices.get(invoiceId)
  if (answer.outcome === 'done') read.found.set(invoiceId, answer.value)
  else if (
    answer.outcome === 'refused' &&
    answer.refusal.by === 'paypal' &&
    isGone(answer.refusal.status)
  )
    read.absent.add(invoiceId)
  else if (endsLook(answer) || read.unclear.add(invoiceId).size >= mostUnclear)
    read.failure = answer
}

/**
 * An id that PayPal cannot read, or that is another merchant's, is as absent as one that
 * it does not know.
 */
const isGone = (status: number | undefined) => status === 404 || status === 400 || status === 403

const isPaid = ({ paidAt }: Wanted) => paidAt !== undefined

/**
 * Pages are read until all are found, unless reading the rest singly would cost less. PayPal's
 * order is not documented: if newer payments come first, the first pages of a busy day have what
 * was paid just now, so a page that had some of them is followed by the next.
 */
async function readPages(
  paypal: PayPal,
  wanted: Wanted[],
  all: Set<string>,
  marginMs: number,
  read: InvoicesRead,
): Promise<void> {
  const search = searchFor(wanted, marginMs)
  if (!search) return
  const ids = new Set(wanted.map(({ invoiceId }) => invoiceId).filter((id) => !read.found.has(id)))
  for (let page = 1, pages = 1; page <= pages && ids.size > 0; page++) {
    const answer = await paypal.invoices.search(search, { page, pageSize: perPage, total: true })
    if (answer.outcome !== 'done') {
      // A search that fails by itself is not a reason to read nothing.
      if (endsLook(answer)) read.failure = answer
      return
    }
    const before = ids.size
    // A page may also hold one for which this search was not made.
    for (const invoice of answer.value.items)
      if (isComplete(invoice) && all.has(invoice.id)) {
        ids.delete(invoice.id)
        read.found.set(invoice.id, invoice)
      }
    pages = Math.min(answer.value.total_pages ?? 1, mostPages)
    const pagesLeft = (answer.value.total_pages ?? 1) - page
    if (pagesLeft >= ids.size && (ids.size <= few || before - ids.size < 2)) return
  }
}

/**
 * PayPal has no filter by ids or by last change. These two ranges together hold few invoices
 * besides the wanted ones.
 */
function searchFor(wanted: Wanted[], marginMs: number): InvoiceSearch | undefined {
  const created = rangeOf(
    wanted.map(({ createdAt }) => createdAt),
    marginMs,
  )
  if (!created) return undefined
  const paid =
    wanted.every(isPaid) &&
    rangeOf(
      wanted.map(({ paidAt }) => paidAt),
      marginMs,
    )
  return {
    creationRange: created,
    ...(paid && { paymentRange: paid }),
    fields: ['payments', 'refunds'],
  }
}

const dayMs = 86_400_000
/**
 * PayPal keeps three years. A time beyond is made up, and would make the range useless for all
 * others.
 */
const yearsMs = 3 * 366 * dayMs

function rangeOf(
  times: (number | undefined)[],
  marginMs: number,
): { start: string; end: string } | undefined {
  const known = times.filter(
    (at): at is number => at !== undefined && at > Date.now() - yearsMs && at < Date.now() + dayMs,
  )
  if (known.length === 0) return undefined
  const iso = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`
  return { start: iso(Math.min(...known) - marginMs), end: iso(Math.max(...known) + marginMs) }
}
