import type { LimitChange } from '@paydesk/contract/people/limitChange'
import { t } from '../../lib/i18n.ts'
import type { Decision } from '../../shared/limitChange/DecideLimits.tsx'
import { limitDecisions } from '../../shared/limitChange/decisions.ts'
import { whoseLimits } from '../../shared/limitChange/words.ts'
import { Acts } from '../../ui/workspace/Acts.tsx'

type Props = { change: LimitChange; onDecide: (decision: Decision, change: LimitChange) => void }
const shortcuts = { approve: 'a', reject: 'r', withdraw: 'w' }

export function LimitActs({ change, onDecide }: Props) {
  const { obstacle } = change
  if (obstacle === 'decided') return null
  return (
    <Acts
      name={whoseLimits(change)}
      acts={limitDecisions(change).map((decision) => ({
        key: decision,
        label: t(`limitChange.${decision}`),
        onClick: () => onDecide(decision, change),
        shortcut: shortcuts[decision],
        danger: decision === 'reject',
      }))}
      refused={
        obstacle
          ? [
              {
                key: 'approve',
                label: t('limitChange.approve'),
                reason: t(`limitChange.obstacle.${obstacle}`),
              },
            ]
          : []
      }
      stressed={obstacle === null}
    />
  )
}
