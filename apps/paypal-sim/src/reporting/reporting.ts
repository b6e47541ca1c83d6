import { parseInstant } from '@paydesk/paypal/instant'
import { toWire } from '@paydesk/paypal/money'
import { scope } from '../account/account.ts'
import { link } from '../http/link.ts'
import { invalid, Refused } from '../http/refusal.ts'
import { type Context, ok, type Reply, type Route } from '../http/route.ts'
import { dayMs, instant } from '../world/clock.ts'
import { given } from '../world/given.ts'
import type { LedgerRow, RowVersion } from '../world/ledger.ts'
import type { World } from '../world/world.ts'

const maxSpanMs = 31 * dayMs
const historyMs = 3 * 366 * dayMs
const optional = [
  'transaction_id',
  'transaction_type',
  'transaction_status',
  'transaction_amount',
  'transaction_currency',
  'payment_instrument_type',
  'store_id',
  'terminal_id',
]

/**
 * The moment up to which reporting has seen the books: it lags, and it can be made to
 * stand still (F12).
 */
export const refreshedAt = (world: World) =>
  world.lastRefreshedAt ?? world.clock.now() - world.config.reportingLagMs

/**
 * Writes `+0000` without a colon, as recorded traffic does, although the schema wants the colon.
 */
const rowDate = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+0000`

function readTime(context: Context, name: string): number {
  const text = context.query.get(name)
  if (!text) throw invalid('MISSING_REQUIRED_PARAMETER', name, undefined, 'query')
  try {
    if (text.length < 20) throw new RangeError()
    return parseInstant(text).getTime()
  } catch {
    throw invalid('INVALID_PARAMETER_SYNTAX', name, text, 'query')
  }
}

function readCount(context: Context, name: string, fallback: number, max: number): number {
  const value = Number(context.query.get(name) ?? fallback)
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw invalid('INVALID_PARAMETER_VALUE', name, String(value), 'query')
  return value
}

type Found = { row: LedgerRow; version: RowVersion }

function filterOf(query: URLSearchParams): (found: Found) => boolean {
  const id = query.get('transaction_id')
  const type = query.get('transaction_type')
  const status = query.get('transaction_status')
  const currency = query.get('transaction_currency')
  const range = /^(-?\d+)\s+TO\s+(-?\d+)$/.exec(query.get('transaction_amount') ?? '')
  return ({ row, version }) =>
    (!id || row.transactionId === id) &&
    (!type || row.eventCode === type) &&
    (!status || version.status === status) &&
    (!currency || row.currency === currency) &&
    (!range || (row.amountMinor >= Number(range[1]) && row.amountMinor <= Number(range[2])))
}

function renderRow(found: Found, fields: Set<string>, filtered: boolean) {
  const { row, version } = found
  const money = (amountMinor: number) => toWire({ currency: row.currency, amountMinor })
  const wants = (name: string) => fields.has('all') || fields.has(name)
  return given({
    transaction_info: given({
      paypal_account_id: row.payer?.id,
      transaction_id: row.transactionId,
      paypal_reference_id: row.referenceId,
      paypal_reference_id_type: row.referenceType,
      transaction_event_code: row.eventCode,
      transaction_initiation_date: rowDate(row.initiatedAt),
      transaction_updated_date: rowDate(version.at),
      transaction_amount: money(row.amountMinor),
      fee_amount: version.feeMinor ? money(version.feeMinor) : undefined,
      tip_amount: row.tipMinor ? money(row.tipMinor) : undefined,
      transaction_status: version.status,
      transaction_subject: row.subject,
      transaction_note: row.note,
      // PayPal shows it only without optional filters (paypal §6.1).
      ending_balance: !filtered && version.moved ? money(version.availableAfter) : undefined,
      available_balance: !filtered && version.moved ? money(version.availableAfter) : undefined,
      invoice_id: row.invoiceId,
      custom_field: row.custom,
      protection_eligibility: row.eventCode.startsWith('T00') ? '01' : '02',
    }),
    payer_info:
      wants('payer_info') && row.payer
        ? {
            account_id: row.payer.id,
            email_address: row.payer.email,
            address_status: 'N',
            payer_status: 'Y',
            payer_name: { alternate_full_name: row.payer.name },
            country_code: row.payer.country,
          }
        : undefined,
    cart_info: wants('cart_info') ? given({ paypal_invoice_id: row.paypalInvoiceId }) : undefined,
  })
}

/** PayPal names no issue here, and its status was seen as 400 and as 404 (paypal §6.1). */
const notAvailable = (world: World) =>
  new Refused(
    'INVALID_REQUEST',
    [],
    { message: 'Data for the given start date is not available.' },
    world.config.tooFreshStatus,
  )

const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000
const isBeforeAccount = ({ world, account }: Context, at: number) =>
  world.config.beforeAccount === 'refused' && at < wholeSecond(account.createdAt)

function search(context: Context): Reply {
  const { world, account, query } = context
  const from = readTime(context, 'start_date')
  const to = readTime(context, 'end_date')
  const size = readCount(context, 'page_size', 100, 500)
  const page = readCount(context, 'page', 1, 2_147_483_647)
  if (from > to || to - from > maxSpanMs)
    throw invalid('INVALID_DATE_RANGE', 'end_date', query.get('end_date') ?? '', 'query')
  // The record comes before the moment that this answer shows: the clock may tick between the two.
  if (page > 1 && context.faults.some((fault) => fault.kind === 'pageShift'))
    world.ledger.post(account.id, {
      transactionId: world.id.transaction(),
      eventCode: 'T0000',
      currency: account.primaryCurrency,
      amountMinor: 100,
    })
  const refreshed = refreshedAt(world)
  if (from < context.now - historyMs || from > refreshed || isBeforeAccount(context, from))
    throw notAvailable(world)
  const fits = filterOf(query)
  const filtered = optional.some((name) => query.has(name))
  const skip = (page - 1) * size
  const rows: Found[] = []
  let total = 0
  for (const found of world.ledger.visible(
    account.id,
    { from, to },
    refreshed,
    world.config.reportingWindowBy,
  )) {
    if (filtered && !fits(found)) continue
    if (total >= skip && rows.length < size) rows.push(found)
    total += 1
  }
  const { reportingMaxRows: most } = world.config
  if (total > most)
    throw new Refused('RESULTSET_TOO_LARGE', [], { total_items: total, maximum_items: most })
  const fields = new Set((query.get('fields') ?? 'transaction_info').split(','))
  const pages = Math.ceil(total / size)
  const at = (n: number) => {
    const next = new URLSearchParams(query)
    next.set('page', String(n))
    return `/v1/reporting/transactions?${next}`
  }
  const links = [link(world, 'self', at(page))]
  if (page < pages) links.push(link(world, 'next', at(page + 1)), link(world, 'last', at(pages)))
  return ok({
    transaction_details: rows.map((found) => renderRow(found, fields, filtered)),
    account_number: account.id,
    start_date: rowDate(from),
    end_date: rowDate(Math.min(to, refreshed)),
    last_refreshed_datetime: rowDate(refreshed),
    page,
    total_items: total,
    total_pages: pages,
    links,
  })
}

function balances(context: Context): Reply {
  const { world, account, query } = context
  const refreshed = refreshedAt(world)
  const asked = query.has('as_of_time') ? readTime(context, 'as_of_time') : refreshed
  if (asked < context.now - historyMs || isBeforeAccount(context, asked)) throw notAvailable(world)
  const known = Math.min(asked, refreshed)
  const asOf =
    query.has('as_of_time') && world.config.asOfEcho === 'differs'
      ? known - (known % 60_000)
      : known
  const only = query.get('currency_code')
  const held = new Set([account.primaryCurrency, ...world.ledger.currencies(account.id)])
  const list = [...held].filter((currency) => !only || only === 'ALL' || only === currency)
  return ok({
    balances: list.map((currency) => {
      const { available, withheld } = world.ledger.balance(account.id, currency, asOf)
      return {
        currency,
        primary: currency === account.primaryCurrency,
        total_balance: toWire({ currency, amountMinor: available + withheld }),
        available_balance: toWire({ currency, amountMinor: available }),
        withheld_balance: toWire({ currency, amountMinor: withheld }),
      }
    }),
    account_id: account.id,
    as_of_time: instant(asOf),
    last_refresh_time: instant(refreshed),
  })
}

export const reportingRoutes: Route[] = [
  {
    operation: 'search.get',
    method: 'GET',
    path: '/v1/reporting/transactions',
    scopes: [scope.search],
    handle: search,
  },
  {
    operation: 'balances.get',
    method: 'GET',
    path: '/v1/reporting/balances',
    scopes: [scope.balance],
    handle: balances,
  },
]
