import { billApi } from '@paydesk/contract/billing/bill'
import { useEffect } from 'react'
import { useApi } from '../../../lib/api/query.ts'
import type { Doing } from './doing.ts'
import { ReassignDialog } from './ReassignDialog.tsx'
import { RecordPaymentDialog } from './RecordPaymentDialog.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { SendDialog } from './SendDialog.tsx'
import { SimpleDialog } from './SimpleDialog.tsx'

/**
 * The whole bill is read before the dialog asks anything: the question names the amount and
 * the address, and the answer carries the version that was in view. The bill stays live while
 * the dialog is open.
 */
export default function BillDialogs({ doing, onClosed }: { doing: Doing; onClosed: () => void }) {
  const { data: bill, error } = useApi(billApi.read, { params: { id: doing.id } })
  const isLost = error !== null && bill === undefined
  useEffect(() => {
    // The call has shown the error; the person can open the dialog again.
    if (isLost) onClosed()
  })
  if (!bill || bill.id !== doing.id) return null
  const props = { bill, onClosed }
  switch (doing.action) {
    case 'send':
      return <SendDialog {...props} by={doing.by ?? 'email'} />
    case 'recordPayment':
      return <RecordPaymentDialog {...props} />
    case 'refund':
      return <RefundDialog {...props} />
    case 'reassign':
      return <ReassignDialog {...props} />
    default:
      return <SimpleDialog {...props} name={doing.action} />
  }
}
