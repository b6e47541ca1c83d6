import { type Customer, type CustomerOption, customerApi } from '@paydesk/contract/billing/customer'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import styles from './Customer.module.css'
import { CustomerSelect } from './CustomerSelect.tsx'

type Props = { customer: Customer; onMerged: (kept: Customer) => void; onClosed: () => void }

/** Says what will move before it moves: a merge cannot be undone. */
export function MergeDialog({ customer, onMerged, onClosed }: Props) {
  const [into, setInto] = useState<CustomerOption>()
  const emails = [
    ...(customer.email ? [customer.email.toLowerCase()] : []),
    ...customer.payerEmails,
  ]
  return (
    <ConfirmDialog
      title={t('customer.merge.title', { name: customer.name })}
      confirmLabel={t('customer.merge.confirm')}
      danger
      disabled={!into}
      width={560}
      onConfirm={async (quiet) => {
        if (!into) return
        const kept = await call(
          customerApi.merge,
          { params: { id: customer.id }, body: { intoId: into.id, version: customer.version } },
          quiet,
        )
        feedback.message().success(t('customer.merge.done', { into: kept.name }))
        onMerged(kept)
      }}
      onClosed={onClosed}
    >
      <div className={styles.merge}>
        <div>
          <label htmlFor="merge-into">{t('customer.merge.pick')}</label>
          <CustomerSelect
            id="merge-into"
            value={into?.id}
            onChange={setInto}
            placeholder={t('customer.merge.pick.hint')}
            without={customer.id}
          />
        </div>
        {into && (
          <div role="status">
            {t('customer.merge.what')}
            <ul>
              <li>{t('customer.merge.bills', { count: customer.billCount, into: into.name })}</li>
              {emails.length > 0 && (
                <li>
                  {t('customer.merge.emails', {
                    into: into.name,
                    emails: emails.join(t('customer.listSeparator')),
                  })}
                </li>
              )}
              <li>{t('customer.merge.kept', { into: into.name })}</li>
              <li>{t('customer.merge.gone', { name: customer.name })}</li>
            </ul>
          </div>
        )}
      </div>
    </ConfirmDialog>
  )
}
