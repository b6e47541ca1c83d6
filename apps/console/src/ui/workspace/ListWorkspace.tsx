import type { CallInput, Endpoint, Reply } from '@paydesk/contract/lib/endpoint'
import type { ViewList } from '@paydesk/contract/office/view'
import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useApi } from '../../lib/api/query.ts'
import { chosenColumns } from '../../lib/columnChoice.ts'
import { withTexts } from '../../lib/i18n.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import { filtersOf } from '../../lib/listQuery.ts'
import { TextTabs } from '../TextTabs.tsx'
import { SearchFilter } from '../table/SearchFilter.tsx'
import { TableState } from '../table/TableState.tsx'
import type { ListState } from '../table/useListQuery.ts'
import { useViews } from '../table/useViews.ts'
import { useViewTabs } from '../table/useViewTabs.tsx'
import type { Column } from './column.ts'
import { type Filter, FilterBar } from './FilterBar.tsx'
import { ListFoot } from './ListFoot.tsx'
import { RecordList } from './RecordList.tsx'
import type { RowParts } from './Row.tsx'
import { type Panel, rememberShown } from './usePanel.ts'
import { type Selection, useSelection } from './useSelection.ts'
import { Workspace } from './Workspace.tsx'

const LazyTools = lazyPage(withTexts(['view'], () => import('../table/TableTools.tsx')))

export type RowOf<E extends Endpoint> =
  Reply<E> extends { list: (infer R extends { id: string })[] } ? R : never
type Page<R> = { list: R[]; total: number; totalIsExact: boolean }
type Search = {
  label: string
  hint: string
  value: string | undefined
  onChange: (next: string | undefined) => void
}

type Props<E extends Endpoint, R extends { id: string }> = RowParts<R> & {
  endpoint: E
  list: ListState
  /** The query of the call, if it is not exactly the one in the URL. */
  query?: object
  /** The name under which the list's filters and columns are kept. */
  views: ViewList
  label: string
  panel: Panel
  /** The person's views stand beside these. */
  tabs: {
    label: string
    active: string
    items: readonly { key: string; label: ReactNode }[]
    onChange: (key: string) => void
  }
  search?: Search
  filters: readonly Filter[]
  /** Stands between the filters and the rows; it may act on them. */
  above?: ReactNode | ((of: { rows: readonly R[]; selection: Selection<R> }) => ReactNode)
  /**
   * The same from one drawing to the next, like the parts of a row: rows that did not change are
   * not drawn again.
   */
  columns: readonly Column<R>[]
  sort?: { by: string; set: (sort: string, first: R | undefined) => void } | undefined
  card: (row: R) => ReactNode
  empty: { title: string; description: string }
  /** What can be done with the ticked rows; without it, rows have no ticks. */
  bar?: (selection: Selection<R>) => ReactNode
  /** Stands with the list, whether rows are ticked or not: keys that tick some. */
  tools?: (selection: Selection<R>) => ReactNode
  /** The record that is open beside the list. */
  record: (of: {
    id: string
    row: R | undefined
    ids: readonly string[]
    selection: Selection<R>
  }) => ReactNode
}

const none: never[] = []

/**
 * A list with its tabs, views, filters and rows, and the record that is open beside it: the one
 * pattern of the daily work.
 */
export function ListWorkspace<E extends Endpoint>(props: Props<E, RowOf<E>>) {
  const {
    endpoint,
    list,
    views: viewList,
    label,
    panel,
    tabs,
    search,
    filters,
    above,
    columns: all,
    sort,
    card,
    empty,
    bar,
    tools,
    record,
    ...parts
  } = props
  const { query = list.query, ...ofRow } = parts
  const { data, error, isPlaceholderData, refetch } = useApi(endpoint, { query } as CallInput<E>)
  const views = useViews(viewList)
  const viewTabs = useViewTabs(viewList, views.data)
  const columns = useMemo(() => chosenColumns(all, views.columns), [all, views.columns])
  // Waits until the chosen columns are known: otherwise they would jump.
  const page = views.ready ? (data as Page<RowOf<E>> | undefined) : undefined
  const selection = useSelection<RowOf<E>>(
    JSON.stringify(filtersOf(list.query)),
    page?.list ?? none,
  )
  const failed = error !== null && page === undefined
  const ids = useMemo(() => page?.list.map(({ id }) => id), [page])
  const listPath = panel.back.to.pathname
  useEffect(() => {
    if (ids) rememberShown(listPath, ids)
  }, [ids, listPath])
  const content = (
    <Workspace
      head={
        <>
          <FilterBar
            search={
              search && (
                <SearchFilter
                  hideLabel
                  label={search.label}
                  placeholder={search.hint}
                  value={search.value}
                  onChange={search.onChange}
                />
              )
            }
            filters={filters}
            onClear={list.clear}
          />
          {typeof above === 'function' ? above({ rows: page?.list ?? none, selection }) : above}
        </>
      }
      list={
        <>
          <RecordList
            label={label}
            rows={failed ? none : page?.list}
            stale={isPlaceholderData}
            columns={columns}
            panel={panel}
            sort={sort && { by: sort.by, set: (next) => sort.set(next, page?.list[0]) }}
            {...(bar && { selection })}
            card={card}
            empty={
              <TableState
                failed={failed}
                list={list}
                empty={empty}
                onRetry={refetch}
                pastEnd={(page?.total ?? 0) > 0}
              />
            }
            {...ofRow}
          />
          {selection.rows.length > 0 && bar?.(selection)}
          {tools?.(selection)}
          <ListFoot list={list} stale={isPlaceholderData} page={page} />
        </>
      }
      panel={
        panel.openId && (
          <Suspense>
            {record({
              id: panel.openId,
              row: page?.list.find(({ id }) => id === panel.openId),
              ids: ids ?? none,
              selection,
            })}
          </Suspense>
        )
      }
    />
  )
  return (
    <TextTabs
      dense
      label={tabs.label}
      active={viewTabs.active ?? tabs.active}
      onChange={(key) =>
        viewTabs.tabs.some((view) => view.key === key) ? viewTabs.choose(key) : tabs.onChange(key)
      }
      tabs={[...tabs.items, ...viewTabs.tabs].map((tab) => ({ ...tab, content }))}
      extra={
        <Suspense>
          {views.data && <LazyTools list={viewList} views={views.data} columns={[...all]} />}
        </Suspense>
      }
    />
  )
}
