import { statementApi } from '@paydesk/contract/billing/statement'
import { eventApi } from '@paydesk/contract/intake/event'
import { canAccess } from '@paydesk/contract/lib/access'
import { type PaypalAccount, paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { type AccountAction, accountCan } from '@paydesk/contract/paypal/paypalAccountState'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import type { Doing } from './doing.ts'

/** Also shown to people who may only read. */
export function StatementButton({ account, onDo }: Props) {
  const label = t('statement')
  if (!canAccess(useCurrentUser(), statementApi.account.permission)) return null
  return (
    <Button
      aria-label={`${label}: ${account.label}`}
      onClick={() => onDo({ what: 'statement', account })}
    >
      {label}
    </Button>
  )
}

type Props = { account: PaypalAccount; onDo: (doing: Doing) => void }

/** The actions that the account's state allows; others are not offered. */
export function CardActions({ account, onDo }: Props) {
  const can = (action: AccountAction) => accountCan(action, account)
  const button = (what: 'edit' | 'rotate' | 'pause' | 'resume' | 'archive', label: string) => (
    <Button
      key={what}
      danger={what === 'archive'}
      aria-label={`${label}: ${account.label}`}
      onClick={() => onDo({ what, account })}
    >
      {label}
    </Button>
  )
  return (
    <>
      {can('check') && account.clientId && <AskPayPal account={account} />}
      {can('update') && button('edit', t('action.edit'))}
      {can('rotate') && button('rotate', t('paypalAccount.rotate'))}
      {can('resume') && button('resume', t('paypalAccount.resume'))}
      {can('pause') && button('pause', t('paypalAccount.pause'))}
      {can('archive') && button('archive', t('paypalAccount.archive'))}
    </>
  )
}

/**
 * Both buttons ask PayPal now instead of at the next scheduled time; the card then
 * shows the answer.
 */
function AskPayPal({ account: { id, label } }: { account: PaypalAccount }) {
  const [busy, setBusy] = useState<'check' | 'resync'>()
  const run = async (what: 'check' | 'resync', work: () => Promise<string>) => {
    setBusy(what)
    try {
      feedback.message().success(await work())
    } catch {
      // The call has shown the error.
    } finally {
      setBusy(undefined)
      void refreshApi(paypalAccountApi.list)
    }
  }
  const check = async () => {
    await call(paypalAccountApi.check, { params: { id } })
    return t('paypalAccount.check.done', { label })
  }
  const resync = async () => {
    const { bills } = await call(eventApi.resyncAccount, { params: { id } })
    return t('paypalAccount.resync.done', { count: bills })
  }
  return (
    <>
      <Button
        loading={busy === 'check'}
        disabled={busy === 'resync'}
        aria-label={`${t('paypalAccount.check')}: ${label}`}
        onClick={() => void run('check', check)}
      >
        {t('paypalAccount.check')}
      </Button>
      <Button
        loading={busy === 'resync'}
        disabled={busy === 'check'}
        title={t('paypalAccount.resync.hint')}
        aria-label={`${t('paypalAccount.resync')}: ${label}`}
        onClick={() => void run('resync', resync)}
      >
        {t('paypalAccount.resync')}
      </Button>
    </>
  )
}
