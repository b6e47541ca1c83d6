import { currencies } from '@paydesk/contract/lib/money'
import {
  matchStates,
  transactionSorts,
  transactionStatuses,
} from '@paydesk/contract/money/transaction'
import { transactionClasses } from '@paydesk/contract/money/transactionCode'
import { t } from '../../lib/i18n.ts'
import { isAmountOrder } from '../../lib/listQuery.ts'
import { useCoverage } from '../../shared/transaction/useCoverage.ts'
import { useWide } from '../../ui/useWide.ts'
import type { Filter } from '../../ui/workspace/FilterBar.tsx'
import { choiceFilter, daysFilter, plainOptions } from '../../ui/workspace/filters.tsx'
import type { TransactionList } from './useTransactionList.ts'

type Name = 'class' | 'status' | 'matchState' | 'currency' | 'accountId' | 'sort'

/**
 * The filters of the list, for the bar of chips. On a phone the order is chosen there as well:
 * cards have no heads to click.
 */
export function useTransactionFilters({ query, setFilter }: TransactionList): Filter[] {
  const wide = useWide()
  const { options } = useCoverage()
  const choice = (
    key: Name,
    label: string,
    values: { value: string; label: string }[],
    also: object = {},
  ) =>
    choiceFilter({
      key,
      label,
      value: query[key],
      options: values,
      onChange: (value) => setFilter({ [key]: value, ...also }),
    })
  return [
    ...choice(
      'class',
      t('money.kind'),
      transactionClasses.map((value) => ({ value, label: t(`money.class.${value}`) })),
    ),
    ...choice(
      'status',
      t('money.status'),
      transactionStatuses.map((value) => ({ value, label: t(`money.status.${value}`) })),
    ),
    ...choice(
      'matchState',
      t('money.match'),
      matchStates.map((value) => ({ value, label: t(`money.match.${value}`) })),
    ),
    ...choice(
      'currency',
      t('money.currency'),
      plainOptions(currencies),
      isAmountOrder(query.sort) ? { sort: undefined } : {},
    ),
    ...choice('accountId', t('money.account'), options),
    daysFilter('time', t('money.occurredAt'), { from: query.from, to: query.to }, ({ from, to }) =>
      setFilter({ from, to }),
    ),
    ...(wide ? [] : choice('sort', t('money.sort'), sorts(query.currency !== undefined))),
  ]
}

const sorts = (oneCurrency: boolean) =>
  transactionSorts
    .filter((value) => oneCurrency || !isAmountOrder(value))
    .map((value) => ({ value, label: t(`money.sort.${value}`) }))
