export interface TaxInput {
  name: string
  percent: string
  note?: string
}

export interface ItemInput {
  name: string
  description?: string
  quantity: string
  unitMinor: number
  tax?: TaxInput
  discount?: DiscountInput
  itemDate?: string
  unit?: string
}

export interface RecipientInput {
  email?: string
  /** billing_info and shipping_info as received; they are kept and given back. */
  wire: Record<string, unknown>
}

/** An invoice as its maker wrote it, checked against the limits of paypal §3.2. */
export interface InvoiceInput {
  currency: string
  number?: string
  invoiceDate?: string
  reference?: string
  note?: string
  terms?: string
  memo?: string
  termType?: string
  dueDate?: string
  invoicerEmail?: string
  invoicer?: Record<string, unknown>
  recipients: RecipientInput[]
  cc: string[]
  items: ItemInput[]
  invoiceDiscount?: DiscountInput
  shipping?: { amountMinor: number; tax?: TaxInput }
  custom?: { label: string; amountMinor?: number }
  taxAfterDiscount: boolean
  taxInclusive: boolean
  allowTip: boolean
  allowPartial: boolean
  minimumDueMinor?: number
  templateId?: string
  totals: Totals
}

export interface DiscountInput {
  percent?: string | undefined
  amountMinor?: number | undefined
}

export interface Totals {
  itemTotal: number
  itemDiscount: number
  invoiceDiscount: number
  itemTaxes: number[]
  itemDiscounts: number[]
  shippingTax: number
  taxTotal: number
  total: number
}
