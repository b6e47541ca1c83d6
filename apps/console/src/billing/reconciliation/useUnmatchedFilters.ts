import { currencies } from '@paydesk/contract/lib/money'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { anyId } from '../../lib/listQuery.ts'
import { useCoverage } from '../../shared/transaction/useCoverage.ts'
import { useListQuery } from '../../ui/table/useListQuery.ts'
import type { Filter } from '../../ui/workspace/FilterBar.tsx'
import { choiceFilter, plainOptions } from '../../ui/workspace/filters.tsx'

const yes = ['true'] as const
const filters = {
  accountId: anyId,
  currency: currencies,
  overdue: yes,
  confirm: yes,
  assigneeId: anyId,
}
const pageSize = 20

export const useUnmatchedList = () => useListQuery(filters, pageSize)
export type UnmatchedList = ReturnType<typeof useUnmatchedList>

export function useUnmatchedFilters({ query, setFilter }: UnmatchedList): Filter[] {
  const me = useCurrentUser()
  const { options } = useCoverage()
  const choice = (
    key: 'accountId' | 'currency' | 'overdue' | 'assigneeId',
    label: string,
    values: { value: string; label: string }[],
  ) =>
    choiceFilter({
      key,
      label,
      value: query[key],
      options: values,
      onChange: (value) => setFilter({ [key]: value }),
    })
  return [
    ...choice('accountId', t('money.account'), options),
    ...choice('currency', t('money.currency'), plainOptions(currencies)),
    ...choice('overdue', t('money.clock'), [{ value: 'true', label: t('money.queue.overdue') }]),
    ...choice('assigneeId', t('money.assign'), [{ value: me.id, label: t('money.queue.mine') }]),
  ]
}
