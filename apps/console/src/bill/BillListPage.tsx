import { billApi } from '@paydesk/contract/bill'
import { type BillStatus, billStatuses } from '@paydesk/contract/billStatus'
import { Select } from 'antd'
import { useMemo } from 'react'
import { t } from '../lib/i18n.ts'
import type { RouteName } from '../lib/routeName.ts'
import { ApiTable } from '../ui/ApiTable.tsx'
import { Page } from '../ui/Page.tsx'
import { useListQuery } from '../ui/useListQuery.ts'
import styles from './BillListPage.module.css'
import { billColumns } from './columns.tsx'

const filters = { status: billStatuses }

/** Both bill lists: the API answers with the bills that this user may see, all of the company's or mine and below. */
export default function BillListPage({ name }: { name: RouteName }) {
  const list = useListQuery(filters)
  const { status } = list.query
  const columns = useMemo(billColumns, [])
  return (
    <Page name={name}>
      <ApiTable
        endpoint={billApi.list}
        list={list}
        label={t(`menu.${name}`)}
        columns={columns}
        filters={<StatusFilter status={status} onChange={(next) => list.setFilter({ status: next })} />}
        empty={
          status
            ? { title: t('bill.empty.filtered', { status: t(`bill.status.${status}`) }), description: t('bill.empty.filtered.description') }
            : { title: t('bill.empty'), description: t('bill.empty.description') }
        }
      />
    </Page>
  )
}

function StatusFilter({ status, onChange }: { status: BillStatus | undefined; onChange: (status: BillStatus | undefined) => void }) {
  const id = 'bill-status'
  return (
    <span className={styles.filter}>
      <label htmlFor={id}>{t('bill.status')}</label>
      <Select<BillStatus | undefined>
        id={id}
        className={styles.select ?? ''}
        value={status}
        onChange={onChange}
        allowClear
        placeholder={t('bill.status.all')}
        options={billStatuses.map((value) => ({ value, label: t(`bill.status.${value}`) }))}
      />
    </span>
  )
}
