export type CaptureStatus =
  | 'COMPLETED'
  | 'DECLINED'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'FAILED'

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
  /** PayPal's id of the invoice that the capture pays, or of its order. */
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
  /**
   * Set if the payment was credited in another currency, because the account does not hold its own.
   */
  converted?: { currency: string; rate: string; receivableMinor: number }
  disputeId?: string
  chargedBack?: boolean
}
