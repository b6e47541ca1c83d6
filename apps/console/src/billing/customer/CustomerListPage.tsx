import { customerApi } from '@paydesk/contract/billing/customer'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { filtersOf, isFiltered } from '../../lib/listQuery.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { pageRequestAccess, usePageRequest } from '../../lib/usePageRequest.ts'
import { Page } from '../../ui/page/Page.tsx'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { ExportButton } from '../../ui/table/ExportButton.tsx'
import { useKeys } from '../../ui/useKeys.ts'
import styles from './Customer.module.css'
import { CustomerDrawer } from './CustomerDrawer.tsx'
import { CustomerFilters } from './CustomerFilters.tsx'
import { customerColumns } from './columns.tsx'
import { useCustomerList } from './useCustomerList.ts'

export default function CustomerListPage({ name }: { name: RouteName }) {
  const me = useCurrentUser()
  const list = useCustomerList()
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  const created = useRef<string>(undefined)
  const columns = useMemo(() => customerColumns((tag) => list.setFilter({ tag })), [list.setFilter])
  const mayCreate = canAccess(me, pageRequestAccess.newCustomer)
  useKeys({ n: mayCreate ? () => setCreating(true) : undefined })
  usePageRequest('newCustomer', () => setCreating(true))
  return (
    <Page
      name={name}
      extra={
        <span className={styles.actions}>
          <ExportButton
            endpoint={customerApi.export}
            filter={filtersOf(list.query)}
            fileName={t(`menu.${name}`)}
          />
          {mayCreate && (
            <Button type="primary" onClick={() => setCreating(true)}>
              {t('customer.create')}
            </Button>
          )}
        </span>
      }
    >
      <ApiTable
        endpoint={customerApi.list}
        views="customer"
        list={list}
        label={t(`menu.${name}`)}
        columns={columns}
        phone={[
          ['name', 'due'],
          ['email', 'lastPaid'],
        ]}
        filters={<CustomerFilters list={list} />}
        empty={
          isFiltered(list.query)
            ? {
                title: t('customer.empty.filtered'),
                description: t('customer.empty.filtered.description'),
              }
            : { title: t('customer.empty'), description: t('customer.empty.description') }
        }
      />
      {creating && (
        <CustomerDrawer
          customer={undefined}
          onSaved={({ id }) => {
            created.current = id
            void refreshApi(customerApi.list)
          }}
          onClosed={() => {
            setCreating(false)
            // Navigates only now: a form that is still open would ask whether to leave it.
            if (created.current) void navigate(paths.customer(created.current))
          }}
        />
      )}
    </Page>
  )
}
