export interface TransmissionRecord {
  webhookId: string
  url: string
  transmissionId: string
  transmissionTime: string
  status: 'PENDING' | 'SUCCESS' | 'FAILURE'
  attempts: number
  httpStatus?: number
  lastAt?: number
}

export interface EventRecord {
  id: string
  seq: number
  accountId: string
  /** The app whose call made the resource; absent if that happened in PayPal's own screens. */
  appId?: string
  type: string
  createdAt: number
  transactionId?: string
  /** Exactly the bytes that are signed and delivered. */
  body: string
  transmissions: TransmissionRecord[]
  /** When the first delivery is due; later ones are in `DeliveryRecord`. */
  dueAt?: number
  /** Set for a simulated event, which is signed with the literal WEBHOOK_ID (paypal §7.5). */
  simulated?: boolean
}

/**
 * The part of an event that changes during delivery. It is stored apart from the body, which
 * is written once.
 */
export interface DeliveryRecord {
  transmissions: TransmissionRecord[]
  dueAt?: number
}
