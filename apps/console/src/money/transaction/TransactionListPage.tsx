import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { filtersOf, isFiltered } from '../../lib/listQuery.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { Page } from '../../ui/page/Page.tsx'
import record from '../../ui/page/record.module.css'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { ExportButton } from '../../ui/table/ExportButton.tsx'
import { Coverage } from './Coverage.tsx'
import { transactionColumns } from './columns.tsx'
import { TotalsBar } from './TotalsBar.tsx'
import styles from './Transaction.module.css'
import { TransactionFilters } from './TransactionFilters.tsx'
import { useTransactionList } from './useTransactionList.ts'

export default function TransactionListPage({ name }: { name: RouteName }) {
  const list = useTransactionList()
  const columns = useMemo(transactionColumns, [])
  const user = useCurrentUser()
  return (
    <Page
      name={name}
      extra={
        <span className={styles.headActions}>
          <ExportButton endpoint={transactionApi.export} filter={filtersOf(list.query)} fileName={t('money.export.file')} />
          {canAccess(user, reconciliationApi.list.permission) && <Link to={paths.reconciliation()}>{t('money.toReconciliation')}</Link>}
        </span>
      }
    >
      <div className={record.page}>
        <Coverage />
        <ApiTable
          endpoint={transactionApi.list}
          views="transaction"
          list={list}
          label={t(`menu.${name}`)}
          columns={columns}
          filters={
            <>
              <TransactionFilters list={list} />
              <TotalsBar list={list} />
            </>
          }
          empty={
            isFiltered(list.query)
              ? { title: t('money.empty.filtered'), description: t('money.empty.filtered.description') }
              : { title: t('money.empty'), description: t('money.empty.description') }
          }
        />
      </div>
    </Page>
  )
}
