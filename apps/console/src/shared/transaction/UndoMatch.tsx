import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { canAccess } from '@paydesk/contract/lib/access'
import { type Transaction, transactionApi } from '@paydesk/contract/money/transaction'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { putApi, refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Used after any decision about a transaction: refreshes everything that shows it. */
export function showTransaction(transaction: Transaction) {
  putApi(transactionApi.read, { params: { id: transaction.id } }, transaction)
  void refreshApi(reconciliationApi.list)
  void refreshApi(reconciliationApi.open)
  void refreshApi(transactionApi.list)
  void refreshApi(reconciliationApi.candidates)
}

/** Takes back what people or Paydesk decided. */
export function UndoMatch({ transaction }: { transaction: Transaction }) {
  const user = useCurrentUser()
  const [asking, setAsking] = useState(false)
  const [form] = Form.useForm<{ reason: string }>()
  const { id, version, matchState, matchedMinor } = transaction
  const isDecided =
    matchState === 'ignored' ||
    matchState === 'manual' ||
    matchState === 'auto' ||
    matchedMinor !== 0
  if (!isDecided || !canAccess(user, reconciliationApi.undo.permission)) return null
  const label = t(matchState === 'ignored' ? 'money.undo.aside' : 'money.undo')
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      {asking && (
        <ConfirmDialog
          title={label}
          confirmLabel={label}
          danger
          onConfirm={async (quiet) => {
            const { reason } = form.getFieldsValue()
            showTransaction(
              await call(
                reconciliationApi.undo,
                { params: { id }, body: { version, reason: reason ?? '' } },
                quiet,
              ),
            )
            feedback.message().success(t('money.undo.done'))
          }}
          onClosed={() => setAsking(false)}
        >
          <p>{t('money.undo.effect')}</p>
          <Form form={form} layout="vertical" name="undoMatch">
            <Form.Item name="reason" label={t('money.undo.reason')}>
              <Input maxLength={500} autoComplete="off" />
            </Form.Item>
          </Form>
        </ConfirmDialog>
      )}
    </>
  )
}
