import { approvalApi } from '@paydesk/contract/billing/approval'
import type { Bill } from '@paydesk/contract/billing/bill'
import type { Refund, RefundState } from '@paydesk/contract/billing/refund'
import { call } from '../../../lib/api/api.ts'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { dayIn } from '../../../lib/dateRange.ts'
import { feedback } from '../../../lib/feedback.ts'
import { t } from '../../../lib/i18n.ts'
import { PaymentLink } from '../../../shared/transaction/PaymentLink.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Money } from '../../../ui/Money.tsx'
import styles from '../../../ui/page/record.module.css'
import { StatusTag, type Tone } from '../../../ui/StatusTag.tsx'
import { failureWords } from '../failure.ts'
import { refreshBill } from '../refresh.ts'

const tones: Record<RefundState, Tone> = {
  waiting: 'amber',
  sending: 'blue',
  pending: 'blue',
  completed: 'green',
  refused: 'red',
  failed: 'red',
  rejected: 'struck',
  withdrawn: 'struck',
}

export function RefundRow({ refund, currency }: { refund: Refund; currency: Bill['currency'] }) {
  const user = useCurrentUser()
  const { kind, source, state, amountMinor, countedOn, provisional, providerRefundId, createdAt } = refund
  return (
    <tr>
      <td>
        <bdi dir="ltr">{countedOn ?? dayIn(user.company.timezone, new Date(createdAt))}</bdi>
        {provisional && <span className={styles.second}>{t('bill.money.provisional')}</span>}
      </td>
      <td>
        {t(`bill.refund.kind.${kind}`)} · {t(`bill.payment.${source}`)}{' '}
        <StatusTag tone={tones[state]}>{t(`bill.refund.state.${state}`)}</StatusTag>
        <RefundStory refund={refund} />
        {providerRefundId && (
          <span className={styles.second}>
            <PaymentLink id={providerRefundId} />
          </span>
        )}
      </td>
      <td className={styles.figure}>
        <Money amountMinor={kind === 'returned' ? amountMinor : -amountMinor} currency={currency} />
      </td>
      <td />
      <td />
    </tr>
  )
}

/** Who asked for the refund and why, who decided, and what to do if PayPal refused. */
function RefundStory({ refund }: { refund: Refund }) {
  const { requestedByName, reason, decidedByName, decisionNote, failure, origin, source, state } = refund
  const words = failure && failureWords(failure.code)
  return (
    <>
      {requestedByName && <span className={styles.second}>{t('bill.refund.asked', { who: requestedByName, reason })}</span>}
      {origin === 'paypal' && source === 'paypal' && <span className={styles.second}>{t('bill.refund.elsewhere')}</span>}
      {decidedByName && (
        <span className={styles.second}>{t('bill.refund.decided', { who: decidedByName, note: decisionNote || '—' })}</span>
      )}
      {words && (
        <span className={styles.second}>
          {words.reason} {words.advice}
        </span>
      )}
      {state === 'failed' && !words && <span className={styles.second}>{t('bill.refund.failed.advice')}</span>}
      {state === 'waiting' && <Withdraw refund={refund} />}
    </>
  )
}

function Withdraw({ refund: { approval, requestedById } }: { refund: Refund }) {
  const user = useCurrentUser()
  if (!approval || requestedById !== user.id) return <span className={styles.second}>{t('bill.refund.waiting.hint')}</span>
  const withdraw = async () => {
    await call(approvalApi.withdraw, { params: { id: approval.id }, body: { version: approval.version } })
    refreshBill()
    feedback.message().success(t('bill.refund.withdrawn'))
  }
  return (
    <span className={styles.second}>
      {t('bill.refund.waiting.hint')}{' '}
      <LinkButton onClick={() => void withdraw().catch(() => undefined)}>{t('bill.refund.withdraw')}</LinkButton>
    </span>
  )
}
