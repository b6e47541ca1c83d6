import type { LimitChange } from '@paydesk/contract/people/limitChange'
import type { Decision } from './DecideLimits.tsx'

/**
 * What the reader can decide about a change. Those who cannot agree yet can refuse; whoever asked
 * can take it back.
 */
export function limitDecisions({ obstacle }: Pick<LimitChange, 'obstacle'>): Decision[] {
  if (obstacle === null) return ['approve', 'reject']
  if (obstacle === 'newCredentials' || obstacle === 'newAsker') return ['reject']
  return obstacle === 'own' ? ['withdraw'] : []
}
