import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import {
  type TransactionRow,
  type TransactionSort,
  transactionApi,
} from '@paydesk/contract/money/transaction'
import { Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import { filtersOf, isFiltered, orderBy } from '../../lib/listQuery.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { kindText } from '../../shared/transaction/transactionWords.ts'
import { ExportButton } from '../../ui/table/ExportButton.tsx'
import { ListWorkspace } from '../../ui/workspace/ListWorkspace.tsx'
import { usePanel } from '../../ui/workspace/usePanel.ts'
import { WorkspacePage } from '../../ui/workspace/WorkspacePage.tsx'
import { transactionColumns } from './columns.tsx'
import { SyncLine } from './SyncLine.tsx'
import { TotalsBar } from './TotalsBar.tsx'
import styles from './Transaction.module.css'
import { TransactionCard } from './TransactionCard.tsx'
import { useTransactionFilters } from './useTransactionFilters.ts'
import { type TransactionList, useTransactionList } from './useTransactionList.ts'

const TransactionPage = lazyPage(() => import('./TransactionPage.tsx'))
const TransactionPanel = lazyPage(() => import('./TransactionPanel.tsx'))

const nameOf = (row: TransactionRow) =>
  t('money.open', { kind: kindText(row), id: row.providerTransactionId })
const card = (row: TransactionRow) => <TransactionCard transaction={row} />

/** The transactions of all accounts, and the one that is open beside them. */
export default function TransactionListPage({ name }: { name: RouteName }) {
  const panel = usePanel(paths.transaction, paths.transactionList())
  const list = useTransactionList()
  const columns = useMemo(transactionColumns, [])
  const tabs = tabsOf(list)
  const filters = useTransactionFilters(list)
  if (panel.asPage && panel.id)
    return (
      <Suspense>
        <TransactionPage name={name} id={panel.id} back={panel.back} />
      </Suspense>
    )
  const { keyword, sort, currency } = list.query
  const setSort = (next: string, first: TransactionRow | undefined) =>
    list.setFilter(orderBy<TransactionSort>(next, currency, first))
  return (
    <WorkspacePage name="finance.transaction" extra={<HeadActions list={list} />}>
      <SyncLine />
      <ListWorkspace
        endpoint={transactionApi.list}
        views="transaction"
        label={t('menu.finance.transaction')}
        list={list}
        panel={panel}
        tabs={tabs}
        search={{
          label: t('money.search'),
          hint: t('money.search.hint'),
          value: keyword,
          onChange: (next) => list.setFilter({ keyword: next, ...(next && { sort: undefined }) }),
        }}
        filters={filters}
        above={<TotalsBar list={list} />}
        columns={columns}
        // A keyword's hits come newest first.
        sort={keyword ? undefined : { by: sort ?? '', set: setSort }}
        nameOf={nameOf}
        card={card}
        empty={
          isFiltered(list.query)
            ? {
                title: t('money.empty.filtered'),
                description: t('money.empty.filtered.description'),
              }
            : { title: t('money.empty'), description: t('money.empty.description') }
        }
        record={(of) => <TransactionPanel {...of} panel={panel} />}
      />
    </WorkspacePage>
  )
}

function HeadActions({ list }: { list: TransactionList }) {
  const user = useCurrentUser()
  return (
    <span className={styles.headActions}>
      {canAccess(user, reconciliationApi.list.permission) && (
        <Link to={paths.reconciliation()}>{t('money.toReconciliation')}</Link>
      )}
      <ExportButton
        endpoint={transactionApi.export}
        filter={filtersOf(list.query)}
        fileName={t('money.export.file')}
      />
    </span>
  )
}

/**
 * The questions that are asked most often, as tabs: each is a filter that can also be set by
 * itself.
 */
const questions = {
  all: {},
  unmatched: { matchState: 'unmatched' },
  pending: { status: 'P' },
  refund: { class: 'refund' },
} as const

function tabsOf({ query, setFilter }: TransactionList) {
  const keys = Object.keys(questions) as (keyof typeof questions)[]
  const { matchState, status, class: kind } = query
  const asked = { matchState, status, class: kind }
  const fits = (key: keyof typeof questions) =>
    JSON.stringify(asked) ===
    JSON.stringify({
      matchState: undefined,
      status: undefined,
      class: undefined,
      ...questions[key],
    })
  return {
    label: t('money.tabs'),
    // Another filter of these three is none of the tabs' questions; it shows a part of all.
    active: keys.find(fits) ?? 'all',
    items: keys.map((key) => ({ key: key as string, label: t(`money.tab.${key}`) })),
    onChange: (key: string) =>
      setFilter({
        matchState: undefined,
        status: undefined,
        class: undefined,
        ...questions[key as keyof typeof questions],
      }),
  }
}
