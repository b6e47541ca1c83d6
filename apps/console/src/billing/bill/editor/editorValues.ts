import type { Bill, billApi } from '@paydesk/contract/billing/bill'
import type { BillInput, BillItem, BillTerm } from '@paydesk/contract/billing/billInput'
import type { Reply } from '@paydesk/contract/lib/endpoint'
import { type Currency, toDecimal } from '@paydesk/contract/lib/money'
import { amountOf } from '../../../lib/amount.ts'
import { discountOf, discountText, percentOf, quantityOf } from './amount.ts'

/** The values of the editor's fields: amounts stay as people type them until they are sent. */
export type ItemValues = {
  name: string
  description: string
  quantity: string
  unitAmount: string
  taxName: string
  taxPercent: string
  discount: string
}
export type BillValues = {
  customerId: string | undefined
  title: string
  currency: Currency
  items: ItemValues[]
  discount: string
  shipping: string
  shippingTax: string
  note: string
  terms: string
  memo: string
  allowPartial: boolean
  minimumDue: string
  billDate: string | null
  term: BillTerm
  dueDate: string | null
  accountId: string | null
  tags: string[]
}
export type BillDefaults = Reply<typeof billApi.defaults>

export const emptyItem: ItemValues = {
  name: '',
  description: '',
  quantity: '1',
  unitAmount: '',
  taxName: '',
  taxPercent: '',
  discount: '',
}

const termsByDays: Record<number, BillTerm> = {
  0: 'onReceipt',
  10: 'net10',
  15: 'net15',
  30: 'net30',
  45: 'net45',
  60: 'net60',
  90: 'net90',
}

/**
 * The values of a new bill, by the company's settings and, where it is made for a customer, the
 * currency in which they usually pay.
 */
export function blankValues(
  { currency, allowedCurrencies, paymentTermDays, note, terms, allowPartial, today }: BillDefaults,
  customer?: { id: string; defaultCurrency?: Currency | null },
): BillValues {
  const usual = allowedCurrencies.find((one) => one === customer?.defaultCurrency)
  const term = termsByDays[paymentTermDays] ?? 'onDate'
  return {
    customerId: customer?.id,
    title: '',
    currency: usual ?? currency,
    items: [emptyItem],
    discount: '',
    shipping: '',
    shippingTax: '',
    note,
    terms,
    memo: '',
    allowPartial,
    minimumDue: '',
    billDate: null,
    term,
    dueDate: term === 'onDate' ? dayAfter(today, paymentTermDays) : null,
    accountId: null,
    tags: [],
  }
}

export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

export function valuesOf(bill: Bill): BillValues {
  const { currency, shipping, minimumDueMinor } = bill
  const decimal = (amountMinor: number) => toDecimal({ amountMinor, currency })
  return {
    customerId: bill.customerId,
    title: bill.title,
    currency,
    items: bill.items.map((item) => itemValuesOf(item, currency)),
    discount: discountText(bill.discount, currency),
    shipping: shipping ? decimal(shipping.amountMinor) : '',
    shippingTax: shipping?.taxPercent ?? '',
    note: bill.note,
    terms: bill.terms,
    memo: bill.memo,
    allowPartial: bill.allowPartial,
    minimumDue: minimumDueMinor === null ? '' : decimal(minimumDueMinor),
    billDate: bill.billDate,
    term: bill.term,
    dueDate: bill.term === 'onDate' ? bill.dueDate : null,
    accountId: bill.accountId,
    tags: bill.tags,
  }
}

const itemValuesOf = (item: BillItem, currency: Currency): ItemValues => ({
  name: item.name,
  description: item.description,
  quantity: item.quantity,
  unitAmount: toDecimal({ amountMinor: item.unitAmountMinor, currency }),
  taxName: item.taxName,
  taxPercent: item.taxPercent ?? '',
  discount: discountText(item.discount, currency),
})

/**
 * Converts to what the API takes. Text that is not a figure (yet) counts as nothing: the form's own
 * rules keep it from being sent.
 */
export function inputOf(values: BillValues): Omit<BillInput, 'customerId'> {
  const { currency, shipping, allowPartial, minimumDue, term } = values
  const shippingMinor = amountOf(shipping, currency)
  const shippingTax = percentOf(values.shippingTax)
  return {
    title: values.title.trim(),
    currency,
    items: values.items.map((item) => itemOf(item, currency)),
    discount: discountOf(values.discount, currency) ?? null,
    shipping: shippingMinor
      ? { amountMinor: shippingMinor, taxName: '', ...(shippingTax && { taxPercent: shippingTax }) }
      : null,
    note: values.note,
    terms: values.terms,
    memo: values.memo,
    allowPartial,
    minimumDueMinor: allowPartial ? amountOf(minimumDue, currency) || null : null,
    billDate: values.billDate,
    term,
    dueDate: term === 'onDate' ? values.dueDate : null,
    accountId: values.accountId,
    tags: values.tags,
  }
}

export function itemOf(item: ItemValues, currency: Currency): BillItem {
  const taxPercent = percentOf(item.taxPercent)
  const discount = discountOf(item.discount, currency)
  return {
    name: item.name.trim(),
    description: item.description.trim(),
    quantity: quantityOf(item.quantity) ?? '0',
    unitAmountMinor: amountOf(item.unitAmount, currency) ?? 0,
    taxName: item.taxName.trim(),
    ...(taxPercent !== undefined && { taxPercent }),
    ...(discount && { discount }),
  }
}
