import { personText } from '@paydesk/contract/lib/record'
import { companySettingApi } from '@paydesk/contract/people/companySetting'
import { type LimitChange, limitChangeApi } from '@paydesk/contract/people/limitChange'
import { userApi } from '@paydesk/contract/people/user'
import { call, type Quiet } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { limitsText, whoseLimits } from './words.ts'

export type Decision = 'approve' | 'reject' | 'withdraw'
type Props = {
  decision: Decision
  change: LimitChange
  /** Runs the decision; whoever shows one change after another goes on from there. */
  around?: (work: () => Promise<void>) => Promise<void>
  onClosed: () => void
}

export function DecideLimits({ decision, change, around = (work) => work(), onClosed }: Props) {
  const { id, userName, before, after, askedByName, askedByUsername } = change
  const whose = userName === null ? 'company' : 'user'
  async function decide(quiet: Quiet) {
    try {
      await call(limitChangeApi[decision], { params: { id } }, quiet)
      feedback.message().success(t(`limitChange.${decision}.done`))
    } finally {
      // Also after a refusal: somebody else may have decided meanwhile.
      for (const endpoint of [
        limitChangeApi.list,
        limitChangeApi.read,
        userApi.list,
        companySettingApi.read,
      ])
        void refreshApi(endpoint)
    }
  }
  return (
    <ConfirmDialog
      title={t(`limitChange.${decision}.title`)}
      confirmLabel={t(`limitChange.${decision}`)}
      danger={decision === 'reject'}
      ready={decision === 'approve'}
      onConfirm={(quiet) => around(() => decide(quiet))}
      onClosed={onClosed}
    >
      <p>
        <strong>{whoseLimits(change)}</strong>
      </p>
      <p>
        {t('limitChange.fromTo', {
          before: limitsText(before, whose),
          after: limitsText(after, whose),
          name: personText(askedByName, askedByUsername),
        })}
      </p>
      <p>{t(`limitChange.${decision}.effect`)}</p>
    </ConfirmDialog>
  )
}
