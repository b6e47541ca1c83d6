import { billApi } from '@paydesk/contract/billing/bill'
import { paths } from '@paydesk/contract/lib/paths'
import { lazy, type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { download, savedName } from '../../../lib/api/download.ts'
import { feedback } from '../../../lib/feedback.ts'
import { t } from '../../../lib/i18n.ts'
import { copyText } from '../../../ui/copyText.ts'
import { useDialog } from '../../../ui/useDialog.ts'
import { showBill } from '../refresh.ts'
import type { ActionBill, Offered } from '../refusal.ts'
import type { Doing } from './doing.ts'

const BillDialogs = lazy(() => import('./BillDialogs.tsx'))

/** What happens when someone picks an action, in the list and on the bill's page alike. */
export function useBillActions(): {
  act: (action: Offered, bill: ActionBill) => void
  ask: (doing: Doing) => void
  dialog: ReactNode
} {
  const navigate = useNavigate()
  const { company } = useCurrentUser()
  const { doing, key, ask, onClosed } = useDialog<Doing>()

  async function duplicate({ id, number }: ActionBill) {
    const copy = await call(billApi.duplicate, { params: { id } })
    showBill(copy)
    feedback.message().success(t('bill.duplicate.done', { number, copy: copy.number }))
    void navigate(paths.billEdit(copy.id))
  }

  async function resync({ id }: ActionBill) {
    showBill(await call(billApi.resync, { params: { id } }))
    feedback.message().success(t('bill.resync.done'))
  }

  function act(action: Offered, bill: ActionBill) {
    switch (action) {
      case 'copyLink':
        return void copyText(bill.payUrl ?? '')
      case 'edit':
        return void navigate(paths.billEdit(bill.id))
      case 'duplicate':
        return void duplicate(bill).catch(() => undefined)
      case 'pdf':
        return void download(
          billApi.pdf,
          { params: { id: bill.id } },
          `${savedName([company.name, bill.number])}.pdf`,
        )
      case 'resync':
        return void resync(bill).catch(() => undefined)
      default:
        ask({ action, id: bill.id })
    }
  }

  const dialog = doing && (
    <Suspense>
      <BillDialogs key={key} doing={doing} onClosed={onClosed} />
    </Suspense>
  )
  return { act, ask, dialog }
}
