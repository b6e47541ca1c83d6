import { billSorts } from '@paydesk/contract/billing/bill'
import { billStatuses } from '@paydesk/contract/billing/billStatus'
import { canAccess } from '@paydesk/contract/lib/access'
import { currencies } from '@paydesk/contract/lib/money'
import { personText } from '@paydesk/contract/lib/record'
import { userApi } from '@paydesk/contract/people/user'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { useWide } from '../../../ui/useWide.ts'
import { DaysField, daysText } from '../../../ui/workspace/DaysField.tsx'
import type { Filter } from '../../../ui/workspace/FilterBar.tsx'
import { OptionField } from '../../../ui/workspace/OptionField.tsx'
import { useAccountNames } from './useAccountNames.ts'
import type { BillList } from './useBillList.ts'

type Name = 'status' | 'currency' | 'ownerId' | 'accountId' | 'sort'
type Option = { value: string; label: string }

/** The filters of the list, for the bar of chips. On a phone the order is chosen there as well: cards have no heads to click. */
export function useBillFilters(list: BillList): Filter[] {
  const { query, setFilter } = list
  const wide = useWide()
  const owners = useOwnerNames()
  const accounts = useAccountNames()

  const choice = (key: Name, label: string, options: readonly Option[] | undefined, also: object = {}): Filter[] => {
    const set = (value: string | undefined) => setFilter({ [key]: value, ...also })
    const chosen = query[key] && (options?.find(({ value }) => value === query[key])?.label ?? '…')
    if (!options) return []
    const field = (done: () => void) => (
      <OptionField
        label={label}
        value={query[key]}
        options={options}
        onChoose={(value) => {
          set(value)
          done()
        }}
      />
    )
    return [{ key, label, chosen, onClear: () => set(undefined), field }]
  }
  const days = (name: 'created' | 'due', label: string): Filter => {
    const range = { from: query[`${name}From`], to: query[`${name}To`] }
    const set = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
      setFilter({ [`${name}From`]: from, [`${name}To`]: to })
    return {
      key: name,
      label,
      chosen: daysText(range),
      onClear: () => set({}),
      field: (done) => <DaysField {...range} onChange={set} onDone={done} />,
    }
  }
  return [
    ...choice('status', t('bill.status'), statuses(), { tab: undefined }),
    ...choice('currency', t('bill.currency'), names(currencies), isAmountOrder(query.sort) ? { sort: undefined } : {}),
    ...choice('ownerId', t('bill.owner'), owners),
    ...choice('accountId', t('bill.account'), accounts),
    days('created', t('bill.createdAt')),
    days('due', t('bill.dueDate')),
    ...(wide ? [] : choice('sort', t('bill.sort'), sorts(query.currency !== undefined))),
  ]
}

/** Amounts are put in order within one currency only. */
export const isAmountOrder = (sort: string | undefined) => sort?.endsWith('total') === true

const names = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const statuses = () => billStatuses.map((value) => ({ value, label: t(`bill.status.${value}`) }))
const sorts = (oneCurrency: boolean) =>
  billSorts.filter((value) => oneCurrency || !isAmountOrder(value)).map((value) => ({ value, label: t(`bill.sort.${value}`) }))

function useOwnerNames(): Option[] | undefined {
  const may = canAccess(useCurrentUser(), userApi.tree.permission)
  const { data } = useApi(userApi.tree, {}, { enabled: may })
  return may ? (data?.list ?? []).map(({ id, name, username }) => ({ value: id, label: personText(name, username) })) : undefined
}
