import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { maxRemindersPerDay } from '@paydesk/contract/billing/billStatus'
import { Alert } from 'antd'
import { call } from '../../../lib/api/api.ts'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { feedback } from '../../../lib/feedback.ts'
import { formatMoney } from '../../../lib/format.ts'
import { locale, t } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { showBill } from '../refresh.ts'
import { refusalOf } from '../refusal.ts'
import styles from './BillActions.module.css'
import type { DialogProps, SimpleName } from './doing.ts'

/** Each action says in its text what will happen, to whom and about how much. */
export function SimpleDialog({ name, bill, onClosed }: DialogProps & { name: SimpleName }) {
  const user = useCurrentUser()
  const { id, number, version } = bill
  const refusal = refusalOf(name, bill, user)
  return (
    <ConfirmDialog
      title={t(`bill.${name}.title`, { number })}
      confirmLabel={t(`bill.${name}.confirm`)}
      danger={name !== 'remind'}
      disabled={refusal !== undefined}
      onConfirm={async () => {
        showBill(await call(billApi[name], { params: { id }, body: { version } }))
        feedback.message().success(t(`bill.${name}.done`, { number }))
      }}
      onClosed={onClosed}
    >
      <div className={styles.stack}>
        {refusal && <Alert type="warning" showIcon role="alert" title={refusal} />}
        <div>{effectOf(name, bill)}</div>
        {name === 'remind' && (
          <div className={styles.hint}>{t('bill.remind.count', { count: bill.remindCount, max: maxRemindersPerDay })}</div>
        )}
      </div>
    </ConfirmDialog>
  )
}

function effectOf(name: SimpleName, bill: Bill): string {
  const due = formatMoney({ amountMinor: bill.dueMinor, currency: bill.currency }, locale)
  const customer = bill.customerName
  if (name === 'remind') return t('bill.remind.effect', { customer, due, email: bill.recipient.email ?? '' })
  if (name === 'writeOff') return t('bill.writeOff.effect', { due })
  return bill.providerInvoiceId ? t('bill.cancel.effect', { customer }) : t('bill.cancel.effect.draft')
}
