import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { maxRemindersPerDay } from '@paydesk/contract/billing/billStatus'
import { Alert } from 'antd'
import { call } from '../../../lib/api/api.ts'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { feedback } from '../../../lib/feedback.ts'
import { formatMoney } from '../../../lib/format.ts'
import { locale, t } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { refusalOf } from '../refusal.ts'
import styles from './BillActions.module.css'
import type { DialogProps, SimpleName } from './doing.ts'
import { usePayPalAnswer } from './usePayPalAnswer.tsx'

/** Each action says in its text what will happen, to whom and about how much. */
export function SimpleDialog({ name, bill, onClosed }: DialogProps & { name: SimpleName }) {
  const user = useCurrentUser()
  const { id, number, version } = bill
  const { isWaiting, notice, run } = usePayPalAnswer()
  const refusal = isWaiting ? undefined : refusalOf(name, bill, user)
  return (
    <ConfirmDialog
      title={t(`bill.${name}.title`, { number })}
      confirmLabel={t(`bill.${name}.confirm`)}
      danger={name !== 'remind'}
      disabled={refusal !== undefined}
      onConfirm={async (quiet) => {
        const done = await run({
          version,
          ask: (asked) => call(billApi[name], { params: { id }, body: { version: asked } }, quiet),
        })
        if (!done) return false
        return void feedback.message().success(t(`bill.${name}.done`, { number }))
      }}
      onClosed={onClosed}
    >
      <div className={styles.stack}>
        {refusal && <Alert type="warning" showIcon role="alert" title={refusal} />}
        <div>{effectOf(name, bill)}</div>
        {name === 'remind' && (
          <div className={styles.hint}>
            {t('bill.remind.count', { count: bill.remindCount, max: maxRemindersPerDay })}
          </div>
        )}
        {notice}
      </div>
    </ConfirmDialog>
  )
}

function effectOf(name: SimpleName, bill: Bill): string {
  const due = formatMoney({ amountMinor: bill.dueMinor, currency: bill.currency }, locale)
  const customer = bill.customerName
  if (name === 'remind')
    return t('bill.remind.effect', { customer, due, email: bill.recipient.email ?? '' })
  if (name === 'writeOff') return t('bill.writeOff.effect', { due })
  return bill.providerInvoiceId
    ? t('bill.cancel.effect', { customer })
    : t('bill.cancel.effect.draft')
}
