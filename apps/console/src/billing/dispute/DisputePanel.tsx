import { type DisputeRow, disputeApi } from '@paydesk/contract/billing/dispute'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { PanelState } from '../../ui/workspace/PanelState.tsx'
import { RecordPanel } from '../../ui/workspace/RecordPanel.tsx'
import type { Panel } from '../../ui/workspace/usePanel.ts'
import { DisputeActs } from './DisputeActs.tsx'
import { DisputeView } from './DisputeView.tsx'

type Props = { id: string; row: DisputeRow | undefined; panel: Panel; ids: readonly string[] }

/** A dispute beside its list. */
export default function DisputePanel({ id, row, panel, ids }: Props) {
  const { data, error, refetch } = useApi(disputeApi.read, { params: { id } })
  const dispute = data?.id === id ? data : undefined
  const known = dispute ?? row
  return (
    <RecordPanel
      panel={panel}
      ids={ids}
      title={
        known
          ? t('dispute.page.title', { id: known.providerDisputeId })
          : t('menu.finance.disputeDetail')
      }
      acts={dispute && <DisputeActs key={id} dispute={dispute} />}
    >
      {dispute ? (
        <DisputeView key={id} dispute={dispute} />
      ) : (
        <PanelState error={error} gone={t('dispute.page.gone')} onRetry={() => void refetch()} />
      )}
    </RecordPanel>
  )
}
