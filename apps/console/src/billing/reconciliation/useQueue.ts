import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { currencies } from '@paydesk/contract/lib/money'
import { useSearchParams } from 'react-router'
import { useApi } from '../../lib/api/query.ts'
import { anyId, isFiltered } from '../../lib/listQuery.ts'
import { useListQuery } from '../../ui/table/useListQuery.ts'

const filters = { accountId: anyId, currency: currencies, overdue: ['true'] as const, confirm: ['true'] as const, assigneeId: anyId }

/**
 * The queue's page and filters, and the transaction on the bench: all of it is in the URL. Without a choice the oldest transaction is on
 * the bench.
 */
export function useQueue() {
  const list = useListQuery(filters)
  const [search, setSearch] = useSearchParams()
  const { overdue, confirm, ...query } = list.query
  const { data, error, refetch } = useApi(reconciliationApi.list, {
    query: { ...query, ...(overdue && { overdue }), ...(confirm && { confirm }) },
  })
  const chosen = search.get('id')
  const id = chosen && anyId.test(chosen) ? chosen : data?.list[0]?.id
  const select = (next: string | undefined) =>
    setSearch(
      (now) => {
        const changed = new URLSearchParams(now)
        if (next) changed.set('id', next)
        else changed.delete('id')
        return changed
      },
      { replace: true },
    )
  return { list, page: data, error, refetch, id, select, isFiltered: isFiltered(list.query) }
}
export type QueueState = ReturnType<typeof useQueue>
