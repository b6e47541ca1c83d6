import { type ViewList, viewApi } from '@paydesk/contract/office/view'
import { useEffect } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { useApi } from '../../lib/api/query.ts'

/**
 * The list that someone has just entered. Switching a list's tabs mounts its table again, which
 * does not count as entering.
 */
let enteredPath: string | undefined

/**
 * The views of a list and this person's choices for it. Opens the list with the person's default
 * view, unless the address has a query.
 */
export function useViews(list: ViewList | undefined) {
  const { data, error } = useApi(
    viewApi.list,
    { query: { list: list ?? 'bill' } },
    { enabled: list !== undefined },
  )
  const [search, setSearch] = useSearchParams()
  const { state, key } = useLocation()
  // Who returns to a list that they had cleared finds it cleared. The first address of a window
  // counts as entering.
  const returns = useNavigationType() === 'POP' && key !== 'default'
  const beginning = data?.list.find(({ id }) => id === data.choice.defaultViewId)?.query
  const ready = list === undefined || data !== undefined || error !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the answer has arrived
  useEffect(() => {
    if (!ready || list === undefined) return
    const { pathname } = window.location
    const isNew = enteredPath !== pathname
    enteredPath = pathname
    if (isNew && !returns && beginning && search.size === 0)
      setSearch(beginning, { replace: true, state })
    return () => {
      if (window.location.pathname !== pathname) enteredPath = undefined
    }
  }, [ready])
  return { ready, columns: data?.choice.columns ?? null, data }
}
export type Views = NonNullable<ReturnType<typeof useViews>['data']>

/** The properties of the menu of views and the choice of columns. */
export type Tools = {
  list: ViewList
  views: Views
  columns: { key: string; title: string; optional?: boolean }[]
}
