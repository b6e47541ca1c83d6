import type { OperationRow } from '@paydesk/contract/event'
import { hasText, t } from '../lib/i18n.ts'
import type { Tone } from '../ui/StatusTag.tsx'

/** PayPal adds kinds of events: one that we have no word for is shown as PayPal names it. */
export function eventTypeText(type: string): string {
  const key = `event.type.${type}`
  return hasText(key) ? t(key) : type
}

/** What we listen to and have a word for; the filter offers these. */
export const knownEventTypes = [
  ...['CREATED', 'SCHEDULED', 'UPDATED', 'PAID', 'CANCELLED', 'REFUNDED'].map((name) => `INVOICING.INVOICE.${name}`),
  ...['COMPLETED', 'PENDING', 'DECLINED', 'DENIED', 'REFUNDED', 'REVERSED'].map((name) => `PAYMENT.CAPTURE.${name}`),
  ...['PENDING', 'FAILED'].map((name) => `PAYMENT.REFUND.${name}`),
  ...['COMPLETED', 'REFUNDED', 'REVERSED'].map((name) => `PAYMENT.SALE.${name}`),
  ...['CREATED', 'UPDATED', 'RESOLVED'].map((name) => `CUSTOMER.DISPUTE.${name}`),
]

export const outcomeTones = {
  waiting: 'blue',
  applied: 'green',
  stale: 'grey',
  fetched: 'green',
  notOurs: 'grey',
  failed: 'red',
} as const satisfies Record<string, Tone>

export const stateTones = {
  ready: 'blue',
  running: 'blue',
  unknown: 'amber',
  done: 'green',
  refused: 'red',
} as const satisfies Record<OperationRow['state'], Tone>

/** What came to its end needs no other try. */
export const canRetry = ({ state }: OperationRow) => state !== 'done' && state !== 'refused'

/** The bytes that were signed, laid out for reading; as they came where they are no JSON. */
export function prettyJson(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
