import { userStatuses } from '@paydesk/contract/people/user'
import { anyId, anyText } from '../../lib/listQuery.ts'
import { useListQuery } from '../../ui/table/useListQuery.ts'

const filters = {
  keyword: anyText,
  status: userStatuses,
  roleId: anyId,
  parentId: anyId,
  guarded: ['true', 'false'] as const,
}

export const useUserList = () => useListQuery(filters)
export type UserList = ReturnType<typeof useUserList>
