import { type Company, companyApi } from '@paydesk/contract/people/company'
import { call, type Quiet } from '../../lib/api/api.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

type Props = { company: Company; onChanged: () => void; onClosed: () => void }

/**
 * Suspending a company signs people out in the middle of their work, so the dialog says whom it
 * affects and what stays.
 */
export function StatusDialog({ company, onChanged, onClosed }: Props) {
  const { id, name, version, userCount } = company
  const suspends = company.status === 'active'
  const change = async (quiet: Quiet) => {
    try {
      await call(
        companyApi.update,
        { params: { id }, body: { status: suspends ? 'suspended' : 'active', version } },
        quiet,
      )
      feedback
        .message()
        .success(t(suspends ? 'company.suspend.done' : 'company.activate.done', { name }))
    } finally {
      // Also after a refusal: the list then shows what somebody else changed meanwhile.
      onChanged()
    }
  }
  return (
    <ConfirmDialog
      title={t(suspends ? 'company.suspend.title' : 'company.activate.title', { name })}
      confirmLabel={t(suspends ? 'company.suspend.confirm' : 'company.activate.confirm')}
      danger={suspends}
      onConfirm={change}
      onClosed={onClosed}
    >
      {suspends ? (
        <ul>
          <li>{t('company.suspend.users', { count: userCount })}</li>
          <li>{t('company.suspend.signIn')}</li>
          <li>{t('company.suspend.data')}</li>
          <li>{t('company.suspend.undo')}</li>
        </ul>
      ) : (
        <p>{t('company.activate.effect', { count: userCount })}</p>
      )}
    </ConfirmDialog>
  )
}
