import { billApi } from '@paydesk/contract/billing/bill'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import type { RouteName } from '../../../lib/routeName.ts'
import { RecordPage } from '../../../ui/page/RecordPage.tsx'
import type { Panel } from '../../../ui/workspace/usePanel.ts'
import { BillActs } from '../BillActs.tsx'
import type { SendBy } from '../dialog/doing.ts'
import { useBillActions } from '../dialog/useBillActions.tsx'
import { BillView } from './BillView.tsx'

/** A bill as a page by itself. */
export default function BillPage({
  name,
  id,
  back,
}: {
  name: RouteName
  id: string
  back: Panel['back']
}) {
  const read = useApi(billApi.read, { params: { id } })
  const { act, ask, dialog } = useBillActions()
  useAskedToSend(id, (by) => ask({ action: 'send', id, by }))
  return (
    <>
      <RecordPage
        name={name}
        id={id}
        read={read}
        title={({ number }) => t('bill.page.title', { number })}
        extra={(bill) => bill && <BillActs bill={bill} onDo={act} />}
        back={{ ...back, label: t('bill.page.back') }}
        gone={t('bill.page.gone')}
      >
        {(bill) => <BillView key={id} bill={bill} />}
      </RecordPage>
      {dialog}
    </>
  )
}

/**
 * The editor saves and leads here to send, so that the bill is in view whatever the answer is. The
 * question is asked once, not again after a reload.
 */
function useAskedToSend(id: string, ask: (by: SendBy) => void) {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const by = (state as { send?: SendBy } | null)?.send
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the editor leads here with the question
  useEffect(() => {
    if (!by) return
    ask(by)
    void navigate(pathname, { replace: true, state: null })
  }, [by, id])
}
