import { type Approval, approvalApi } from '@paydesk/contract/billing/approval'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { PanelState } from '../../ui/workspace/PanelState.tsx'
import { RecordPanel } from '../../ui/workspace/RecordPanel.tsx'
import type { Panel } from '../../ui/workspace/usePanel.ts'
import { ApprovalActs } from './ApprovalActs.tsx'
import { ApprovalView } from './ApprovalView.tsx'
import type { Decision } from './DecideDialog.tsx'

type Props = {
  id: string
  row: Approval | undefined
  panel: Panel
  ids: readonly string[]
  onDecide: (decision: Decision, approval: Approval) => void
}

/** A refund beside the list of those that wait, or were decided. */
export default function ApprovalPanel({ id, row, panel, ids, onDecide }: Props) {
  const { data, error, refetch } = useApi(approvalApi.read, { params: { id } })
  // The list has all of a request, so going from one to the next waits for nothing.
  const approval = data?.id === id ? data : row
  return (
    <RecordPanel
      panel={panel}
      ids={ids}
      title={
        approval
          ? t('approval.page.title', { number: approval.billNumber })
          : t('menu.finance.approvalDetail')
      }
      acts={approval && <ApprovalActs key={id} approval={approval} onDecide={onDecide} />}
    >
      {approval ? (
        <ApprovalView key={id} approval={approval} />
      ) : (
        <PanelState error={error} gone={t('approval.page.gone')} onRetry={() => void refetch()} />
      )}
    </RecordPanel>
  )
}
