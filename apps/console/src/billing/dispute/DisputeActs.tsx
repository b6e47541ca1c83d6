import { type Dispute, disputeApi } from '@paydesk/contract/billing/dispute'
import { canAccess } from '@paydesk/contract/lib/access'
import { call } from '../../lib/api/api.ts'
import { heldOf, useCurrentUser } from '../../lib/api/currentUser.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { Acts } from '../../ui/workspace/Acts.tsx'
import { AnswerDrawer } from './AnswerDrawer.tsx'

type Action = Dispute['actions'][number]

/**
 * Offers exactly the answers for which PayPal's own record carries a link, and says why there are
 * none.
 */
export function DisputeActs({ dispute }: { dispute: Dispute }) {
  const user = useCurrentUser()
  const may = canAccess(user, disputeApi.answer.permission)
  const { doing, key, ask, onClosed } = useDialog<Action>()
  const blocked = dispute.busy && dispute.operations[0]?.state !== 'unknown'
  const offered = may && !blocked ? dispute.actions : []
  // Giving in is never what the screen urges, wherever PayPal lists it.
  const inOrder = [
    ...offered.filter((action) => action !== 'acceptClaim'),
    ...offered.filter((action) => action === 'acceptClaim'),
  ]
  const answers = inOrder.map((action, index) => ({
    key: action,
    label: t(`dispute.action.${action}`),
    onClick: () => ask(action),
    danger: action === 'acceptClaim',
    held: heldOf(user),
    ...(index === 0 && action !== 'acceptClaim' && { shortcut: 'r' }),
  }))
  const reason = blocked
    ? t('dispute.busy')
    : dispute.actions.length === 0
      ? t('dispute.actions.none')
      : may
        ? ''
        : t('dispute.actions.notAllowed')
  return (
    <>
      <Acts
        name={dispute.providerDisputeId}
        acts={[
          ...answers,
          { key: 'resync', label: t('dispute.resync'), onClick: () => void resync(dispute.id) },
        ]}
        refused={reason ? [{ key: 'answer', label: t('dispute.actions'), reason }] : []}
        stressed={answers.length > 0}
      />
      {doing && <AnswerDrawer key={key} dispute={dispute} action={doing} onClosed={onClosed} />}
    </>
  )
}

async function resync(id: string) {
  await call(disputeApi.resync, { params: { id } }).then(
    () => feedback.message().success(t('dispute.resync.done')),
    () => undefined,
  )
}
