import { z } from 'zod'
import type { Call } from './caller.ts'
import { formatInstant, parseInstant } from './instant.ts'
import { currencyExponent } from './money.ts'
import { Links, Money, withRaw } from './wire.ts'

const Instant = z.string().transform((text, context) => {
  try {
    return parseInstant(text)
  } catch {
    context.addIssue({ code: 'custom', message: `"${text}" is not a time` })
    return z.NEVER
  }
})

/**
 * What decides about no money: if PayPal writes something else than text, the row says nothing
 * there, and its raw text still has it.
 */
const Said = z.string().optional().catch(undefined)
/** PayPal may write null where it leaves a field out elsewhere. */
const maybe = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value) => value ?? undefined)

const TransactionInfo = z.looseObject({
  transaction_id: z.string(),
  transaction_event_code: z.string(),
  transaction_status: z.string(),
  transaction_initiation_date: Instant,
  transaction_updated_date: Instant,
  /** Signed: money out is negative. net = transaction_amount + fee_amount. */
  transaction_amount: Money,
  fee_amount: maybe(Money),
  paypal_account_id: Said,
  paypal_reference_id: maybe(z.string()),
  paypal_reference_id_type: maybe(z.string()),
  /** Present only when the query has no optional filter. */
  ending_balance: Money.optional().catch(undefined),
  available_balance: Money.optional().catch(undefined),
  invoice_id: Said,
  custom_field: Said,
  transaction_subject: Said,
  transaction_note: Said,
})

export const TransactionDetail = z.looseObject({
  transaction_info: TransactionInfo,
  payer_info: z
    .looseObject({
      account_id: Said,
      email_address: Said,
      payer_name: z.looseObject({ alternate_full_name: Said }).optional().catch(undefined),
      country_code: Said,
    })
    .optional()
    .catch(undefined),
  cart_info: z.looseObject({ paypal_invoice_id: Said }).optional().catch(undefined),
})
export type TransactionDetail = z.infer<typeof TransactionDetail>

const Listed = withRaw(TransactionDetail)
export type ListedTransaction = z.infer<typeof Listed>

/**
 * A row that cannot be read: as PayPal wrote it, the first field that is odd, and what
 * is odd about it.
 */
export type OddRow = { raw: unknown; field: string; message: string }

function sortRows(items: unknown[]) {
  const transaction_details: ListedTransaction[] = []
  const odd: OddRow[] = []
  for (const raw of items) {
    const read = Listed.safeParse(raw)
    if (read.success) transaction_details.push(read.data)
    else {
      const [issue] = read.error.issues
      odd.push({
        raw,
        field: issue?.path.map(String).join('.') ?? '',
        message: issue?.message ?? '',
      })
    }
  }
  return { transaction_details, odd }
}

/** One row that we cannot read must not hide the other 499: it stands apart. */
export const TransactionPage = z
  .looseObject({
    transaction_details: z.array(z.unknown()).default([]),
    account_number: z.string().optional(),
    /** Reporting is complete up to here: the absence of a row after this time proves nothing. */
    last_refreshed_datetime: Instant.optional(),
    page: z.number().optional(),
    total_items: z.number().optional(),
    total_pages: z.number().optional(),
    links: Links,
  })
  .transform((page) => ({ ...page, ...sortRows(page.transaction_details) }))

const Balance = z.looseObject({
  currency: z.string(),
  primary: z.boolean().optional(),
  total_balance: Money,
  available_balance: Money.optional(),
  withheld_balance: Money.optional(),
})

/**
 * Nothing can be compared in a currency that we do not know, and its rows stand apart; the other
 * balances are compared all the same.
 */
const isOfUnknownCurrency = (item: unknown) => {
  const { currency } = z.looseObject({ currency: z.string() }).safeParse(item).data ?? {}
  return (
    currency !== undefined &&
    /^[A-Z]{3}$/.test(currency) &&
    !Object.hasOwn(currencyExponent, currency)
  )
}

export const Balances = z.looseObject({
  balances: z.preprocess(
    (items) => (Array.isArray(items) ? items.filter((item) => !isOfUnknownCurrency(item)) : items),
    z.array(Balance).default([]),
  ),
  account_id: z.string().optional(),
  as_of_time: Instant.optional(),
  last_refresh_time: Instant.optional(),
})

export interface TransactionQuery {
  start: Date
  /** At most 31 days after start. */
  end: Date
  page?: number
  /** 1–500. */
  pageSize?: number
  fields?: string
  transactionId?: string
  status?: 'D' | 'P' | 'S' | 'V'
  currency?: string
  includeNonBalance?: boolean
}

export const maxWindowMs = 31 * 86_400_000

export const reporting = (call: Call) => ({
  transactions: (q: TransactionQuery) =>
    call('searchTransactions', {
      query: {
        start_date: formatInstant(q.start),
        end_date: formatInstant(q.end),
        fields: q.fields,
        transaction_id: q.transactionId,
        transaction_status: q.status,
        transaction_currency: q.currency,
        balance_affecting_records_only: q.includeNonBalance ? 'N' : undefined,
        page_size: q.pageSize ?? 500,
        page: q.page ?? 1,
      },
      reply: TransactionPage,
    }),
  balances: (q: { asOf?: Date; currency?: string } = {}) =>
    call('balances', {
      query: { as_of_time: q.asOf ? formatInstant(q.asOf) : undefined, currency_code: q.currency },
      reply: Balances,
    }),
})
