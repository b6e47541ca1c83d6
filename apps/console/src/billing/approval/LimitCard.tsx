import { personText } from '@paydesk/contract/lib/record'
import type { LimitChange } from '@paydesk/contract/people/limitChange'
import { t } from '../../lib/i18n.ts'
import { limitsText, whoseLimits } from '../../shared/limitChange/words.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { stateTones } from './columns.tsx'

/** A change of limits in two lines: whose and to what, and who asked. */
export const LimitCard = ({ change }: { change: LimitChange }) => (
  <>
    <bdi>{whoseLimits(change)}</bdi>
    <span>{limitsText(change.after, change.userName === null ? 'company' : 'user')}</span>
    <bdi>{personText(change.askedByName, change.askedByUsername)}</bdi>
    <span>
      <StatusTag tone={stateTones[change.state]}>{t(`approval.state.${change.state}`)}</StatusTag>
    </span>
  </>
)
