import { type CustomerOption, customerApi } from '@paydesk/contract/billing/customer'
import { useState } from 'react'
import { useApi } from '../../lib/api/query.ts'
import { usePaused } from '../../ui/usePaused.ts'

const none: CustomerOption[] = []

/** Finds customers by any part of name or e-mail, while someone types; the API decides whose customers are offered. */
export function useCustomerSearch() {
  const [typed, setTyped] = useState('')
  const keyword = usePaused(typed.trim().slice(0, 100))
  const { data, isFetching } = useApi(customerApi.option, { query: keyword ? { keyword } : {} })
  return { typed: typed.trim(), setTyped, found: data?.list ?? none, isFetching }
}
