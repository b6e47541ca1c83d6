import { type CustomerOption, customerApi } from '@paydesk/contract/billing/customer'
import { useState } from 'react'
import { useApi } from '../../lib/api/query.ts'
import { usePaused } from '../../ui/usePaused.ts'

const none: CustomerOption[] = []

/**
 * Finds customers by any part of name or e-mail, while someone types; the API decides whose
 * customers are offered. Until the answer to what was typed is there, nobody is found: Enter would
 * take the first one of an earlier answer.
 */
export function useCustomerSearch() {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().slice(0, 100)
  const keyword = usePaused(wanted)
  const { data, isPlaceholderData } = useApi(customerApi.option, {
    query: keyword ? { keyword } : {},
  })
  const isSearching = data === undefined || isPlaceholderData || wanted !== keyword
  return { typed: typed.trim(), setTyped, found: isSearching ? none : data.list, isSearching }
}
