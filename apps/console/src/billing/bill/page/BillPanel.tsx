import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { PanelState } from '../../../ui/workspace/PanelState.tsx'
import { RecordPanel } from '../../../ui/workspace/RecordPanel.tsx'
import type { Panel } from '../../../ui/workspace/usePanel.ts'
import { BillActs } from '../BillActs.tsx'
import type { ActionBill, Offered } from '../refusal.ts'
import { BillShape } from './BillShape.tsx'
import { BillView } from './BillView.tsx'

type Props = {
  id: string
  /**
   * The bill's row of the list: its name and what can be done are known before the bill is read.
   */
  row: BillRow | undefined
  panel: Panel
  ids: readonly string[]
  onDo: (action: Offered, bill: ActionBill) => void
}

/** A bill beside its list. */
export default function BillPanel({ id, row, panel, ids, onDo }: Props) {
  const { data, error, refetch } = useApi(billApi.read, { params: { id } })
  const bill = data?.id === id ? data : undefined
  const known = bill ?? row
  return (
    <RecordPanel
      panel={panel}
      ids={ids}
      title={known ? t('bill.page.title', { number: known.number }) : t('menu.payPalBill.detail')}
      acts={known && <BillActs bill={known} onDo={onDo} />}
    >
      {bill && <BillView key={id} bill={bill} />}
      {!bill && row && !error && <BillShape row={row} />}
      {!bill && (error || !row) && (
        <PanelState error={error} gone={t('bill.page.gone')} onRetry={() => void refetch()} />
      )}
    </RecordPanel>
  )
}
