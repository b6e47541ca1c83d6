import { billStatuses } from '@paydesk/contract/billing/billStatus'
import { canAccess } from '@paydesk/contract/lib/access'
import { currencies } from '@paydesk/contract/lib/money'
import { personText } from '@paydesk/contract/lib/record'
import { userApi } from '@paydesk/contract/people/user'
import { Button } from 'antd'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { filtersOf } from '../../../lib/listQuery.ts'
import { DaysFilter } from '../../../ui/table/DaysFilter.tsx'
import { SearchFilter } from '../../../ui/table/SearchFilter.tsx'
import { SelectFilter } from '../../../ui/table/SelectFilter.tsx'
import { BillAccountFilter } from './BillAccountFilter.tsx'
import type { BillList } from './useBillList.ts'

export function BillFilters({ list }: { list: BillList }) {
  const user = useCurrentUser()
  const { tab: _, ...chosen } = filtersOf(list.query)
  const { keyword, status, currency, ownerId, accountId, createdFrom, createdTo, dueFrom, dueTo } = chosen
  return (
    <>
      <SearchFilter
        label={t('bill.search')}
        placeholder={t('bill.search.hint')}
        value={keyword}
        onChange={(next) => list.setFilter({ keyword: next })}
      />
      <SelectFilter
        label={t('bill.status')}
        all={t('bill.status.all')}
        value={status}
        options={billStatuses.map((value) => ({ value, label: t(`bill.status.${value}`) }))}
        onChange={(next) => list.setFilter({ status: next, tab: undefined })}
      />
      <SelectFilter
        label={t('bill.currency')}
        all={t('bill.currency.all')}
        value={currency}
        options={currencies.map((value) => ({ value, label: value }))}
        onChange={(next) => list.setFilter({ currency: next })}
        search
      />
      {canAccess(user, userApi.tree.permission) && <OwnerFilter value={ownerId} onChange={(next) => list.setFilter({ ownerId: next })} />}
      <BillAccountFilter value={accountId} onChange={(next) => list.setFilter({ accountId: next })} />
      <DaysFilter
        label={t('bill.createdAt')}
        from={createdFrom}
        to={createdTo}
        onChange={({ from, to }) => list.setFilter({ createdFrom: from, createdTo: to })}
      />
      <DaysFilter
        label={t('bill.dueDate')}
        from={dueFrom}
        to={dueTo}
        onChange={({ from, to }) => list.setFilter({ dueFrom: from, dueTo: to })}
      />
      {Object.keys(chosen).length > 0 && <Button onClick={list.clear}>{t('table.clearFilters')}</Button>}
    </>
  )
}

function OwnerFilter({ value, onChange }: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const { data } = useApi(userApi.tree, {})
  return (
    <SelectFilter
      label={t('bill.owner')}
      all={t('bill.owner.all')}
      value={data ? value : undefined}
      options={(data?.list ?? []).map(({ id, name, username }) => ({ value: id, label: personText(name, username) }))}
      onChange={onChange}
      search
    />
  )
}
