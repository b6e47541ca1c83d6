import { type Approval, approvalApi } from '@paydesk/contract/billing/approval'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { type LimitChange, limitChangeApi } from '@paydesk/contract/people/limitChange'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import type { RouteName } from '../../lib/routeName.ts'
import {
  DecideLimits,
  type Decision as LimitDecision,
} from '../../shared/limitChange/DecideLimits.tsx'
import { limitDecisions } from '../../shared/limitChange/decisions.ts'
import { whoseLimits } from '../../shared/limitChange/words.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { useListQuery } from '../../ui/table/useListQuery.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { ListWorkspace } from '../../ui/workspace/ListWorkspace.tsx'
import { useGoOn } from '../../ui/workspace/useGoOn.ts'
import { usePanel } from '../../ui/workspace/usePanel.ts'
import { WorkspacePage } from '../../ui/workspace/WorkspacePage.tsx'
import { ApprovalCard } from './ApprovalCard.tsx'
import { ApprovalPage, LimitPage } from './ApprovalPage.tsx'
import { approvalColumns, limitColumns } from './columns.tsx'
import { DecideDialog, type Decision } from './DecideDialog.tsx'
import { LimitCard } from './LimitCard.tsx'

const ApprovalPanel = lazyPage(() => import('./ApprovalPanel.tsx'))
const LimitPanel = lazyPage(() => import('./LimitPanel.tsx'))

/**
 * Which of the lists; the address of a record says it too, since a refund and a change of limits
 * are read by different calls.
 */
const filters = { tab: ['limits', 'decided'] } as const
const pageSize = 20
const refundName = ({ billNumber }: Approval) => billNumber
const refundCard = (approval: Approval) => <ApprovalCard approval={approval} />
const limitCard = (change: LimitChange) => <LimitCard change={change} />

type Doing =
  | { decision: Decision; approval: Approval }
  | { decision: LimitDecision; change: LimitChange }

/**
 * What waits for a second person, the oldest first: refunds, and other limits for those who look
 * after them; and refunds that were decided.
 */
export default function ApprovalListPage({ name }: { name: RouteName }) {
  const mayLimits = canAccess(useCurrentUser(), limitChangeApi.list.permission)
  const list = useListQuery(filters, pageSize)
  const navigate = useNavigate()
  const panel = usePanel(paths.approval, paths.approvalList())
  const goOn = useGoOn(panel)
  const { doing, key, ask, onClosed } = useDialog<Doing>()
  const onRefund = useCallback(
    (decision: Decision, approval: Approval) => ask({ decision, approval }),
    [ask],
  )
  const onLimits = useCallback(
    (decision: LimitDecision, change: LimitChange) => ask({ decision, change }),
    [ask],
  )
  const { tab, ...query } = list.query
  const limits = tab === 'limits' && mayLimits
  const decided = tab === 'decided'
  const refundColumns = useMemo(() => approvalColumns(decided), [decided])
  const changeColumns = useMemo(limitColumns, [])
  const refundAct = useCallback(
    (approval: Approval) => <LikelyRefund approval={approval} onDecide={onRefund} />,
    [onRefund],
  )
  const limitAct = useCallback(
    (change: LimitChange) => <LikelyLimits change={change} onDecide={onLimits} />,
    [onLimits],
  )
  const around = (id: string) => (work: () => Promise<void>) => goOn.decide(id, work)
  const closed = () => {
    onClosed()
    goOn.goOn()
  }
  const dialog =
    doing &&
    ('approval' in doing ? (
      <DecideDialog key={key} {...doing} around={around(doing.approval.id)} onClosed={closed} />
    ) : (
      <DecideLimits key={key} {...doing} around={around(doing.change.id)} onClosed={closed} />
    ))
  if (panel.asPage && panel.id) {
    const at = { name, id: panel.id, back: panel.back }
    return (
      <>
        {limits ? (
          <LimitPage {...at} onDecide={onLimits} />
        ) : (
          <ApprovalPage {...at} onDecide={onRefund} />
        )}
        {dialog}
      </>
    )
  }
  const shared = {
    list,
    views: 'approval',
    panel,
    filters: [],
    tabs: {
      label: t('approval.tabs'),
      active: tab ?? 'waiting',
      items: [
        { key: 'waiting', label: t('approval.waiting') },
        ...(mayLimits ? [{ key: 'limits', label: t('approval.limits') }] : []),
        { key: 'decided', label: t('approval.decided') },
      ],
      // A record of one list is none of the other's.
      onChange: (next: string) =>
        void navigate({
          pathname: paths.approvalList(),
          search: next === 'waiting' ? '' : `${new URLSearchParams({ tab: next })}`,
        }),
    },
  } as const
  return (
    <WorkspacePage name="finance.approval">
      {limits ? (
        <ListWorkspace
          {...shared}
          endpoint={limitChangeApi.list}
          query={{ ...query, waiting: 'true' }}
          label={t('approval.limits')}
          columns={changeColumns}
          nameOf={whoseLimits}
          card={limitCard}
          act={limitAct}
          empty={{
            title: t('approval.limit.none'),
            description: t('approval.limit.none.description'),
          }}
          record={(of) => <LimitPanel {...of} panel={panel} onDecide={onLimits} />}
        />
      ) : (
        <ListWorkspace
          {...shared}
          endpoint={approvalApi.list}
          query={{ ...query, decided }}
          label={t('approval.list')}
          columns={refundColumns}
          nameOf={refundName}
          card={refundCard}
          act={decided ? undefined : refundAct}
          empty={
            decided
              ? {
                  title: t('approval.none.decided'),
                  description: t('approval.none.decided.description'),
                }
              : { title: t('approval.none'), description: t('approval.none.description') }
          }
          record={(of) => <ApprovalPanel {...of} panel={panel} onDecide={onRefund} />}
        />
      )}
      {dialog}
    </WorkspacePage>
  )
}

/** The one act that a row offers; the others, and why there is none, are beside the record. */
function LikelyRefund({
  approval,
  onDecide,
}: {
  approval: Approval
  onDecide: (decision: Decision, approval: Approval) => void
}) {
  if (approval.obstacle !== null) return null
  return (
    <LinkButton onClick={() => onDecide('approve', approval)}>
      {t('approval.approve')}
      <span className="visually-hidden"> {approval.billNumber}</span>
    </LinkButton>
  )
}

function LikelyLimits({
  change,
  onDecide,
}: {
  change: LimitChange
  onDecide: (decision: LimitDecision, change: LimitChange) => void
}) {
  const [decision] = limitDecisions(change)
  if (decision !== 'approve') return null
  return (
    <LinkButton onClick={() => onDecide('approve', change)}>
      {t('limitChange.approve')}
      <span className="visually-hidden"> {whoseLimits(change)}</span>
    </LinkButton>
  )
}
