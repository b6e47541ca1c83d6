import { type BillRow, type BillSort, billApi } from '@paydesk/contract/billing/bill'
import { Suspense, useMemo } from 'react'
import { t, withTexts } from '../../../lib/i18n.ts'
import { lazyPage } from '../../../lib/lazyPage.ts'
import { filtersOf, orderBy } from '../../../lib/listQuery.ts'
import { ListWorkspace } from '../../../ui/workspace/ListWorkspace.tsx'
import type { Panel } from '../../../ui/workspace/usePanel.ts'
import type { ActionBill, Offered } from '../refusal.ts'
import { BillCard } from './BillCard.tsx'
import { billColumns, collectColumns } from './columns.tsx'
import { LikelyAct } from './LikelyAct.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { useBillFilters } from './useBillFilters.ts'
import type { BillList } from './useBillList.ts'
import { useBillTabs } from './useBillTabs.tsx'
import type { BulkAction } from './useBulk.ts'

/** Only those who collect load it. */
const Collect = lazyPage(withTexts(['ageing'], () => import('./Collect.tsx')))
const BillPanel = lazyPage(() => import('../page/BillPanel.tsx'))

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

export function BillRows({ label, list, panel, onDo, onBulk }: Props) {
  const collects = list.query.tab === 'overdue'
  const columns = useMemo(() => (collects ? collectColumns() : billColumns()), [collects])
  const act = useMemo(() => (bill: BillRow) => <LikelyAct bill={bill} onDo={onDo} />, [onDo])
  const { keyword, currency } = list.query
  // Whoever collects begins with the oldest.
  const sort = list.query.sort ?? (collects ? 'due' : undefined)
  const setSort = (next: string, first: BillRow | undefined) =>
    list.setFilter(orderBy<BillSort>(next, currency, first))
  return (
    <ListWorkspace
      endpoint={billApi.list}
      views="bill"
      label={label}
      list={list}
      query={{ ...list.query, sort }}
      panel={panel}
      tabs={useBillTabs(list)}
      search={{
        label: t('bill.search'),
        hint: t('bill.search.hint'),
        value: keyword,
        onChange: (next) => list.setFilter({ keyword: next, ...(next && { sort: undefined }) }),
      }}
      filters={useBillFilters(list)}
      above={
        collects &&
        (({ rows, selection }) => (
          <Suspense>
            <Collect
              list={list}
              rows={rows}
              selection={selection}
              onRemind={(some) => onBulk('remind', some, selection.clear)}
            />
          </Suspense>
        ))
      }
      columns={columns}
      // A keyword's hits come newest first.
      sort={keyword ? undefined : { by: sort ?? '', set: setSort }}
      nameOf={nameOf}
      tickLabel={tickLabel}
      act={act}
      card={card}
      empty={emptyOf(list)}
      bar={({ rows, clear }) => (
        <SelectionBar
          selected={rows}
          onBulk={(action, chosen) => onBulk(action, chosen, clear)}
          onClear={clear}
        />
      )}
      record={(of) => <BillPanel {...of} panel={panel} onDo={onDo} />}
    />
  )
}

function emptyOf(list: BillList) {
  const { status, ...others } = filtersOf(list.query)
  if (status)
    return {
      title: t('bill.empty.filtered', { status: t(`bill.status.${status}`) }),
      description: t('bill.empty.filtered.description'),
    }
  if (Object.keys(others).length > 0)
    return { title: t('bill.empty.none'), description: t('bill.empty.none.description') }
  return { title: t('bill.empty'), description: t('bill.empty.description') }
}
