import { roleApi } from '@paydesk/contract/people/role'
import { userStatuses } from '@paydesk/contract/people/user'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { seededName } from '../../shared/role/seededName.ts'
import { SearchFilter } from '../../ui/table/SearchFilter.tsx'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import type { UserList } from './useUserList.ts'

export function UserFilters({ list }: { list: UserList }) {
  const { keyword, status, roleId, guarded } = list.query
  const { data: roles } = useApi(roleApi.list, {})
  return (
    <>
      <SearchFilter
        label={t('user.search')}
        placeholder={t('user.search.hint')}
        value={keyword}
        onChange={(next) => list.setFilter({ keyword: next })}
      />
      <SelectFilter
        label={t('user.status')}
        all={t('user.status.all')}
        value={status}
        options={userStatuses.map((value) => ({ value, label: t(`user.status.${value}`) }))}
        onChange={(next) => list.setFilter({ status: next })}
      />
      <SelectFilter
        label={t('user.roles')}
        all={t('user.roles.all')}
        value={roles ? roleId : undefined}
        options={(roles?.list ?? []).map(({ id, name }) => ({
          value: id,
          label: seededName(name),
        }))}
        onChange={(next) => list.setFilter({ roleId: next })}
      />
      <SelectFilter
        label={t('user.guarded')}
        all={t('user.guarded.all')}
        value={guarded}
        options={(['true', 'false'] as const).map((value) => ({
          value,
          label: t(`user.guarded.${value}`),
        }))}
        onChange={(next) => list.setFilter({ guarded: next })}
      />
    </>
  )
}
