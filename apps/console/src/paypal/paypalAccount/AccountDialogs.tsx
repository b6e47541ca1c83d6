import { statementApi } from '@paydesk/contract/billing/statement'
import { type PaypalAccount, paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { StatementDialog } from '../../shared/statement/StatementDialog.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ConnectDrawer } from './ConnectDrawer.tsx'
import { EditDrawer } from './EditDrawer.tsx'
import { RotateDrawer } from './RotateDrawer.tsx'

/** Actions that need a yes and nothing else; each says in its text what will happen. */
const simple = { pause: true, resume: false, archive: true } as const
type SimpleName = keyof typeof simple

/** What someone is about to do on the page. */
export type Doing =
  | { what: 'connect' }
  | { what: 'statement'; account: Pick<PaypalAccount, 'id' | 'label'> }
  | { what: 'edit' | 'rotate' | SimpleName; account: PaypalAccount }
export type DialogProps = { onChanged: () => void; onClosed: () => void }

export function AccountDialogs({ doing, onClosed }: { doing: Doing | undefined; onClosed: () => void }) {
  const props = { onChanged: () => void refreshApi(paypalAccountApi.list), onClosed }
  if (!doing) return null
  switch (doing.what) {
    case 'connect':
      return <ConnectDrawer {...props} />
    case 'statement': {
      const { id, label } = doing.account
      return <StatementDialog endpoint={statementApi.account} subject={{ id, name: label }} onClosed={onClosed} />
    }
    case 'edit':
      return <EditDrawer account={doing.account} {...props} />
    case 'rotate':
      return <RotateDrawer account={doing.account} {...props} />
    default:
      return <SimpleAction name={doing.what} account={doing.account} {...props} />
  }
}

function SimpleAction({ name, account, onChanged, onClosed }: DialogProps & { name: SimpleName; account: PaypalAccount }) {
  const { id, label } = account
  const confirm = async () => {
    try {
      await call(paypalAccountApi[name], { params: { id } })
      feedback.message().success(t(`paypalAccount.${name}.done`, { label }))
    } finally {
      // Also after a refusal: what PayPal said is on the card.
      onChanged()
    }
  }
  return (
    <ConfirmDialog
      title={t(`paypalAccount.${name}.title`, { label })}
      confirmLabel={t(`paypalAccount.${name}`)}
      danger={simple[name]}
      onConfirm={confirm}
      onClosed={onClosed}
    >
      <p>{t(`paypalAccount.${name}.effect`)}</p>
    </ConfirmDialog>
  )
}
