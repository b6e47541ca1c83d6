import { type ExceptionRow, reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { paths } from '@paydesk/contract/lib/paths'
import { Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import { filtersOf, isFiltered } from '../../lib/listQuery.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { useFreshCoverage } from '../../shared/transaction/useCoverage.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { ListWorkspace } from '../../ui/workspace/ListWorkspace.tsx'
import { useGoOn } from '../../ui/workspace/useGoOn.ts'
import { usePanel } from '../../ui/workspace/usePanel.ts'
import type { Selection } from '../../ui/workspace/useSelection.ts'
import { WorkspacePage } from '../../ui/workspace/WorkspacePage.tsx'
import { focusedRow } from '../../ui/workspace/walk.ts'
import { AcceptDialog } from './AcceptDialog.tsx'
import { AsideDialog } from './AsideDialog.tsx'
import { tickAlike } from './alike.ts'
import { payerOf, unmatchedColumns } from './columns.tsx'
import { type Many, ManyDialog } from './ManyDialog.tsx'
import { OpenSums } from './OpenSums.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { OpenRow } from './sums.ts'
import { UnmatchedCard } from './UnmatchedCard.tsx'
import { useUnmatchedFilters, useUnmatchedList } from './useUnmatchedFilters.ts'

const UnmatchedPage = lazyPage(() => import('./UnmatchedPage.tsx'))
const UnmatchedPanel = lazyPage(() => import('./UnmatchedPanel.tsx'))

const nameOf = (row: ExceptionRow) => `${payerOf(row)} ${row.providerTransactionId}`
const tickLabel = (row: ExceptionRow) =>
  t('money.select', { name: payerOf(row), id: row.providerTransactionId })
const card = (row: ExceptionRow) => <UnmatchedCard row={row} />

type Doing =
  | { asked: 'aside'; rows: readonly OpenRow[] }
  | { asked: 'accept'; rows: readonly ExceptionRow[] }

/**
 * Money that nothing explains, the oldest first; beside it one transaction with the bills
 * that may explain it.
 */
export default function ReconciliationPage({ name }: { name: RouteName }) {
  const list = useUnmatchedList()
  const filters = useUnmatchedFilters(list)
  const panel = usePanel(paths.unmatched, paths.reconciliation())
  const going = useGoOn(panel)
  const { doing, key, ask, onClosed } = useDialog<Doing>()
  const [many, setMany] = useState<Many & { onDone: () => void }>()
  /** Whose ticks are taken off once all is done. */
  const [clear, setClear] = useState<() => void>()
  const columns = useMemo(unmatchedColumns, [])
  const empty = useEmpty(isFiltered(list.query))
  const onAside = (row: OpenRow) => ask({ asked: 'aside', rows: [row] })
  const askAll = (asked: Doing['asked'], selection: Selection<ExceptionRow>) => {
    setClear(() => selection.clear)
    ask({ asked, rows: selection.rows })
  }
  const alike = (id: string, selection: Selection<ExceptionRow>) =>
    void tickAlike(id, filtersOf(list.query), selection)
  const closed = () => {
    onClosed()
    going.goOn()
  }
  const start = (next: Many) => setMany({ ...next, onDone: () => clear?.() })
  const dialogs = (
    <>
      {doing?.asked === 'aside' && (
        <AsideDialog
          key={key}
          rows={doing.rows}
          goOn={going}
          onMany={(reason) =>
            start({ doing: 'aside', rows: doing.rows as readonly ExceptionRow[], reason })
          }
          onClosed={closed}
        />
      )}
      {doing?.asked === 'accept' && (
        <AcceptDialog
          key={key}
          rows={doing.rows}
          onAccept={(rows) => start({ doing: 'accept', rows })}
          onClosed={closed}
        />
      )}
      {many && (
        <ManyDialog
          many={many}
          onClosed={() => {
            setMany(undefined)
            many.onDone()
          }}
        />
      )}
    </>
  )
  if (panel.asPage && panel.id)
    return (
      <Suspense>
        <UnmatchedPage name={name} id={panel.id} back={panel.back} goOn={going} onAside={onAside} />
        {dialogs}
      </Suspense>
    )
  const { confirm } = list.query
  return (
    <WorkspacePage
      name="finance.reconciliation"
      extra={<Link to={paths.transactionList()}>{t('menu.finance.transaction')}</Link>}
    >
      <ListWorkspace<typeof reconciliationApi.list>
        endpoint={reconciliationApi.list}
        views="reconciliation"
        label={t('money.queue')}
        list={list}
        panel={panel}
        tabs={{
          label: t('money.queue'),
          active: confirm ? 'confirm' : 'open',
          items: [
            { key: 'open', label: t('money.tab.unmatched') },
            { key: 'confirm', label: t('money.queue.confirm') },
          ],
          onChange: (next) => list.setFilter({ confirm: next === 'confirm' ? 'true' : undefined }),
        }}
        filters={filters}
        above={!confirm && <OpenSums filter={filtersOf(list.query)} />}
        columns={columns}
        nameOf={nameOf}
        tickLabel={tickLabel}
        card={card}
        empty={empty}
        {...(!confirm && {
          bar: (selection) => (
            <SelectionBar
              rows={selection.rows}
              onAside={() => askAll('aside', selection)}
              onAccept={() => askAll('accept', selection)}
              onClear={selection.clear}
            />
          ),
          tools: (selection) => (
            <AlikeKey
              onTick={panel.openId === undefined ? (id) => alike(id, selection) : undefined}
            />
          ),
        })}
        record={({ selection, ...of }) => (
          <UnmatchedPanel
            {...of}
            panel={panel}
            goOn={going}
            onAside={onAside}
            onAlike={confirm ? undefined : (id: string) => alike(id, selection)}
          />
        )}
      />
      {dialogs}
    </WorkspacePage>
  )
}

/**
 * Ticks what looks like the row that has the focus. Beside an open record the key is the record's.
 */
function AlikeKey({ onTick }: { onTick: ((id: string) => void) | undefined }) {
  const tick = () => {
    const id = focusedRow()
    if (id) onTick?.(id)
  }
  useKeys({ e: onTick && tick })
  return null
}

/**
 * Says that nothing is left to explain, and until which time that is true: only as far as every
 * account was read.
 */
function useEmpty(filtered: boolean) {
  const { timezone } = useCurrentUser().company
  const { accounts = [] } = useFreshCoverage()
  if (filtered) return { title: t('money.queue.none.filtered'), description: '' }
  const known = accounts
    .flatMap(({ completeThrough }) => (completeThrough ? [completeThrough] : []))
    .sort()
  const unread = accounts.length - known.length
  const through = known[0]
    ? t('money.queue.none.through', { time: formatInstant(known[0], timezone) })
    : ''
  return {
    title: t('money.queue.none'),
    description: through + (unread > 0 ? t('money.queue.none.unsynced', { count: unread }) : ''),
  }
}
