import { canAccess } from '@paydesk/contract/lib/access'
import { personText } from '@paydesk/contract/lib/record'
import type { Transaction } from '@paydesk/contract/money/transaction'
import { userApi } from '@paydesk/contract/people/user'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import styles from './Reconciliation.module.css'
import { assign } from './UnmatchedActs.tsx'

/** Shows who works on this transaction, and lets those who may see the people change it. */
export function Assignee({ transaction }: { transaction: Transaction }) {
  const [busy, setBusy] = useState(false)
  const { assigneeId, assigneeName } = transaction
  const change = (next: string | null) => {
    setBusy(true)
    void assign(transaction, next).finally(() => setBusy(false))
  }
  return (
    <div className={styles.assignee}>
      {canAccess(useCurrentUser(), userApi.tree.permission) ? (
        <People value={assigneeId} busy={busy} onChange={change} />
      ) : (
        <span>
          {t('money.assign')}: <bdi>{assigneeName ?? t('money.assign.none')}</bdi>
        </span>
      )}
    </div>
  )
}

function People({
  value,
  busy,
  onChange,
}: {
  value: string | null
  busy: boolean
  onChange: (next: string | null) => void
}) {
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
        options={(data?.list ?? []).map(({ id: userId, name, username }) => ({
          value: userId,
          label: personText(name, username),
        }))}
        onChange={(next) => onChange(next ?? null)}
      />
    </span>
  )
}
