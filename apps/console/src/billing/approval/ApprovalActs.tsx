import type { Approval } from '@paydesk/contract/billing/approval'
import { useHeld } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { Acts } from '../../ui/workspace/Acts.tsx'
import type { Decision } from './DecideDialog.tsx'

type Props = { approval: Approval; onDecide: (decision: Decision, approval: Approval) => void }

/**
 * What this person can decide, and why not more. Whoever may not approve may still refuse, unless
 * it is their own request.
 */
export function ApprovalActs({ approval, onDecide }: Props) {
  const { obstacle, billNumber } = approval
  const held = useHeld()
  const act = (decision: Decision, shortcut: string) => ({
    key: decision,
    label: t(`approval.${decision}`),
    onClick: () => onDecide(decision, approval),
    shortcut,
    danger: decision === 'reject',
    // Nothing leaves by a refusal.
    ...(decision === 'approve' && { held }),
  })
  if (obstacle === 'decided') return null
  return (
    <Acts
      name={billNumber}
      acts={[
        ...(obstacle === null ? [act('approve', 'a')] : []),
        ...(obstacle === 'own' ? [] : [act('reject', 'r')]),
      ]}
      refused={
        obstacle === null
          ? []
          : [
              {
                key: 'approve',
                label: t('approval.approve'),
                reason: t(`approval.obstacle.${obstacle}`),
              },
            ]
      }
    />
  )
}
