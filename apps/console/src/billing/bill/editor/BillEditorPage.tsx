import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { paths } from '@paydesk/contract/lib/paths'
import { Alert } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import type { RouteName } from '../../../lib/routeName.ts'
import { LoadState } from '../../../ui/page/LoadState.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { RecordPage } from '../../../ui/page/RecordPage.tsx'
import { refusalOf } from '../refusal.ts'
import { BillEditor } from './BillEditor.tsx'
import type { PickedCustomer } from './CustomerField.tsx'
import type { BillDefaults } from './editorValues.ts'

/** A new bill, or one that can still be changed. */
export default function BillEditorPage({ name }: { name: RouteName }) {
  const { id } = useParams()
  return id ? <Existing key={id} name={name} id={id} /> : <New name={name} />
}

function New({ name }: { name: RouteName }) {
  const { data, error, refetch } = useApi(billApi.defaults, {})
  // A customer's page begins a bill for that customer.
  const { customer } = (useLocation().state ?? {}) as { customer?: PickedCustomer }
  return (
    <Page name={name}>
      {data ? (
        <BillEditor bill={null} defaults={data} {...(customer && { customer })} />
      ) : (
        <LoadState failed={error !== null} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Existing({ name, id }: { name: RouteName; id: string }) {
  const bill = useApi(billApi.read, { params: { id } })
  const defaults = useApi(billApi.defaults, {})
  const refetch = () => void Promise.all([bill.refetch(), defaults.refetch()])
  return (
    <RecordPage
      name={name}
      id={id}
      read={{ ...bill, refetch }}
      title={({ number }) => t('bill.edit.title', { number })}
      gone={t('bill.page.gone')}
    >
      {(record) =>
        defaults.data ? (
          <Editable bill={record} defaults={defaults.data} />
        ) : (
          <LoadState failed={defaults.error !== null} onRetry={refetch} />
        )
      }
    </RecordPage>
  )
}

/**
 * Whether the bill can be edited is decided once: a later change of the bill must not take away
 * what someone is typing. The API has the last word.
 */
function Editable({ bill, defaults }: { bill: Bill; defaults: BillDefaults }) {
  const user = useCurrentUser()
  const [refusal] = useState(() => refusalOf('edit', bill, user))
  if (!refusal) return <BillEditor bill={bill} defaults={defaults} />
  return (
    <Alert
      type="warning"
      showIcon
      title={refusal}
      description={<Link to={paths.bill(bill.id)}>{t('bill.edit.back')}</Link>}
    />
  )
}
