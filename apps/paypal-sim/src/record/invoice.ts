import type { InvoiceStatus } from '@paydesk/paypal/invoice'
import type { InvoiceInput } from './invoiceInput.ts'

export interface InvoicePayment {
  id: string
  type: 'PAYPAL' | 'EXTERNAL'
  method: string
  date: string
  /**
   * The instant of a payment, or the beginning of the day that someone named for one
   * outside of PayPal.
   */
  at: number
  amountMinor: number
  pending: boolean
  tipMinor?: number
  note?: string
}

export interface InvoiceRefund {
  id: string
  type: 'PAYPAL' | 'EXTERNAL'
  method: string
  date: string
  amountMinor: number
}

export interface InvoiceRecord {
  id: string
  seq: number
  accountId: string
  /** Absent if the invoice was made in PayPal's own screens. */
  appId?: string
  number: string
  status: InvoiceStatus
  input: InvoiceInput
  itemIds: string[]
  payments: InvoicePayment[]
  refunds: InvoiceRefund[]
  createdAt: number
  updatedAt: number
  /**
   * Whether the invoice was mailed or only shared as a link; this decides the status that
   * it falls back to.
   */
  sentAs?: 'SENT' | 'UNPAID' | 'SHARED'
  sentAt?: number
  scheduledFor?: string
  cancelledAt?: number
  viewed: boolean
  archived: boolean
  reminders: number[]
  recipientChanges: number[]
}
