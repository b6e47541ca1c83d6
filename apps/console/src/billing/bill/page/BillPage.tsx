import { billApi } from '@paydesk/contract/billing/bill'
import { paths } from '@paydesk/contract/lib/paths'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import type { RouteName } from '../../../lib/routeName.ts'
import { RecordPage } from '../../../ui/page/RecordPage.tsx'
import type { SendBy } from '../dialog/doing.ts'
import { useBillActions } from '../dialog/useBillActions.tsx'
import { BillHeadActions } from './BillHeadActions.tsx'
import { BillView } from './BillView.tsx'

export default function BillPage({ name }: { name: RouteName }) {
  const { id = '' } = useParams()
  const read = useApi(billApi.read, { params: { id } })
  const { act, ask, dialog } = useBillActions()
  useAskedToSend(id, (by) => ask({ action: 'send', id, by }))
  const list = name === 'finance.billDetail' ? paths.financeBillList() : paths.billList()
  return (
    <>
      <RecordPage
        name={name}
        id={id}
        read={read}
        title={({ number }) => t('bill.page.title', { number })}
        extra={(bill) => bill && <BillHeadActions bill={bill} onDo={act} />}
        back={{ to: list, label: t('bill.page.back') }}
        gone={t('bill.page.gone')}
      >
        {(bill) => <BillView bill={bill} />}
      </RecordPage>
      {dialog}
    </>
  )
}

/**
 * The editor saves and leads here to send, so that the bill is in view whatever the answer is. The question is asked once, not again after
 * a reload.
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
