/**
 * Where PayPal's behaviour is unknown (paypal §14) the simulator has a switch, and its default is the case that is worse
 * for the client.
 */
export interface SimConfig {
  seed: number
  /** If absent, nothing is kept. */
  file?: string
  /** Invoicing documents no request id; the worse case is that it is ignored. */
  invoicingRequestId: 'ignored' | 'honoured'
  /** What happens to the same request id with another payload. */
  otherPayload: 'replay' | 'refuse'
  /** Status after a send without mail: the older word or the newer. */
  sharedStatus: 'UNPAID' | 'SHARED'
  /** May Payments v2 refund an invoice's payment? */
  invoiceRefund: 'allowed' | 'restricted'
  /** Does an invoice payment also fire PAYMENT.CAPTURE.*? */
  invoicePaymentFiresCapture: boolean
  /** Which date a reporting window filters on. */
  reportingWindowBy: 'updated' | 'initiated'
  reportingLagMs: number
  /** Is a repeated invoice_id on a refund refused? (An account setting at PayPal.) */
  uniqueInvoiceId: boolean
  /** State change → event, and event → first delivery, each from a range. */
  eventDelayMs: [number, number]
  deliveryDelayMs: [number, number]
  deliveryTimeoutMs: number
  deliveryConcurrency: number
  /** Does a retry get a new transmission id, time and signature? */
  retryResigns: boolean
  /** `strict`: https on port 443 and no local host, as PayPal asks. */
  webhookUrls: 'loopback' | 'strict'
  /** Unknown extra fields in every answer, to prove that clients tolerate them. */
  noise: boolean
  tokenLifeSeconds: number
  /** Oldest events are forgotten beyond this many, so that a long load run does not fill memory. */
  keepEvents: number
}

export const defaultConfig: SimConfig = {
  seed: 1,
  invoicingRequestId: 'ignored',
  otherPayload: 'replay',
  sharedStatus: 'UNPAID',
  invoiceRefund: 'allowed',
  invoicePaymentFiresCapture: false,
  reportingWindowBy: 'updated',
  reportingLagMs: 3 * 3_600_000,
  uniqueInvoiceId: true,
  eventDelayMs: [12_000, 15_000],
  deliveryDelayMs: [3_000, 8_000],
  deliveryTimeoutMs: 10_000,
  deliveryConcurrency: 64,
  retryResigns: false,
  webhookUrls: 'loopback',
  noise: true,
  tokenLifeSeconds: 32_400,
  keepEvents: 200_000,
}

/** No waiting anywhere: what most tests want. */
export const promptConfig: Partial<SimConfig> = { reportingLagMs: 0, eventDelayMs: [0, 0], deliveryDelayMs: [0, 0] }
