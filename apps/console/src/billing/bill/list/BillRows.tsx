import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { lazy, Suspense, useMemo } from 'react'
import { useApi } from '../../../lib/api/query.ts'
import { chosenColumns } from '../../../lib/columnChoice.ts'
import { t, withTexts } from '../../../lib/i18n.ts'
import { lazyPage } from '../../../lib/lazyPage.ts'
import { filtersOf } from '../../../lib/listQuery.ts'
import { SearchFilter } from '../../../ui/table/SearchFilter.tsx'
import { TableState } from '../../../ui/table/TableState.tsx'
import { useViews } from '../../../ui/table/useViews.ts'
import { useViewTabs } from '../../../ui/table/useViewTabs.tsx'
import { FilterBar } from '../../../ui/workspace/FilterBar.tsx'
import { ListFoot } from '../../../ui/workspace/ListFoot.tsx'
import { RecordList } from '../../../ui/workspace/RecordList.tsx'
import type { Panel } from '../../../ui/workspace/usePanel.ts'
import { useSelection } from '../../../ui/workspace/useSelection.ts'
import { Workspace } from '../../../ui/workspace/Workspace.tsx'
import type { ActionBill, Offered } from '../refusal.ts'
import { BillCard } from './BillCard.tsx'
import { BillTabs } from './BillTabs.tsx'
import { billColumns } from './columns.tsx'
import { LikelyAct } from './LikelyAct.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { isAmountOrder, useBillFilters } from './useBillFilters.tsx'
import type { BillList } from './useBillList.ts'
import type { BulkAction } from './useBulk.ts'

const LazyTools = lazyPage(withTexts(['view'], () => import('../../../ui/table/TableTools.tsx')))
const BillPanel = lazy(() => import('../page/BillPanel.tsx'))

type Props = {
  label: string
  list: BillList
  panel: Panel
  onDo: (action: Offered, bill: ActionBill) => void
  onBulk: (action: BulkAction, rows: BillRow[], onDone: () => void) => void
}

const nameOf = ({ number }: BillRow) => number
const tickLabel = ({ number }: BillRow) => t('bill.select', { number })
const card = (bill: BillRow) => <BillCard bill={bill} />
const none: BillRow[] = []

/** Tabs, filters, rows, and the bill that is open beside them. */
export function BillRows({ label, list, panel, onDo, onBulk }: Props) {
  const { data, error, isPlaceholderData, refetch } = useApi(billApi.list, { query: list.query })
  const views = useViews('bill')
  const viewTabs = useViewTabs('bill', views.data)
  const all = useMemo(() => billColumns(), [])
  const columns = useMemo(() => chosenColumns(all, views.columns), [all, views.columns])
  const selection = useSelection(JSON.stringify(filtersOf(list.query)), data?.list ?? none)
  const filters = useBillFilters(list)
  const act = useMemo(() => (bill: BillRow) => <LikelyAct bill={bill} onDo={onDo} />, [onDo])
  // Waits until the chosen columns are known: otherwise they would jump.
  const page = views.ready ? data : undefined
  const failed = error !== null && page === undefined
  const rows = failed ? none : page?.list
  const { keyword, currency, sort } = list.query
  // A keyword's hits come newest first.
  const sorting = keyword
    ? undefined
    : {
        by: sort ?? '',
        set: (next: string) =>
          list.setFilter({
            sort: (next || undefined) as typeof sort,
            // Amounts are put in order within one currency: the one at the top, unless another is chosen. The chip says which.
            ...(isAmountOrder(next) && { currency: currency ?? page?.list[0]?.currency ?? 'USD' }),
          }),
      }
  const tools = <Suspense>{views.data && <LazyTools list="bill" views={views.data} columns={all} />}</Suspense>
  return (
    <BillTabs list={list} label={t('bill.tabs')} views={viewTabs} tools={tools}>
      <Workspace
        head={
          <FilterBar
            search={
              <SearchFilter
                label={t('bill.search')}
                hideLabel
                placeholder={t('bill.search.hint')}
                value={keyword}
                onChange={(next) => list.setFilter({ keyword: next, ...(next && { sort: undefined }) })}
              />
            }
            filters={filters}
            onClear={list.clear}
          />
        }
        list={
          <>
            <RecordList
              label={label}
              rows={rows}
              stale={isPlaceholderData}
              columns={columns}
              panel={panel}
              sort={sorting}
              selection={selection}
              nameOf={nameOf}
              tickLabel={tickLabel}
              act={act}
              card={card}
              empty={<TableState failed={failed} list={list} empty={emptyOf(list)} onRetry={refetch} pastEnd={(page?.total ?? 0) > 0} />}
            />
            {selection.rows.length > 0 && (
              <SelectionBar
                selected={selection.rows}
                onBulk={(action, chosen) => onBulk(action, chosen, selection.clear)}
                onClear={selection.clear}
              />
            )}
            <ListFoot list={list} page={page} />
          </>
        }
        panel={
          panel.openId && (
            <Suspense>
              <BillPanel
                id={panel.openId}
                row={page?.list.find(({ id }) => id === panel.openId)}
                panel={panel}
                ids={idsOf(page)}
                onDo={onDo}
              />
            </Suspense>
          )
        }
      />
    </BillTabs>
  )
}

const idsOf = (page: { list: { id: string }[] } | undefined) => (page?.list ?? []).map(({ id }) => id)

function emptyOf(list: BillList) {
  const { status, ...others } = filtersOf(list.query)
  if (status)
    return { title: t('bill.empty.filtered', { status: t(`bill.status.${status}`) }), description: t('bill.empty.filtered.description') }
  if (Object.keys(others).length > 0) return { title: t('bill.empty.none'), description: t('bill.empty.none.description') }
  return { title: t('bill.empty'), description: t('bill.empty.description') }
}
