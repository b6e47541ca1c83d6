import { billApi } from '@paydesk/contract/billing/bill'
import { personText } from '@paydesk/contract/lib/record'
import { userApi } from '@paydesk/contract/people/user'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/query.ts'
import { feedback } from '../../../lib/feedback.ts'
import { t } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { showBill } from '../refresh.ts'
import styles from './BillActions.module.css'
import type { DialogProps } from './doing.ts'

export function ReassignDialog({ bill, onClosed }: DialogProps) {
  const id = useId()
  const { data } = useApi(userApi.tree, {})
  const [ownerId, setOwnerId] = useState<string>()
  const people = (data?.list ?? []).filter(
    (user) => user.status === 'active' && user.id !== bill.ownerId,
  )
  const ownerName = people.find((user) => user.id === ownerId)?.name ?? ''
  return (
    <ConfirmDialog
      title={t('bill.reassign.title', { number: bill.number })}
      confirmLabel={t('bill.action.reassign')}
      disabled={!ownerId}
      onConfirm={async (quiet) => {
        if (!ownerId) return
        showBill(
          await call(
            billApi.reassign,
            { params: { id: bill.id }, body: { version: bill.version, ownerId } },
            quiet,
          ),
        )
        feedback
          .message()
          .success(t('bill.reassign.done', { number: bill.number, name: ownerName }))
      }}
      onClosed={onClosed}
    >
      <div className={styles.stack}>
        <div>{t('bill.reassign.effect', { name: bill.ownerName })}</div>
        <div className={styles.field}>
          <label htmlFor={id}>{t('bill.reassign.to')}</label>
          <Select
            id={id}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('bill.reassign.pick')}
            value={ownerId}
            onChange={setOwnerId}
            options={people.map((user) => ({
              value: user.id,
              label: personText(user.name, user.username),
            }))}
          />
        </div>
      </div>
    </ConfirmDialog>
  )
}
