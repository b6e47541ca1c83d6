import { type View, type ViewList, viewApi } from '@paydesk/contract/office/view'
import { useLocation, useSearchParams } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { normalQuery } from '../../lib/listQuery.ts'
import type { Views } from './useViews.ts'

/**
 * The views of a list as tabs: those that people keep are one click away. A view that is nothing
 * but the plain list has no tab.
 */
export function useViewTabs(list: ViewList, views: Views | undefined) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const shown = (views?.list ?? []).filter(({ query }) => query !== '')
  const query = normalQuery(search)
  return {
    tabs: shown.map(({ id, name }) => ({ key: id, label: <bdi>{name}</bdi> })),
    active: shown.find((view) => normalQuery(view.query) === query)?.id,
    choose: (id: string) => {
      const view = shown.find((one) => one.id === id)
      if (!view) return
      setSearch(view.query, { state })
      if (view.columns) void keepColumns(list, view.columns)
    },
  }
}
export type ViewTabs = ReturnType<typeof useViewTabs>

/** The columns that a view was kept with are from then on the person's own. */
export async function keepColumns(list: ViewList, columns: NonNullable<View['columns']>) {
  await call(viewApi.choose, { body: { list, columns } }).catch(() => undefined)
  await refreshApi(viewApi.list)
}
