import type { CallInput, Endpoint, Reply } from '@paydesk/contract/lib/endpoint'
import type { ViewList } from '@paydesk/contract/office/view'
import { Table, type TableProps } from 'antd'
import type { TableRef } from 'antd/es/table'
import { type ReactNode, Suspense, useState } from 'react'
import { useApi } from '../../lib/api/query.ts'
import { chosenColumns } from '../../lib/columnChoice.ts'
import { formatCount } from '../../lib/format.ts'
import { locale, t, withTexts } from '../../lib/i18n.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import { filtersOf } from '../../lib/listQuery.ts'
import { useWide } from '../useWide.ts'
import styles from './ApiTable.module.css'
import { cardOf } from './phoneCard.tsx'
import { TableState } from './TableState.tsx'
import type { ListState } from './useListQuery.ts'
import { useViews } from './useViews.ts'
import { walkRows } from './walkRows.ts'

const LazyTools = lazyPage(withTexts(['view'], () => import('./TableTools.tsx')))

type Row<E extends Endpoint> =
  Reply<E> extends { list: (infer R extends { id: string | number })[] } ? R : never
type Page<R> = { list: R[]; total: number; totalIsExact: boolean }

type Props<E extends Endpoint> = {
  endpoint: E
  list: ListState
  /** The name under which the list's filters and columns can be kept. */
  views?: ViewList
  label: string
  columns: NonNullable<TableProps<Row<E>>['columns']>
  /**
   * What a row shows on a phone: lines of columns by their keys; below them stand the row's acts.
   */
  phone: readonly (readonly string[])[]
  /** The query of the call, if it is not exactly the one in the URL. */
  query?: object
  /** The unfolded part below a row. */
  expandable?: NonNullable<TableProps<Row<E>>['expandable']>
  /** Makes rows selectable. */
  selection?: NonNullable<TableProps<Row<E>>['rowSelection']>
  /** Controls above the table that set the filters. */
  filters?: ReactNode
  /** Says what to do next; the text differs when a filter hides everything. */
  empty: { title: string; description: string }
}

/**
 * The one table: shows a call that answers with pages, as spec §9 wants it (bordered, row key
 * id, ten per page).
 * It uses antd's Table rather than ProTable, which costs 170 kB gzip more for what
 * these two files do.
 */
export function ApiTable<E extends Endpoint>({
  endpoint,
  list,
  views: viewList,
  label,
  columns,
  phone,
  filters,
  empty,
  ...rest
}: Props<E>) {
  const { query, setPage } = list
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useApi(endpoint, {
    query: rest.query ?? query,
  } as CallInput<E>)
  const views = useViews(viewList)
  const wide = useWide()
  // Waits until the chosen columns are known: otherwise the columns would jump.
  const page = views.ready ? (data as Page<Row<E>> | undefined) : undefined
  const failed = error !== null && page === undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links and buttons of its rows
    <div className={styles.card} aria-busy={isFetching} onKeyDown={walkRows}>
      {(filters || viewList) && (
        <div className={styles.filters}>
          {wide || !filters ? filters : <FoldedFilters list={list}>{filters}</FoldedFilters>}
          {viewList && (
            <span className={styles.tools}>
              <Suspense>
                {views.data && (
                  <LazyTools list={viewList} views={views.data} columns={namesOf(columns)} />
                )}
              </Suspense>
            </span>
          )}
        </div>
      )}
      <Table<Row<E>>
        ref={focusableScroll(label)}
        bordered
        rowKey="id"
        size="middle"
        columns={wide ? chosenColumns(columns, views.columns) : [cardOf(columns, phone)]}
        showHeader={wide}
        {...(rest.expandable && { expandable: rest.expandable })}
        {...(rest.selection && { rowSelection: rest.selection })}
        dataSource={page?.list ?? []}
        // Shows no spinner for a refresh in the background, nor for an answer that
        // arrives in a moment.
        loading={{ spinning: isPlaceholderData || (isFetching && page === undefined), delay: 150 }}
        {...(wide && { scroll: { x: 'max-content' } })}
        locale={{
          emptyText:
            isPending || !views.ready ? (
              ' '
            ) : (
              <TableState
                failed={failed}
                list={list}
                empty={empty}
                onRetry={refetch}
                pastEnd={(page?.total ?? 0) > 0}
              />
            ),
        }}
        pagination={{
          current: query.current,
          pageSize: query.pageSize,
          total: page?.total ?? 0,
          showSizeChanger: true,
          pageSizeOptions: [10, 20, 50, 100],
          showTotal: () => <bdi>{t('table.total', { total: totalText(page) })}</bdi>,
          onChange: setPage,
          hideOnSinglePage: false,
          placement: ['bottomEnd'],
        }}
      />
    </div>
  )
}

/** Folds the filters on a phone, where they would fill the first screen above every list. */
function FoldedFilters({ list, children }: { list: ListState; children: ReactNode }) {
  const { tab: _, ...set } = filtersOf(list.query as ListState['query'] & { tab?: string })
  const count = Object.keys(set).length
  // Decided only at first: someone who empties a field is not yet done with the filters.
  const [open] = useState(count > 0)
  return (
    <details className={styles.folded} open={open}>
      <summary>{count > 0 ? t('table.filters.set', { count }) : t('table.filters')}</summary>
      <div className={styles.filters}>{children}</div>
    </details>
  )
}

/** The columns that can be hidden. */
const namesOf = (columns: readonly { key?: unknown; title?: unknown }[]) =>
  columns.flatMap(({ key, title }) =>
    typeof key === 'string' ? [{ key, title: String(title) }] : [],
  )

/**
 * A wide table scrolls sideways. A keyboard can scroll it only if the scrolling part takes the
 * focus, and antd's does not.
 */
export function focusableScroll(label: string) {
  return (table: TableRef | null) => {
    const scroller = table?.nativeElement.querySelector('.ant-table-content')
    scroller?.setAttribute('tabindex', '0')
    scroller?.setAttribute('role', 'region')
    scroller?.setAttribute('aria-label', label)
    // The hidden row that measures the columns repeats the head's checkbox; the keyboard must
    // not reach it twice.
    table?.nativeElement.querySelector('.ant-table-measure-row')?.setAttribute('inert', '')
  }
}

/** Counting stops at 10,000 (contract), and the plus says so. */
const totalText = (page: Page<unknown> | undefined) =>
  formatCount(page?.total ?? 0, locale) + (page && !page.totalIsExact ? '+' : '')
