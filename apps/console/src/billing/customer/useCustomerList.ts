import { anyId, anyText } from '../../lib/listQuery.ts'
import { useListQuery } from '../../ui/table/useListQuery.ts'

const filters = { keyword: anyText, tag: /^.{1,30}$/u, ownerId: anyId, country: /^[A-Z][A-Z0-9]$/ }

export const useCustomerList = () => useListQuery(filters)
export type CustomerList = ReturnType<typeof useCustomerList>
