import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { Modal, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { refreshApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { FailureNotice } from '../FailureNotice.tsx'
import { PayLink } from '../PayLink.tsx'
import styles from './BillActions.module.css'
import type { SendBy } from './doing.ts'

/**
 * The dialog asks every two seconds, so that it works while the live stream is down: someone is
 * waiting for the link.
 */
const lookMs = 2000

/** After "send": the bill is on its way, then the link to pass on, or why it was not sent. */
export function SendProgress({
  bill,
  by,
  onClosed,
}: {
  bill: Bill
  by: SendBy
  onClosed: () => void
}) {
  const [open, setOpen] = useState(true)
  const waiting = bill.busy || bill.status === 'sending'
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => void refreshApi(billApi.read), lookMs)
    return () => clearInterval(timer)
  }, [waiting])
  return (
    <Modal
      open={open}
      width={480}
      title={t(
        waiting ? 'bill.send.waiting' : bill.failure ? 'bill.send.failed' : 'bill.send.done',
        { number: bill.number },
      )}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <div className={styles.stack} role="status">
        {waiting && (
          <div className={styles.waiting}>
            <Spin />
            <span>{t('bill.send.waiting.hint')}</span>
          </div>
        )}
        {!waiting && bill.failure && <FailureNotice failure={bill.failure} />}
        {!waiting && !bill.failure && by === 'email' && (
          <div>{t('bill.send.done.email', { email: bill.recipient.email ?? '' })}</div>
        )}
        {!waiting && bill.payUrl && <PayLink url={bill.payUrl} />}
      </div>
    </Modal>
  )
}
