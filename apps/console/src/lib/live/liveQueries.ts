import type { Change } from '@paydesk/contract/lib/change'
import type { QueryKey } from '@tanstack/react-query'

/** Which calls show data of an entity: everything at and below these paths. */
const shownBy: Record<Change['entity'], readonly string[]> = {
  // What a customer was billed, paid and owes follows from the bills.
  bill: ['/api/payPalBill', '/api/customer', '/api/home', '/api/reconciliation'],
  customer: ['/api/customer'],
  paypalAccount: ['/api/paypalAccount', '/api/home'],
  event: ['/api/event', '/api/eventAlarm', '/api/problem'],
  operation: ['/api/event', '/api/operation'],
  transaction: ['/api/paypalTransaction', '/api/reconciliation', '/api/home'],
  coverage: [
    '/api/paypalTransaction',
    '/api/reconciliation',
    '/api/home',
    '/api/problem',
    '/api/rowAside',
  ],
  refund: ['/api/approval', '/api/payPalBill', '/api/home', '/api/problem'],
  // A refund that waits for approval says that its payment is disputed.
  dispute: ['/api/dispute', '/api/home', '/api/approval'],
  notice: ['/api/notices'],
  rule: ['/api/rule'],
}

const live = new Set(Object.values(shownBy).flat())

/** Whether the stream announces changes of the records that an answer shows. */
export const isLive = ([method, path]: QueryKey) =>
  method === 'GET' && typeof path === 'string' && [...live].some((top) => isBelow(path, top))

/**
 * Whether an answer in the cache may be out of date after these changes: a list always, a single
 * record if it is the one that changed.
 */
export function isTouched([method, path, input]: QueryKey, changes: readonly Change[]): boolean {
  if (method !== 'GET' || typeof path !== 'string') return false
  const id = (input as { params?: { id?: string } } | undefined)?.params?.id
  return changes.some((change) => {
    const [own, ...others] = shownBy[change.entity] ?? []
    if (own && isBelow(path, own)) return id === undefined || id === change.id
    return others.some((other) => isBelow(path, other))
  })
}

const isBelow = (path: string, top: string) => path === top || path.startsWith(`${top}/`)
