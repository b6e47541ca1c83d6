import { type Bill, billApi } from '@paydesk/contract/bill'
import { useParams } from 'react-router'
import { t } from '../lib/i18n.ts'
import { useApi } from '../lib/query.ts'
import type { RouteName } from '../lib/routeName.ts'
import { LoadState } from '../ui/LoadState.tsx'
import { Page } from '../ui/Page.tsx'
import { BillEditor } from './BillEditor.tsx'

/** A new bill, or one that can still be changed. */
export default function BillEditorPage({ name }: { name: RouteName }) {
  const { id } = useParams()
  return id ? <Existing key={id} name={name} id={id} /> : <New name={name} />
}

function New({ name }: { name: RouteName }) {
  const { data, error, refetch } = useApi(billApi.defaults, {})
  return (
    <Page name={name}>
      {data ? <BillEditor bill={null} defaults={data} /> : <LoadState failed={error !== null} onRetry={() => void refetch()} />}
    </Page>
  )
}

function Existing({ name, id }: { name: RouteName; id: string }) {
  const bill = useApi(billApi.read, { params: { id } })
  const defaults = useApi(billApi.defaults, {})
  const record: Bill | undefined = bill.data?.id === id ? bill.data : undefined
  const retry = () => void Promise.all([bill.refetch(), defaults.refetch()])
  return (
    <Page name={name} title={record && t('bill.edit.title', { number: record.number })}>
      {record && defaults.data ? (
        <BillEditor bill={record} defaults={defaults.data} />
      ) : (
        <LoadState failed={bill.error !== null || defaults.error !== null} onRetry={retry} />
      )}
    </Page>
  )
}
