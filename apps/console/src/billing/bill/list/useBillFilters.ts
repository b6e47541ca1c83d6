import { billSorts } from '@paydesk/contract/billing/bill'
import { billStatuses } from '@paydesk/contract/billing/billStatus'
import { canAccess } from '@paydesk/contract/lib/access'
import { currencies } from '@paydesk/contract/lib/money'
import { personText } from '@paydesk/contract/lib/record'
import { userApi } from '@paydesk/contract/people/user'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { isAmountOrder } from '../../../lib/listQuery.ts'
import { useWide } from '../../../ui/useWide.ts'
import type { Filter } from '../../../ui/workspace/FilterBar.tsx'
import { choiceFilter, daysFilter, plainOptions } from '../../../ui/workspace/filters.tsx'
import { useAccountNames } from './useAccountNames.ts'
import type { BillList } from './useBillList.ts'

type Name = 'status' | 'currency' | 'ownerId' | 'accountId' | 'sort'

/**
 * The filters of the list, for the bar of chips. On a phone the order is chosen there as well:
 * cards have no heads to click.
 */
export function useBillFilters({ query, setFilter }: BillList): Filter[] {
  const wide = useWide()
  const owners = useOwnerNames()
  const accounts = useAccountNames()
  const choice = (
    key: Name,
    label: string,
    options: { value: string; label: string }[] | undefined,
    also: object = {},
  ) =>
    choiceFilter({
      key,
      label,
      value: query[key],
      options,
      onChange: (value) => setFilter({ [key]: value, ...also }),
    })
  return [
    ...choice('status', t('bill.status'), statuses(), { tab: undefined }),
    ...choice(
      'currency',
      t('bill.currency'),
      plainOptions(currencies),
      isAmountOrder(query.sort) ? { sort: undefined } : {},
    ),
    ...choice('ownerId', t('bill.owner'), owners),
    ...choice('accountId', t('bill.account'), accounts),
    daysFilter(
      'created',
      t('bill.createdAt'),
      { from: query.createdFrom, to: query.createdTo },
      ({ from, to }) => setFilter({ createdFrom: from, createdTo: to }),
    ),
    daysFilter('due', t('bill.dueDate'), { from: query.dueFrom, to: query.dueTo }, ({ from, to }) =>
      setFilter({ dueFrom: from, dueTo: to }),
    ),
    ...(wide ? [] : choice('sort', t('bill.sort'), sorts(query.currency !== undefined))),
  ]
}

const statuses = () => billStatuses.map((value) => ({ value, label: t(`bill.status.${value}`) }))
const sorts = (oneCurrency: boolean) =>
  billSorts
    .filter((value) => oneCurrency || !isAmountOrder(value))
    .map((value) => ({ value, label: t(`bill.sort.${value}`) }))

function useOwnerNames() {
  const may = canAccess(useCurrentUser(), userApi.tree.permission)
  const { data } = useApi(userApi.tree, {}, { enabled: may })
  return may
    ? (data?.list ?? []).map(({ id, name, username }) => ({
        value: id,
        label: personText(name, username),
      }))
    : undefined
}
