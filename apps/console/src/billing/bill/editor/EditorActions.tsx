import type { Bill } from '@paydesk/contract/billing/bill'
import { billCan } from '@paydesk/contract/billing/billStatus'
import { paths } from '@paydesk/contract/lib/paths'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useHeld } from '../../../lib/api/currentUser.ts'
import { t } from '../../../lib/i18n.ts'
import { HeldButton } from '../../../ui/HeldButton.tsx'
import { Money } from '../../../ui/Money.tsx'
import sticky from '../../../ui/stickyBar.module.css'
import styles from './BillEditor.module.css'
import type { Intent } from './useBillEditor.ts'
import { useDraft } from './useDraft.ts'

type Props = {
  bill: Bill | null
  busy: boolean
  changed: boolean
  disabled: boolean
  onFinish: (intent: Intent) => void
}

/**
 * Always in view: the bill's total, and the buttons that save, send or leave. Saving a bill that
 * was sent changes it at PayPal too, at once.
 */
export function EditorActions({ bill, busy, changed, disabled, onFinish }: Props) {
  const navigate = useNavigate()
  const { totals, currency } = useDraft()
  const isDraft = bill === null || billCan('send', bill)
  const back = bill ? paths.bill(bill.id) : paths.billList()
  const held = useHeld()
  const button = { disabled: disabled || busy }
  return (
    <div className={sticky.bar}>
      <span className={styles.total}>
        {t('bill.total')} <Money amountMinor={totals.totalMinor} currency={currency} />
      </span>
      {changed && <span className={styles.hint}>{t('form.changed')}</span>}
      <span className={styles.buttons}>
        <Button onClick={() => void navigate(back)}>{t('action.cancel')}</Button>
        {isDraft ? (
          <>
            <HeldButton {...button} held={bill ? undefined : held} onClick={() => onFinish('save')}>
              {t('bill.saveDraft')}
            </HeldButton>
            <HeldButton {...button} held={held} onClick={() => onFinish('link')}>
              {t('bill.makeLink')}
            </HeldButton>
            <HeldButton
              {...button}
              held={held}
              type="primary"
              loading={busy}
              onClick={() => onFinish('email')}
            >
              {t('bill.sendNow')}
            </HeldButton>
          </>
        ) : (
          <HeldButton
            {...button}
            held={held}
            type="primary"
            loading={busy}
            onClick={() => onFinish('save')}
          >
            {t('bill.saveSent')}
          </HeldButton>
        )}
      </span>
    </div>
  )
}
