import { alarmKinds, eventOutcomes } from '@paydesk/contract/intake/event'
import { operationKinds, operationStates } from '@paydesk/contract/paypal/operation'
import { anyId, anyText } from '../../lib/listQuery.ts'
import { useListQuery } from '../../ui/table/useListQuery.ts'

const filters = {
  tab: ['operations', 'alarms'],
  accountId: anyId,
  outcome: eventOutcomes,
  eventType: anyText,
  keyword: anyText,
  state: operationStates,
  kind: operationKinds,
  billId: anyId,
  alarm: alarmKinds,
} as const
export const noFilters = {
  accountId: undefined,
  outcome: undefined,
  eventType: undefined,
  keyword: undefined,
  state: undefined,
  kind: undefined,
  billId: undefined,
  alarm: undefined,
}

/** Page and filters of the tab that is open; clearing the filters stays on it. */
export function useEventList() {
  const list = useListQuery(filters)
  const { tab, ...query } = list.query
  return { ...list, tab: tab ?? ('events' as const), query, clear: () => list.setFilter(noFilters) }
}
export type EventList = ReturnType<typeof useEventList>
