export interface RefundRecord {
  id: string
  accountId: string
  appId?: string
  captureId: string
  currency: string
  amountMinor: number
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'
  createdAt: number
  updatedAt: number
  invoiceId?: string
  customId?: string
  note?: string
  totalRefundedMinor: number
  feeReturnedMinor?: number
}
