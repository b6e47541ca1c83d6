import { billApi } from '@paydesk/contract/billing/bill'
import { Alert, Radio } from 'antd'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { t } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Fact, Facts } from '../../../ui/page/Facts.tsx'
import { showBill } from '../refresh.ts'
import { refusalOf } from '../refusal.ts'
import styles from './BillActions.module.css'
import type { DialogProps, SendBy } from './doing.ts'
import { SendProgress } from './SendProgress.tsx'

/** Asks once whether to send by e-mail or as a link, and then shows the progress. */
export function SendDialog({ bill, by: initial, onClosed }: DialogProps & { by: SendBy }) {
  const user = useCurrentUser()
  const { email } = bill.recipient
  const [by, setBy] = useState<SendBy>(email ? initial : 'link')
  const [sent, setSent] = useState<SendBy>()
  const refusal = refusalOf('send', bill, user)
  if (sent) return <SendProgress bill={bill} by={sent} onClosed={onClosed} />
  return (
    <ConfirmDialog
      title={t('bill.send.title', { number: bill.number })}
      confirmLabel={t(`bill.send.confirm.${by}`)}
      disabled={refusal !== undefined}
      onConfirm={async (quiet) => {
        showBill(
          await call(
            billApi.send,
            { params: { id: bill.id }, body: { version: bill.version, by } },
            quiet,
          ),
        )
        setSent(by)
      }}
      onClosed={onClosed}
    >
      <div className={styles.stack}>
        {refusal && <Alert type="warning" showIcon role="alert" title={refusal} />}
        <Facts>
          <Fact label={t('bill.customer')}>{bill.customerName}</Fact>
          <Fact label={t('bill.total')}>
            <Money amountMinor={bill.totalMinor} currency={bill.currency} />
          </Fact>
          <Fact label={t('bill.account')}>{bill.accountLabel ?? t('bill.account.automatic')}</Fact>
        </Facts>
        <Radio.Group
          aria-label={t('bill.send.way')}
          className={styles.choices ?? ''}
          value={by}
          onChange={(event) => setBy(event.target.value as SendBy)}
        >
          <Radio value="email" disabled={!email}>
            {t('bill.send.email')}
            <span className={styles.hint}>
              {email ? t('bill.send.email.hint', { email }) : t('bill.send.email.none')}
            </span>
          </Radio>
          <Radio value="link">
            {t('bill.send.link')}
            <span className={styles.hint}>{t('bill.send.link.hint')}</span>
          </Radio>
        </Radio.Group>
      </div>
    </ConfirmDialog>
  )
}
