import { z } from 'zod'
import type { Call } from './caller.ts'
import { formatInstant, parseInstant } from './instant.ts'
import { Links, Money, withRaw } from './wire.ts'

const Instant = z.string().transform((text, context) => {
  try {
    return parseInstant(text)
  } catch {
    context.addIssue({ code: 'custom', message: `"${text}" is not a time` })
    return z.NEVER
  }
})

const TransactionInfo = z.looseObject({
  transaction_id: z.string(),
  transaction_event_code: z.string(),
  transaction_status: z.string(),
  transaction_initiation_date: Instant,
  transaction_updated_date: Instant,
  /** Signed: money out is negative. net = transaction_amount + fee_amount. */
  transaction_amount: Money,
  fee_amount: Money.optional(),
  paypal_account_id: z.string().optional(),
  paypal_reference_id: z.string().optional(),
  paypal_reference_id_type: z.string().optional(),
  /** Present only when the query has no optional filter. */
  ending_balance: Money.optional(),
  available_balance: Money.optional(),
  invoice_id: z.string().optional(),
  custom_field: z.string().optional(),
  transaction_subject: z.string().optional(),
  transaction_note: z.string().optional(),
})

export const TransactionDetail = z.looseObject({
  transaction_info: TransactionInfo,
  payer_info: z
    .looseObject({
      account_id: z.string().optional(),
      email_address: z.string().optional(),
      payer_name: z.looseObject({ alternate_full_name: z.string().optional() }).optional(),
      country_code: z.string().optional(),
    })
    .optional(),
  cart_info: z.looseObject({ paypal_invoice_id: z.string().optional() }).optional(),
})
export type TransactionDetail = z.infer<typeof TransactionDetail>

const Listed = withRaw(TransactionDetail)
export type ListedTransaction = z.infer<typeof Listed>

export const TransactionPage = z.looseObject({
  transaction_details: z.array(Listed).default([]),
  account_number: z.string().optional(),
  /** Reporting is complete up to here: the absence of a row after this time proves nothing. */
  last_refreshed_datetime: Instant.optional(),
  page: z.number().optional(),
  total_items: z.number().optional(),
  total_pages: z.number().optional(),
  links: Links,
})

export const Balances = z.looseObject({
  balances: z
    .array(
      z.looseObject({
        currency: z.string(),
        primary: z.boolean().optional(),
        total_balance: Money,
        available_balance: Money.optional(),
        withheld_balance: Money.optional(),
      }),
    )
    .default([]),
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
