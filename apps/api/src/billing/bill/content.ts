import type { Bill, Recipient } from '@paydesk/contract/billing/bill'
import type { BillInput, BillTerm } from '@paydesk/contract/billing/billInput'
import { dueDateOf, termDays } from '@paydesk/contract/billing/billTerm'
import { type BillTotals, totalsOf } from '@paydesk/contract/billing/billTotals'
import type { Id } from '@paydesk/contract/lib/id'
import type { InvoiceDraft } from '@paydesk/paypal/invoicing'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import { indexBill } from './search.ts'

const termTypes: Record<Exclude<BillTerm, 'onDate'>, string> = {
  onReceipt: 'DUE_ON_RECEIPT',
  net10: 'NET_10',
  net15: 'NET_15',
  net30: 'NET_30',
  net45: 'NET_45',
  net60: 'NET_60',
  net90: 'NET_90',
  none: 'NO_DUE_DATE',
}

/** Columns of `bill` that follow from what a person wrote. */
export function billValues(input: BillInput, totals: BillTotals, today: string) {
  return {
    title: input.title,
    customerId: input.customerId,
    currency: input.currency,
    subtotalMinor: totals.itemTotalMinor,
    discountTotalMinor: totals.itemDiscountMinor + totals.invoiceDiscountMinor,
    taxTotalMinor: totals.taxTotalMinor,
    shippingMinor: totals.shippingMinor,
    totalMinor: totals.totalMinor,
    dueMinor: totals.totalMinor,
    allowPartial: input.allowPartial,
    minimumDueMinor: input.minimumDueMinor,
    billDate: input.billDate,
    term: input.term,
    dueDate: dueDateOf(input, today),
    accountId: input.accountId,
    tags: input.tags,
  }
}

export const contentValues = (input: BillInput, recipient: Recipient) => ({
  recipient: toJsonb(recipient),
  items: toJsonb(input.items),
  discount: input.discount && toJsonb(input.discount),
  shipping: input.shipping && toJsonb(input.shipping),
  note: input.note,
  terms: input.terms,
  memo: input.memo,
})

export type Draftable = Pick<
  Bill,
  | 'number'
  | 'currency'
  | 'recipient'
  | 'billDate'
  | 'note'
  | 'terms'
  | 'term'
  | 'dueDate'
  | 'items'
  | 'discount'
  | 'shipping'
  | 'allowPartial'
  | 'minimumDueMinor'
>

/**
 * The invoice that PayPal is given. `reference` is the operation's id: after a lost answer it says
 * whether an invoice is the one we meant.
 */
export function invoiceDraft(bill: Draftable, reference: string): InvoiceDraft {
  const { currency, recipient } = bill
  const money = (amountMinor: number) => ({ currency, amountMinor })
  const discount = (given: NonNullable<BillInput['discount']>) =>
    'percent' in given ? { percent: given.percent } : { amount: money(given.amountMinor) }
  const tax = (item: { taxName: string; taxPercent?: string | undefined }) =>
    item.taxPercent ? { tax: { name: item.taxName || 'Tax', percent: item.taxPercent } } : {}
  return {
    currency,
    number: bill.number,
    reference,
    ...(bill.billDate && { invoiceDate: bill.billDate }),
    ...(bill.note && { note: bill.note }),
    ...(bill.terms && { terms: bill.terms }),
    ...termOf(bill),
    recipients: [
      {
        businessName: recipient.businessName || recipient.name,
        ...(recipient.email && { email: recipient.email }),
        ...(recipient.country && { countryCode: recipient.country }),
        ...(recipient.language && { language: recipient.language }),
      },
    ],
    ...(recipient.ccEmails.length > 0 && { ccEmails: recipient.ccEmails }),
    items: bill.items.map((item) => ({
      name: item.name,
      ...(item.description && { description: item.description }),
      quantity: item.quantity,
      unitAmount: money(item.unitAmountMinor),
      ...tax(item),
      ...(item.discount && { discount: discount(item.discount) }),
    })),
    ...(bill.discount && { discount: discount(bill.discount) }),
    ...(bill.shipping && {
      shipping: { amount: money(bill.shipping.amountMinor), ...tax(bill.shipping) },
    }),
    ...(bill.allowPartial && {
      partial: {
        allow: true,
        ...(bill.minimumDueMinor && { minimumDue: money(bill.minimumDueMinor) }),
      },
    }),
  }
}

/**
 * A term of days goes to PayPal as the day that our bill says: PayPal would count from its own
 * today, which is another one for hours of each day, and the customer would read another day than
 * we do. Due on receipt and no due date are words, and stay so.
 */
function termOf({
  term,
  dueDate,
}: Pick<Draftable, 'term' | 'dueDate'>): Pick<InvoiceDraft, 'term'> {
  const isDay = term === 'onDate' || (termDays[term] ?? 0) > 0
  if (isDay && dueDate) return { term: { dueDate } }
  return term === 'onDate' ? {} : { term: { type: termTypes[term] } }
}

export async function writeContent(
  db: Db,
  companyId: Id<'company'>,
  id: string,
  input: BillInput,
  recipient: Recipient,
  today: string,
  /** Once an invoice is out, PayPal says what is due: it may have been paid meanwhile. */
  amounts: 'ours' | 'paypals' = 'ours',
): Promise<void> {
  const { customerId, totalMinor, dueMinor, ...rest } = {
    ...billValues(input, totalsOf(input), today),
    customerName: recipient.name,
  }
  // What already explains the bill from elsewhere goes on doing so.
  const due = {
    dueMinor: sql<number>`greatest(0, ${dueMinor} - elsewhere_minor)`,
    coveredMinor: sql<number>`least(${dueMinor}, elsewhere_minor)`,
  }
  const values = amounts === 'ours' ? { ...rest, totalMinor, ...due } : rest
  // PayPal may agree to a change long after it was asked for; the customer can have been
  // merged meanwhile.
  const kept = sql<string>`coalesce(
    (select merged_into_id from customer where company_id = ${companyId} and id = ${customerId}),
    ${customerId}
  )`
  await db
    .updateTable('bill')
    .set({ ...values, customerId: kept })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('billContent')
    .set(contentValues(input, recipient))
    .where('companyId', '=', companyId)
    .where('billId', '=', id)
    .execute()
  await indexBill(db, companyId, id)
}
