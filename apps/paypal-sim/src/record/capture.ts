export type CaptureStatus = 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'FAILED'

export interface Payer {
  id: string
  email: string
  name: string
  country: string
}

export interface CaptureRecord {
  id: string
  accountId: string
  appId?: string
  /** PayPal's id of the invoice that it pays, or of its order. */
  paypalInvoiceId?: string
  orderId?: string
  currency: string
  amountMinor: number
  tipMinor: number
  feeMinor: number
  status: CaptureStatus
  reason?: string
  createdAt: number
  updatedAt: number
  refundedMinor: number
  invoiceId?: string
  customId?: string
  payer: Payer
  /** Credited in another currency, because the account does not hold this one. */
  converted?: { currency: string; rate: string; receivableMinor: number }
  disputeId?: string
  chargedBack?: boolean
}
