import { searchApi } from '@paydesk/contract/desk/search'
import { canAccess } from '@paydesk/contract/lib/access'
import { billListOf, paths } from '@paydesk/contract/lib/paths'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/api/api.ts'
import { scopeOf, useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { readRecent } from '../../lib/recent.ts'
import { usePaused } from '../../ui/usePaused.ts'
import { type Command, commandsFor, type Entry } from './entry.ts'
import { entriesOf } from './hits.tsx'

/** Shorter than elsewhere: people wait for the palette with their hands on the keyboard. */
const pauseMs = 150

/**
 * The entries for what was typed. `pending`: its answer has not arrived yet, and the records shown
 * belong to the previous keyword.
 */
export function useEntries(typed: string, commands: readonly Command[]) {
  const user = useCurrentUser()
  const wanted = typed.trim().slice(0, 100)
  const keyword = usePaused(wanted, pauseMs)
  // The key holds the keyword: a late answer to an earlier keyword is stored under that keyword and
  // never shown for another.
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['palette', scopeOf(user), keyword],
    queryFn: ({ signal }) =>
      call(searchApi.search, { query: { keyword } }, { signal, skipErrorHandler: true }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  const entries = useMemo(() => {
    if (!wanted) return [...recentOf(scopeOf(user)), ...commands]
    const { best, rest } = commandsFor(wanted, commands)
    return [
      ...best,
      ...(data && keyword ? entriesOf(data, user) : []),
      ...rest,
      ...listsFor(wanted, user),
    ]
  }, [wanted, keyword, data, commands, user])
  const pending =
    wanted !== keyword || (wanted !== '' && isFetching && (data === undefined || isPlaceholderData))
  return { wanted, entries, pending, failed: !pending && wanted !== '' && error !== null, refetch }
}

const recentOf = (scope: string): Entry[] =>
  readRecent(scope).map(({ path, title }) => ({
    id: `recent ${path}`,
    group: 'recent',
    label: title,
    to: path,
  }))

/** The palette shows five records of a kind; these entries lead to the lists with all of them. */
function listsFor(keyword: string, user: Parameters<typeof entriesOf>[1]): Entry[] {
  const of = (id: 'bills' | 'customers' | 'transactions', path: string): Entry => ({
    id: `list ${id}`,
    group: 'lists',
    label: t(`search.list.${id}`, { keyword }),
    to: `${path}?${new URLSearchParams({ keyword })}`,
  })
  const bills = billListOf(user)
  return [
    ...(bills ? [of('bills', bills)] : []),
    ...(canAccess(user, 'ViewCustomer') ? [of('customers', paths.customerList())] : []),
    ...(canAccess(user, 'ViewPaypalTransaction')
      ? [of('transactions', paths.transactionList())]
      : []),
  ]
}
