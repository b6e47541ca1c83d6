import { type LimitChange, limitChangeApi } from '@paydesk/contract/people/limitChange'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import type { Decision } from '../../shared/limitChange/DecideLimits.tsx'
import { whoseLimits } from '../../shared/limitChange/words.ts'
import { PanelState } from '../../ui/workspace/PanelState.tsx'
import { RecordPanel } from '../../ui/workspace/RecordPanel.tsx'
import type { Panel } from '../../ui/workspace/usePanel.ts'
import { LimitActs } from './LimitActs.tsx'
import { LimitView } from './LimitView.tsx'

type Props = {
  id: string
  row: LimitChange | undefined
  panel: Panel
  ids: readonly string[]
  onDecide: (decision: Decision, change: LimitChange) => void
}

/** A change of limits beside the list of those that wait. */
export default function LimitPanel({ id, row, panel, ids, onDecide }: Props) {
  const { data, error, refetch } = useApi(limitChangeApi.read, { params: { id } })
  const change = data?.id === id ? data : row
  return (
    <RecordPanel
      panel={panel}
      ids={ids}
      title={change ? whoseLimits(change) : t('menu.finance.approvalDetail')}
      acts={change && <LimitActs key={id} change={change} onDecide={onDecide} />}
    >
      {change ? (
        <LimitView key={id} change={change} />
      ) : (
        <PanelState error={error} gone={t('approval.page.gone')} onRetry={() => void refetch()} />
      )}
    </RecordPanel>
  )
}
