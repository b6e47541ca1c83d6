import { t } from '../../lib/i18n.ts'

/** PayPal's issue codes (paypal §3.5) and ours, grouped by what a person has to do about them. */
const kinds = {
  totalDiffers: ['TOTAL_DIFFERS'],
  settledNotHappened: ['SETTLED_NOT_HAPPENED'],
  noEmail: ['CANT_SEND_INVOICE_WITHOUT_EMAIL'],
  paidMeanwhile: [
    'CANNOT_CANCEL_PAID_INVOICE',
    'CANNOT_CANCEL_REFUNDED_INVOICE',
    'CANNOT_UPDATE_PAID_INVOICE',
    'CANNOT_PROCESS_PAYMENTS',
  ],
  tooMuch: ['PAYMENT_AMOUNT_GREATER_THAN_AMOUNT_DUE'],
  cancelledMeanwhile: ['INVOICE_CANCELED_ALREADY'],
  notRemindable: ['CANNOT_REMIND_INVOICE', 'REMINDER_LIMIT_EXCEEDED'],
  gone: ['NOT_AT_PAYPAL', 'RESOURCE_NOT_FOUND', 'INVOICE_NOT_FOUND', 'INVALID_RESOURCE_ID'],
  permission: ['PERMISSION_DENIED', 'NOT_AUTHORIZED', 'AUTHORIZATION_ERROR'],
  credentials: ['invalid_client', 'AUTHENTICATION_FAILURE', 'ACCOUNT_DISCONNECTED'],
  limited: [
    'PAYEE_ACCOUNT_RESTRICTED',
    'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
    'INVALID_ACCOUNT_STATUS',
    'ACCOUNT_LIMITED',
  ],
  numberTaken: ['NUMBER_TAKEN', 'DUPLICATE_INVOICE_NUMBER'],
  content: [
    'VALIDATION_ERROR',
    'INVALID_REQUEST',
    'UNPROCESSABLE_ENTITY',
    'INVALID_PARAMETER_VALUE',
    'INVALID_STRING_LENGTH',
  ],
  funds: ['REFUND_FAILED_INSUFFICIENT_FUNDS'],
  refundTooLate: ['REFUND_TIME_LIMIT_EXCEEDED'],
  refundDisputed: ['TRANSACTION_DISPUTED'],
  refundChargeback: ['REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK'],
  refundRestricted: [
    'REFUND_IS_RESTRICTED',
    'REFUND_NOT_ALLOWED',
    'PARTIAL_REFUND_NOT_ALLOWED',
    'MAX_NUMBER_OF_REFUNDS_EXCEEDED',
  ],
  refundTooMuch: ['REFUND_AMOUNT_EXCEEDED', 'CAPTURE_FULLY_REFUNDED', 'REFUND_AMOUNT_TOO_LOW'],
  refundPending: ['PENDING_CAPTURE', 'PAYMENT_GONE'],
  payerAccount: ['PAYER_ACCOUNT_LOCKED_OR_CLOSED', 'PAYER_ACCOUNT_RESTRICTED'],
} as const
type Kind = keyof typeof kinds

/** Why it failed, and what to do now. */
export function failureWords(code: string): { reason: string; advice: string } {
  const known = (Object.keys(kinds) as Kind[]).find((kind) =>
    (kinds[kind] as readonly string[]).includes(code),
  )
  return known
    ? { reason: t(`bill.failure.${known}`), advice: t(`bill.failure.${known}.advice`) }
    : { reason: t('bill.failure.other', { code }), advice: t('bill.failure.other.advice') }
}
