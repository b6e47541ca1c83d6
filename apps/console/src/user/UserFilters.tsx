import { roleApi } from '@paydesk/contract/role'
import { userStatuses } from '@paydesk/contract/user'
import { t } from '../lib/i18n.ts'
import { useApi } from '../lib/query.ts'
import { SearchFilter } from '../ui/SearchFilter.tsx'
import { SelectFilter } from '../ui/SelectFilter.tsx'
import { seededName } from '../ui/seededName.ts'
import type { UserList } from './useUserList.ts'

export function UserFilters({ list }: { list: UserList }) {
  const { keyword, status, roleId } = list.query
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
        options={(roles?.list ?? []).map(({ id, name }) => ({ value: id, label: seededName(name) }))}
        onChange={(next) => list.setFilter({ roleId: next })}
      />
    </>
  )
}
