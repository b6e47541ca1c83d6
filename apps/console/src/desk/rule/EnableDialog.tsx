import { actsOnBills, type Rule, ruleApi } from '@paydesk/contract/desk/rule'
import { call } from '../../lib/api/api.ts'
import { useApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

type Props = { rule: Rule; enabled: boolean; onChanged: () => void; onClosed: () => void }

/**
 * Shows how many bills the rule would remind of or cancel, before it is switched on and
 * customers get e-mails.
 */
export function EnableDialog({ rule, enabled, onChanged, onClosed }: Props) {
  const { id, name, version, template } = rule
  return (
    <ConfirmDialog
      title={t(enabled ? 'rule.enable.title' : 'rule.disable.title', { name })}
      confirmLabel={t(enabled ? 'rule.enable' : 'rule.disable')}
      danger={enabled && template === 'cancelUnpaid'}
      onConfirm={async (quiet) => {
        await call(ruleApi.update, { body: { id, version, enabled } }, quiet)
        feedback.message().success(t(enabled ? 'rule.enable.done' : 'rule.disable.done'))
        onChanged()
      }}
      onClosed={onClosed}
    >
      <p>{t(enabled ? 'rule.enable.effect' : 'rule.disable.effect')}</p>
      {enabled && actsOnBills(template) && <Effect id={id} cancels={template === 'cancelUnpaid'} />}
    </ConfirmDialog>
  )
}

function Effect({ id, cancels }: { id: string; cancels: boolean }) {
  const { data } = useApi(ruleApi.preview, { params: { id } })
  if (!data) return <p>{t('rule.enable.counting')}</p>
  if (data.bills === 0) return <p>{t('rule.enable.none')}</p>
  return (
    <p>
      <strong>
        {t(cancels ? 'rule.enable.cancel' : 'rule.enable.remind', {
          count: data.bills,
          more: data.isExact ? '' : '+',
        })}
      </strong>
    </p>
  )
}
