import { statementApi } from '@paydesk/contract/billing/statement'
import { type PaypalAccount, paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { call, type Quiet } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { StatementDialog } from '../../shared/statement/StatementDialog.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ConnectDrawer } from './ConnectDrawer.tsx'
import type { DialogProps, Doing, SimpleName } from './doing.ts'
import { EditDrawer } from './EditDrawer.tsx'
import { RotateDrawer } from './RotateDrawer.tsx'

const isDangerous: Record<SimpleName, boolean> = { pause: true, resume: false, archive: true }

export function AccountDialogs({
  doing,
  onClosed,
}: {
  doing: Doing | undefined
  onClosed: () => void
}) {
  const props = { onChanged: () => void refreshApi(paypalAccountApi.list), onClosed }
  if (!doing) return null
  switch (doing.what) {
    case 'connect':
      return <ConnectDrawer {...props} />
    case 'statement': {
      const { id, label } = doing.account
      return (
        <StatementDialog
          endpoint={statementApi.account}
          subject={{ id, name: label }}
          onClosed={onClosed}
        />
      )
    }
    case 'edit':
      return <EditDrawer account={doing.account} {...props} />
    case 'rotate':
      return <RotateDrawer account={doing.account} {...props} />
    default:
      return <SimpleAction name={doing.what} account={doing.account} {...props} />
  }
}

/** Each action says in its text what will happen. */
function SimpleAction({
  name,
  account,
  onChanged,
  onClosed,
}: DialogProps & { name: SimpleName; account: PaypalAccount }) {
  const { id, label } = account
  const confirm = async (quiet: Quiet) => {
    try {
      await call(paypalAccountApi[name], { params: { id } }, quiet)
      feedback.message().success(t(`paypalAccount.${name}.done`, { label }))
    } finally {
      // Called after a refusal too: the card shows what PayPal said.
      onChanged()
    }
  }
  return (
    <ConfirmDialog
      title={t(`paypalAccount.${name}.title`, { label })}
      confirmLabel={t(`paypalAccount.${name}.confirm`)}
      danger={isDangerous[name]}
      onConfirm={confirm}
      onClosed={onClosed}
    >
      <p>{t(`paypalAccount.${name}.effect`)}</p>
    </ConfirmDialog>
  )
}
