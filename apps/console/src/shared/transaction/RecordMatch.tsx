import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { canAccess } from '@paydesk/contract/lib/access'
import type { Transaction } from '@paydesk/contract/money/transaction'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { heldOf, useCurrentUser } from '../../lib/api/currentUser.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { HeldButton } from '../../ui/HeldButton.tsx'
import { showTransaction } from './UndoMatch.tsx'

/**
 * A person's word that matched money is for its bill: PayPal's invoice is told, so that nobody pays
 * it a second time.
 */
export function RecordMatch({
  transaction: { id, version, recordable },
}: {
  transaction: Transaction
}) {
  const user = useCurrentUser()
  const [asking, setAsking] = useState(false)
  if (!recordable || !canAccess(user, reconciliationApi.record.permission)) return null
  return (
    <>
      <HeldButton held={heldOf(user)} type="primary" onClick={() => setAsking(true)}>
        {t('money.record')}
      </HeldButton>
      {asking && (
        <ConfirmDialog
          title={t('money.record')}
          confirmLabel={t('money.record')}
          onConfirm={async (quiet) => {
            showTransaction(
              await call(reconciliationApi.record, { params: { id }, body: { version } }, quiet),
            )
            feedback.message().success(t('money.record.done'))
          }}
          onClosed={() => setAsking(false)}
        >
          <p>{t('money.record.effect')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
