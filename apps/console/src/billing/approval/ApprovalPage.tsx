import { type Approval, approvalApi } from '@paydesk/contract/billing/approval'
import { type LimitChange, limitChangeApi } from '@paydesk/contract/people/limitChange'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import type { Decision as LimitDecision } from '../../shared/limitChange/DecideLimits.tsx'
import { whoseLimits } from '../../shared/limitChange/words.ts'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import type { Panel } from '../../ui/workspace/usePanel.ts'
import { ApprovalActs } from './ApprovalActs.tsx'
import { ApprovalView } from './ApprovalView.tsx'
import type { Decision } from './DecideDialog.tsx'
import { LimitActs } from './LimitActs.tsx'
import { LimitView } from './LimitView.tsx'

type Props<D, R> = {
  name: RouteName
  id: string
  back: Panel['back']
  onDecide: (decision: D, request: R) => void
}
const parts = (back: Panel['back']) => ({
  back: { ...back, label: t('approval.page.back') },
  gone: t('approval.page.gone'),
})

/** A refund that waits, or was decided, as a page by itself. */
export function ApprovalPage({ name, id, back, onDecide }: Props<Decision, Approval>) {
  return (
    <RecordPage
      name={name}
      id={id}
      read={useApi(approvalApi.read, { params: { id } })}
      title={({ billNumber }) => t('approval.page.title', { number: billNumber })}
      extra={(approval) => approval && <ApprovalActs approval={approval} onDecide={onDecide} />}
      {...parts(back)}
    >
      {(approval) => <ApprovalView approval={approval} />}
    </RecordPage>
  )
}

export function LimitPage({ name, id, back, onDecide }: Props<LimitDecision, LimitChange>) {
  return (
    <RecordPage
      name={name}
      id={id}
      read={useApi(limitChangeApi.read, { params: { id } })}
      title={whoseLimits}
      extra={(change) => change && <LimitActs change={change} onDecide={onDecide} />}
      {...parts(back)}
    >
      {(change) => <LimitView change={change} />}
    </RecordPage>
  )
}
