export interface OrderRecord {
  id: string
  accountId: string
  appId: string
  status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED' | 'VOIDED'
  units: {
    wire: Record<string, unknown>
    currency: string
    amountMinor: number
    captureId?: string
  }[]
  returnUrl?: string
  cancelUrl?: string
  createdAt: number
  updatedAt: number
  approvedAt?: number
  payerId?: string
  /** What the buyer chose on the approve page. */
  funding?: 'balance' | 'echeck' | 'review' | 'declined'
}
