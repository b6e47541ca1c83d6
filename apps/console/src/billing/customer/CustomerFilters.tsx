import { useMemo } from 'react'
import { t } from '../../lib/i18n.ts'
import { countryOptions } from '../../lib/regions.ts'
import { SearchFilter } from '../../ui/table/SearchFilter.tsx'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import type { CustomerList } from './useCustomerList.ts'
import { useOwners } from './useOwners.ts'

export function CustomerFilters({ list }: { list: CustomerList }) {
  const { keyword, tag, ownerId, country } = list.query
  const countries = useMemo(countryOptions, [])
  const owners = useOwners()
  return (
    <>
      <SearchFilter
        label={t('customer.search')}
        placeholder={t('customer.search.hint')}
        value={keyword}
        onChange={(next) => list.setFilter({ keyword: next })}
      />
      <SearchFilter
        label={t('customer.tags')}
        value={tag}
        onChange={(next) => list.setFilter({ tag: next?.slice(0, 30) })}
      />
      {owners && (
        <SelectFilter
          label={t('customer.owner')}
          all={t('customer.owner.all')}
          value={owners.length > 0 ? ownerId : undefined}
          options={owners}
          onChange={(next) => list.setFilter({ ownerId: next })}
          search
        />
      )}
      <SelectFilter
        label={t('customer.country')}
        all={t('customer.country.all')}
        value={country}
        options={countries}
        onChange={(next) => list.setFilter({ country: next })}
        search
      />
    </>
  )
}
