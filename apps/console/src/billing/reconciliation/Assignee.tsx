import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { canAccess } from '@paydesk/contract/lib/access'
import { personText } from '@paydesk/contract/lib/record'
import type { Transaction } from '@paydesk/contract/money/transaction'
import { userApi } from '@paydesk/contract/people/user'
import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { showTransaction } from '../../shared/transaction/UndoMatch.tsx'
import styles from './Reconciliation.module.css'

/** Shows who works on this transaction, and lets people change it. */
export function Assignee({ transaction }: { transaction: Transaction }) {
  const me = useCurrentUser()
  const [busy, setBusy] = useState(false)
  const { id, version, assigneeId, assigneeName } = transaction
  const assign = async (next: string | null) => {
    setBusy(true)
    try {
      showTransaction(await call(reconciliationApi.assign, { params: { id }, body: { version, assigneeId: next } }))
      feedback.message().success(t('money.assign.done'))
    } catch {
      // The call has shown the error.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.assignee}>
      {canAccess(me, userApi.tree.permission) ? (
        <People value={assigneeId} busy={busy} onChange={(next) => void assign(next)} />
      ) : (
        <span>
          {t('money.assign')}: <bdi>{assigneeName ?? t('money.assign.none')}</bdi>
        </span>
      )}
      {assigneeId !== me.id && !me.actingElsewhere && (
        <Button size="small" loading={busy} onClick={() => void assign(me.id)}>
          {t('money.assign.mine')}
        </Button>
      )}
    </div>
  )
}

function People({ value, busy, onChange }: { value: string | null; busy: boolean; onChange: (next: string | null) => void }) {
  const id = useId()
  const { data } = useApi(userApi.tree, {})
  return (
    <span className={styles.people}>
      <label htmlFor={id}>{t('money.assign')}</label>
      <Select<string | undefined>
        id={id}
        size="small"
        className={styles.person ?? ''}
        value={(data && value) ?? undefined}
        placeholder={t('money.assign.none')}
        disabled={busy}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        options={(data?.list ?? []).map(({ id: userId, name, username }) => ({ value: userId, label: personText(name, username) }))}
        onChange={(next) => onChange(next ?? null)}
      />
    </span>
  )
}
