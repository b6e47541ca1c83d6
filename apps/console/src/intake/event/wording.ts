import type { EventRow, OperationRow } from '@paydesk/contract/intake/event'
import { hasText, t } from '../../lib/i18n.ts'
import type { Tone } from '../../ui/StatusTag.tsx'

/** PayPal adds new kinds of events; a kind that we have no word for is shown by PayPal's name. */
export function eventTypeText(type: string): string {
  const key = `event.type.${type}`
  return hasText(key) ? t(key) : type
}

export const outcomeTones = {
  waiting: 'blue',
  confirmed: 'green',
  unconfirmed: 'red',
  applied: 'green',
  stale: 'grey',
  fetched: 'green',
  notOurs: 'grey',
  failed: 'red',
} as const satisfies Record<EventRow['outcome'], Tone>

export const stateTones = {
  ready: 'blue',
  running: 'blue',
  unknown: 'amber',
  done: 'green',
  refused: 'red',
} as const satisfies Record<OperationRow['state'], Tone>

/** An operation that has reached its end needs no other try. */
export const canRetry = ({ state }: OperationRow) => state !== 'done' && state !== 'refused'
