import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCurrentUser, useHeld } from '../../../lib/api/currentUser.ts'
import { t } from '../../../lib/i18n.ts'
import { lazyPage } from '../../../lib/lazyPage.ts'
import { filtersOf } from '../../../lib/listQuery.ts'
import type { RouteName } from '../../../lib/routeName.ts'
import { usePageRequest } from '../../../lib/usePageRequest.ts'
import { HeldButton } from '../../../ui/HeldButton.tsx'
import { ExportButton } from '../../../ui/table/ExportButton.tsx'
import { useKeys } from '../../../ui/useKeys.ts'
import { usePanel } from '../../../ui/workspace/usePanel.ts'
import { WorkspacePage } from '../../../ui/workspace/WorkspacePage.tsx'
import { useBillActions } from '../dialog/useBillActions.tsx'
import { ImportDrawer } from '../import/ImportDrawer.tsx'
import styles from './BillListPage.module.css'
import { BillRows } from './BillRows.tsx'
import { BulkConfirm } from './BulkConfirm.tsx'
import { type BillList, useBillList } from './useBillList.ts'
import type { BulkAction } from './useBulk.ts'

const BillPage = lazyPage(() => import('../page/BillPage.tsx'))

/**
 * Both bill lists and the bills in them: the API answers with the bills that this user may see, all
 * of the company's or mine and below. A bill opens beside its list; where its address is opened by
 * itself, or there is no room, it is a page.
 */
export default function BillListPage({ name }: { name: RouteName }) {
  const inFinance = name === 'finance.payPalBill' || name === 'finance.billDetail'
  const listName = inFinance ? 'finance.payPalBill' : 'payPalBill.list'
  const listPath = inFinance ? paths.financeBillList() : paths.billList()
  const panel = usePanel(inFinance ? paths.financeBill : paths.bill, listPath)
  const list = useBillList()
  const { act, dialog } = useBillActions()
  const [bulk, setBulk] = useState<{ action: BulkAction; rows: BillRow[]; onDone: () => void }>()
  if (panel.asPage && panel.id)
    return (
      <Suspense>
        <BillPage name={name} id={panel.id} back={panel.back} />
      </Suspense>
    )
  return (
    <WorkspacePage
      name={listName}
      extra={<HeadButtons list={list} fileName={t(`menu.${listName}`)} />}
    >
      <BillRows
        label={t(`menu.${listName}`)}
        list={list}
        panel={panel}
        onDo={act}
        onBulk={(action, rows, onDone) => setBulk({ action, rows, onDone })}
      />
      {bulk && (
        <BulkConfirm
          action={bulk.action}
          rows={bulk.rows}
          onClosed={(done) => {
            setBulk(undefined)
            if (done) bulk.onDone()
          }}
        />
      )}
      {dialog}
    </WorkspacePage>
  )
}

function HeadButtons({ list, fileName }: { list: BillList; fileName: string }) {
  const navigate = useNavigate()
  const [importing, setImporting] = useState(false)
  const mayCreate = canAccess(useCurrentUser(), billApi.create.permission)
  const create = () => void navigate(paths.billNew())
  const held = useHeld()
  useKeys({ n: mayCreate && !held ? create : undefined })
  usePageRequest('importBills', () => setImporting(true))
  return (
    <span className={styles.headButtons}>
      <ExportButton endpoint={billApi.export} filter={filtersOf(list.query)} fileName={fileName} />
      {mayCreate && (
        <>
          <HeldButton held={held} onClick={() => setImporting(true)}>
            {t('bill.import')}
          </HeldButton>
          <HeldButton held={held} type="primary" onClick={create}>
            {t('bill.new')}
          </HeldButton>
          <ImportDrawer open={importing} onClose={() => setImporting(false)} />
        </>
      )}
    </span>
  )
}
