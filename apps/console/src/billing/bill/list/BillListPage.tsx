import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { filtersOf } from '../../../lib/listQuery.ts'
import type { RouteName } from '../../../lib/routeName.ts'
import { usePageRequest } from '../../../lib/usePageRequest.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { ApiTable } from '../../../ui/table/ApiTable.tsx'
import { ExportButton } from '../../../ui/table/ExportButton.tsx'
import { useKeys } from '../../../ui/useKeys.ts'
import { useBillActions } from '../dialog/useBillActions.tsx'
import { ImportDrawer } from '../import/ImportDrawer.tsx'
import { BillFilters } from './BillFilters.tsx'
import styles from './BillListPage.module.css'
import { BillTabs } from './BillTabs.tsx'
import { BulkConfirm } from './BulkConfirm.tsx'
import { billColumns } from './columns.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { type BillList, useBillList } from './useBillList.ts'
import type { BulkAction } from './useBulk.ts'
import { useSelection } from './useSelection.ts'

const noRows: BillRow[] = []

/** Both bill lists: the API answers with the bills that this user may see, all of the company's or mine and below. */
export default function BillListPage({ name }: { name: RouteName }) {
  const list = useBillList()
  const { act, dialog } = useBillActions()
  const columns = billColumns(name === 'finance.payPalBill' ? paths.financeBill : paths.bill, act)
  // Reads the table's own answer from the cache.
  const { data: page } = useApi(billApi.list, { query: list.query })
  const { selected, selection, clear } = useSelection(JSON.stringify(filtersOf(list.query)), page?.list ?? noRows)
  const [bulk, setBulk] = useState<{ action: BulkAction; rows: BillRow[] }>()
  return (
    <Page name={name} extra={<HeadButtons list={list} fileName={t(`menu.${name}`)} />}>
      <BillTabs list={list} label={t('bill.tabs')}>
        <ApiTable
          endpoint={billApi.list}
          views="bill"
          list={list}
          label={t(`menu.${name}`)}
          columns={columns}
          selection={selection}
          filters={<BillFilters list={list} />}
          empty={emptyOf(list)}
        />
      </BillTabs>
      {selected.length > 0 && <SelectionBar selected={selected} onBulk={(action, rows) => setBulk({ action, rows })} onClear={clear} />}
      {bulk && (
        <BulkConfirm
          {...bulk}
          onClosed={(done) => {
            setBulk(undefined)
            if (done) clear()
          }}
        />
      )}
      {dialog}
    </Page>
  )
}

function HeadButtons({ list, fileName }: { list: BillList; fileName: string }) {
  const navigate = useNavigate()
  const [importing, setImporting] = useState(false)
  const mayCreate = canAccess(useCurrentUser(), billApi.create.permission)
  const create = () => void navigate(paths.billNew())
  useKeys({ n: mayCreate ? create : undefined })
  usePageRequest('importBills', () => setImporting(true))
  return (
    <span className={styles.headButtons}>
      <ExportButton endpoint={billApi.export} filter={filtersOf(list.query)} fileName={fileName} />
      {mayCreate && (
        <>
          <Button onClick={() => setImporting(true)}>{t('bill.import')}</Button>
          <Button type="primary" onClick={create}>
            {t('bill.new')}
          </Button>
          <ImportDrawer open={importing} onClose={() => setImporting(false)} />
        </>
      )}
    </span>
  )
}

function emptyOf(list: BillList) {
  const { status, ...others } = filtersOf(list.query)
  if (status)
    return { title: t('bill.empty.filtered', { status: t(`bill.status.${status}`) }), description: t('bill.empty.filtered.description') }
  if (Object.keys(others).length > 0) return { title: t('bill.empty.none'), description: t('bill.empty.none.description') }
  return { title: t('bill.empty'), description: t('bill.empty.description') }
}
