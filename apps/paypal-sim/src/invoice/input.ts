import { currencyExponent } from '@paydesk/paypal/money'
import { Reader } from '../http/reader.ts'
import type {
  DiscountInput,
  InvoiceInput,
  ItemInput,
  RecipientInput,
  TaxInput,
  Totals,
} from '../record/invoiceInput.ts'
import type { SimConfig } from '../world/config.ts'
import { given } from '../world/given.ts'
import type { World } from '../world/world.ts'
import { computeTotals, type TotalsInput } from './totals.ts'

const million: [number, number] = [-1_000_000, 1_000_000]
const upToMillion: [number, number] = [0, 1_000_000]
const termTypes = [
  'DUE_ON_RECEIPT',
  'DUE_ON_DATE_SPECIFIED',
  'NET_10',
  'NET_15',
  'NET_30',
  'NET_45',
  'NET_60',
  'NET_90',
  'NO_DUE_DATE',
] as const

function readTax(reader: Reader): TaxInput | undefined {
  const tax = reader.object()
  if (!tax) return undefined
  const name = tax.field('name').text(100, { required: true })
  const percent = tax.field('percent').decimal([0, 100], true)
  const note = tax.field('tax_note').text(40)
  return name !== undefined && percent !== undefined ? given({ name, percent, note }) : undefined
}

function readDiscount(reader: Reader, currency: string): DiscountInput | undefined {
  const discount = reader.object()
  if (!discount) return undefined
  return given({
    percent: discount.field('percent').decimal([0, 100]),
    amountMinor: discount.field('amount').money(currency, upToMillion),
  })
}

function readItem(reader: Reader, currency: string): ItemInput {
  const item = reader.object(true) ?? new Reader({})
  return given({
    name: item.field('name').text(200, { required: true }) ?? '',
    description: item.field('description').text(1000),
    quantity: item.field('quantity').decimal(million, true) ?? '0',
    unitMinor: item.field('unit_amount').money(currency, million, true) ?? 0,
    tax: readTax(item.field('tax')),
    discount: readDiscount(item.field('discount'), currency),
    itemDate: item.field('item_date').date(),
    unit: item.field('unit_of_measure').oneOf(['QUANTITY', 'HOURS', 'AMOUNT']),
  }) as ItemInput
}

function readRecipient(reader: Reader): RecipientInput {
  const billing = reader.field('billing_info')
  const email = billing.field('email_address').text(254, { min: 3, pattern: /^\S+@\S+$/ })
  billing.field('business_name').text(300)
  billing.field('name').field('given_name').text(140)
  billing.field('name').field('surname').text(140)
  billing.field('additional_info').text(40)
  if (billing.field('address').present)
    billing.field('address').field('country_code').text(2, { required: true, min: 2 })
  return given({ email, wire: reader.value as Record<string, unknown> }) as RecipientInput
}

function readTerm(detail: Reader): { termType?: string; dueDate?: string } {
  const term = detail.field('payment_term')
  const type = term.field('term_type').oneOf(termTypes)
  const dueDate = term.field('due_date').date()
  // An invoice gives either the kind of term or the date; PayPal computes the other (paypal §3.2).
  if (type && dueDate && type !== 'DUE_ON_DATE_SPECIFIED') term.fault('INVALID_PARAMETER_SYNTAX')
  return given({ termType: dueDate ? 'DUE_ON_DATE_SPECIFIED' : type, dueDate }) as {
    termType?: string
    dueDate?: string
  }
}

/** The invoice's totals as this simulator's PayPal reckons them. */
export function totalsOf(
  input: Omit<InvoiceInput, 'totals'>,
  { zeroDecimalRounding, reckonsWrong }: Pick<SimConfig, 'zeroDecimalRounding' | 'reckonsWrong'>,
): Totals {
  const totals: TotalsInput = {
    items: input.items.map((item) => ({ ...item, taxPercent: item.tax?.percent })),
    invoiceDiscount: input.invoiceDiscount,
    shipping: input.shipping && {
      amountMinor: input.shipping.amountMinor,
      taxPercent: input.shipping.tax?.percent,
    },
    customMinor: input.custom?.amountMinor,
    taxAfterDiscount: input.taxAfterDiscount,
    cut: zeroDecimalRounding === 'down' && currencyExponent[input.currency] === 0,
  }
  return wrong(computeTotals(totals), reckonsWrong)
}

/** One minor unit more than it should be, in one part and in the total (reckonsWrong). */
function wrong(totals: Totals, part: string): Totals {
  const total = totals.total + 1
  const { itemTaxes } = totals
  if (part === 'total') return { ...totals, total }
  if (part === 'items') return { ...totals, total, itemTotal: totals.itemTotal + 1 }
  if (part === 'discount') return { ...totals, total, invoiceDiscount: totals.invoiceDiscount - 1 }
  if (part === 'tax')
    return {
      ...totals,
      total,
      taxTotal: totals.taxTotal + 1,
      itemTaxes: itemTaxes.with(-1, (itemTaxes.at(-1) ?? 0) + 1),
    }
  return totals
}

export function readInvoice({ config }: World, body: unknown): InvoiceInput {
  const root = new Reader(body ?? {})
  const detail = root.field('detail').object(true) ?? new Reader({})
  const currency = detail.field('currency_code').text(3, { required: true, min: 3 }) ?? 'USD'
  if (currencyExponent[currency] === undefined)
    detail.field('currency_code').fault('INVALID_PARAMETER_SYNTAX')
  const breakdown = root.field('amount').field('breakdown')
  const configuration = root.field('configuration')
  const partial = configuration.field('partial_payment')
  const shipping = breakdown.field('shipping').object()
  const custom = breakdown.field('custom').object()
  const invoicer = root.field('invoicer').object()
  detail.field('attachments').list(5)
  const input = given({
    currency,
    number: detail.field('invoice_number').text(25),
    invoiceDate: detail.field('invoice_date').date(),
    reference: detail.field('reference').text(120),
    note: detail.field('note').text(4000),
    terms: detail.field('terms_and_conditions').text(4000),
    memo: detail.field('memo').text(500),
    ...readTerm(detail),
    invoicerEmail: invoicer?.field('email_address').text(254, { min: 3 }),
    invoicer: invoicer?.value as Record<string, unknown> | undefined,
    recipients: root.field('primary_recipients').list(100).map(readRecipient),
    cc: root
      .field('additional_recipients')
      .list(100)
      .map((reader) => reader.text(254, { min: 3 }) ?? ''),
    items: root
      .field('items')
      .list(100)
      .map((reader) => readItem(reader, currency)),
    invoiceDiscount: readDiscount(breakdown.field('discount').field('invoice_discount'), currency),
    shipping:
      shipping &&
      given({
        amountMinor: shipping.field('amount').money(currency, upToMillion) ?? 0,
        tax: readTax(shipping.field('tax')),
      }),
    custom:
      custom &&
      given({
        label: custom.field('label').text(50, { required: true }) ?? '',
        amountMinor: custom.field('amount').money(currency, million),
      }),
    taxAfterDiscount: configuration.field('tax_calculated_after_discount').flag() ?? true,
    taxInclusive: configuration.field('tax_inclusive').flag() ?? false,
    allowTip: configuration.field('allow_tip').flag() ?? false,
    allowPartial: partial.field('allow_partial_payment').flag() ?? false,
    minimumDueMinor: partial.field('minimum_amount_due').money(currency),
    templateId: configuration.field('template_id').text(30),
  }) as Omit<InvoiceInput, 'totals'>
  root.finish()
  return { ...input, totals: totalsOf(input, config) }
}
