/**
 * Where PayPal's behaviour is not known (paypal §14) the simulator has a switch. The first
 * position is the default: the case that is worse for the client. A number in brackets is the
 * question of paypal §14.
 */
export const switches = {
  /** [1] Does invoicing honour PayPal-Request-Id? It documents none. */
  invoicingRequestId: ['ignored', 'honoured'],
  /** [1] The same request id with another payload. */
  otherPayload: ['replay', 'refuse'],
  /**
   * [2] How a taken invoice number is refused: 422 with an issue that says nothing and no field, or
   * 400 with the field.
   */
  numberTaken: ['unnamed', 'named'],
  /** [2] The third reminder of a day. */
  thirdReminder: ['refused', 'accepted'],
  /** [2] The third change of a sent invoice's recipient within 72 hours. */
  thirdRecipient: ['refused', 'accepted'],
  /**
   * [3] GET of the capture behind an invoice's payment: 403, whole, or without what
   * PayPal kept of it.
   */
  invoiceCapture: ['hidden', 'shown', 'feeless'],
  /**
   * [3] May Payments v2 refund an invoice's payment? Refused as 422 REFUND_IS_RESTRICTED or as 403
   * PERMISSION_DENIED.
   */
  invoiceRefund: ['restricted', 'denied', 'allowed'],
  /**
   * [3] Does the invoice show a refund that Payments v2 made? One made on paypal.com it always
   * shows (paypal §3.6).
   */
  invoiceFollowsRefund: [false, true],
  /** [4] The event code of an invoice's payment in reporting. */
  invoicePaymentCode: ['T0006', 'T0000'],
  /**
   * [4] Which ids that row carries: invoice_id = our number, cart_info.paypal_invoice_id = INV2-…
   */
  invoiceRowIds: ['none', 'number', 'paypal', 'both'],
  /** [5] Does an invoice's payment also fire PAYMENT.CAPTURE.*? */
  invoicePaymentFiresCapture: [false, true],
  /** [5] Does a refund made on paypal.com fire any event to our app? */
  siteRefundFires: [false, true],
  /** [6] The status after a send without mail: the newer word or the older. */
  sharedStatus: ['SHARED', 'UNPAID'],
  /** [6] The status after a payment outside of PayPal was recorded for the whole amount. */
  externalPaidStatus: ['PAID', 'MARKED_AS_PAID', 'PAID_EXTERNAL'],
  /**
   * [6] The status after a part payment was refunded wholly; `open` is the status that the invoice
   * had before the payment.
   */
  partRefundStatus: ['open', 'REFUNDED', 'PARTIALLY_REFUNDED'],
  /** [7] The date by which a reporting window filters. */
  reportingWindowBy: ['initiated', 'updated'],
  /** [7] The status of the answer for a start date after the last refresh. */
  tooFreshStatus: [404, 400],
  /** [8] How percentages round in HUF, JPY and TWD. */
  zeroDecimalRounding: ['down', 'halfUp'],
  /**
   * [9] Retries of a delivery over three days: evenly (the first after hours), or
   * growing from a minute.
   */
  retrySpacing: ['even', 'growing'],
  /** [9] Does a retry get a new transmission id, time and signature? */
  retryResigns: [false, true],
  /** [10] Does a 429 carry Retry-After? */
  retryAfter: ['absent', 'present'],
  /** [13] Does payment_date_range of search-invoices compare days or instants? */
  paymentRangeBy: ['day', 'instant'],
  /** [14] Have withdrawals and refunds that are pending (P) left the balance already? */
  pendingMoves: [true, false],
  /** [15] Reporting for a time before the account existed. */
  beforeAccount: ['refused', 'empty'],
  /**
   * [16] Balances for a moment: of the whole minute before it, as the answer says, or of that
   * moment.
   */
  asOfEcho: ['differs', 'same'],
  /** [17] A refund of a payment that is older than 180 days. */
  refundWindow: ['180days', 'longer'],
  /**
   * [18] Is an invoice_id refused that an earlier refund used? (An account's setting at PayPal.)
   */
  uniqueInvoiceId: [false, true],
} as const

type Positions = typeof switches
export type SwitchName = keyof Positions
export type Switches = { [Name in SwitchName]: Positions[Name][number] }

export const defaultSwitches = Object.fromEntries(
  Object.entries(switches).map(([name, [first]]) => [name, first]),
) as Switches
