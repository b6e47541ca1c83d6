import { currencies } from '@paydesk/contract/lib/money'
import { matchStates, transactionStatuses } from '@paydesk/contract/money/transaction'
import { transactionClasses } from '@paydesk/contract/money/transactionCode'
import { Button } from 'antd'
import { t } from '../../lib/i18n.ts'
import { filtersOf } from '../../lib/listQuery.ts'
import { useCoverage } from '../../shared/transaction/useCoverage.ts'
import { DaysFilter } from '../../ui/table/DaysFilter.tsx'
import { SearchFilter } from '../../ui/table/SearchFilter.tsx'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import type { TransactionList } from './useTransactionList.ts'

export function TransactionFilters({ list }: { list: TransactionList }) {
  const chosen = filtersOf(list.query)
  const { accounts, options } = useCoverage()
  return (
    <>
      <SearchFilter
        label={t('money.search')}
        placeholder={t('money.search.hint')}
        value={chosen.keyword}
        onChange={(keyword) => list.setFilter({ keyword })}
      />
      <SelectFilter
        label={t('money.kind')}
        all={t('money.kind.all')}
        value={chosen.class}
        options={transactionClasses.map((value) => ({ value, label: t(`money.class.${value}`) }))}
        onChange={(next) => list.setFilter({ class: next })}
      />
      <SelectFilter
        label={t('money.status')}
        all={t('money.status.all')}
        value={chosen.status}
        options={transactionStatuses.map((value) => ({ value, label: t(`money.status.${value}`) }))}
        onChange={(status) => list.setFilter({ status })}
      />
      <SelectFilter
        label={t('money.match')}
        all={t('money.match.all')}
        value={chosen.matchState}
        options={matchStates.map((value) => ({ value, label: t(`money.match.${value}`) }))}
        onChange={(matchState) => list.setFilter({ matchState })}
      />
      <SelectFilter
        label={t('money.currency')}
        all={t('money.currency.all')}
        value={chosen.currency}
        options={currencies.map((value) => ({ value, label: value }))}
        onChange={(currency) => list.setFilter({ currency })}
        search
      />
      <SelectFilter
        label={t('money.account')}
        all={t('money.account.all')}
        value={accounts ? chosen.accountId : undefined}
        options={options}
        onChange={(accountId) => list.setFilter({ accountId })}
        search
      />
      <DaysFilter
        label={t('money.occurredAt')}
        from={chosen.from}
        to={chosen.to}
        onChange={({ from, to }) => list.setFilter({ from, to })}
      />
      {Object.keys(chosen).length > 0 && <Button onClick={list.clear}>{t('table.clearFilters')}</Button>}
    </>
  )
}
