import { approvalApi } from '@paydesk/contract/billing/approval'
import type { Bill } from '@paydesk/contract/billing/bill'
import {
  type Refund,
  type RefundState,
  refundApi,
  settleAfterMinutes,
} from '@paydesk/contract/billing/refund'
import { canAccess } from '@paydesk/contract/lib/access'
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
import { Time } from '../../../ui/Time.tsx'
import { useDialog } from '../../../ui/useDialog.ts'
import { SettleDialog } from '../dialog/SettleDialog.tsx'
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

type Props = { refund: Refund; billId: string; currency: Bill['currency'] }

export function RefundRow({ refund, billId, currency }: Props) {
  const user = useCurrentUser()
  const { kind, source, state, amountMinor, countedOn, provisional, providerRefundId, createdAt } =
    refund
  return (
    <tr>
      <td>
        <bdi dir="ltr" className={styles.day}>
          {countedOn ?? dayIn(user.company.timezone, new Date(createdAt))}
        </bdi>
        {provisional && <span className={styles.second}>{t('bill.money.provisional')}</span>}
      </td>
      <td>
        {t(`bill.refund.kind.${kind}`)} · {t(`bill.payment.${source}`)}{' '}
        {refund.unknownSince ? (
          <StatusTag tone="amber">{t('bill.refund.state.unknown')}</StatusTag>
        ) : (
          <StatusTag tone={tones[state]}>{t(`bill.refund.state.${state}`)}</StatusTag>
        )}
        <RefundStory refund={refund} />
        {refund.unknownSince && (
          <Unknown
            refund={refund}
            billId={billId}
            currency={currency}
            since={refund.unknownSince}
          />
        )}
        {refund.settled && (
          <span className={styles.second}>{t(`bill.settle.settled.${refund.settled}`)}</span>
        )}
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
  const {
    requestedByName,
    reason,
    decidedByName,
    decisionNote,
    failure,
    kind,
    origin,
    source,
    state,
  } = refund
  const words = failure && failureWords(failure.code)
  return (
    <>
      {requestedByName && (
        <span className={styles.second}>
          {t('bill.refund.asked', { who: requestedByName, reason })}
        </span>
      )}
      {kind === 'refund' && origin === 'paypal' && source === 'paypal' && (
        <span className={styles.second}>{t('bill.refund.elsewhere')}</span>
      )}
      {decidedByName && (
        <span className={styles.second}>
          {t('bill.refund.decided', { who: decidedByName, note: decisionNote || '—' })}
        </span>
      )}
      {words && (
        <span className={styles.second}>
          {words.reason} {words.advice}
        </span>
      )}
      {state === 'failed' && !words && (
        <span className={styles.second}>{t('bill.refund.failed.advice')}</span>
      )}
      {state === 'waiting' && <Withdraw refund={refund} />}
    </>
  )
}

async function withdraw({ id, version }: { id: string; version: number }) {
  await call(approvalApi.withdraw, { params: { id }, body: { version } })
  refreshBill()
  feedback.message().success(t('bill.refund.withdrawn'))
}

function Withdraw({ refund: { approval, requestedById } }: { refund: Refund }) {
  const user = useCurrentUser()
  if (!approval || requestedById !== user.id)
    return <span className={styles.second}>{t('bill.refund.waiting.hint')}</span>
  return (
    <span className={styles.second}>
      {t('bill.refund.waiting.hint')}{' '}
      <LinkButton onClick={() => void withdraw(approval).catch(() => undefined)}>
        {t('bill.refund.withdraw')}
      </LinkButton>
    </span>
  )
}

/** The answer was lost: what is known, and after a while a way for two people to settle it. */
function Unknown({ refund, billId, currency, since }: Props & { since: string }) {
  const user = useCurrentUser()
  const { doing, key, ask, onClosed } = useDialog<true>()
  const { settling } = refund
  const isOld = Date.now() - Date.parse(since) > settleAfterMinutes * 60_000
  if (settling)
    return (
      <span className={styles.second}>
        {t(settling.happened ? 'bill.settle.waiting.happened' : 'bill.settle.waiting.notHappened', {
          who: settling.byName,
        })}{' '}
        {settling.byId === user.id && (
          <LinkButton onClick={() => void withdraw(settling).catch(() => undefined)}>
            {t('bill.refund.withdraw')}
          </LinkButton>
        )}
      </span>
    )
  return (
    <span className={styles.second}>
      {t('bill.settle.unknown')} <Time at={since} />{' '}
      {isOld && canAccess(user, refundApi.settle.permission) && (
        <LinkButton onClick={() => ask(true)}>{t('bill.settle')}</LinkButton>
      )}
      {doing && (
        <SettleDialog
          key={key}
          billId={billId}
          refund={refund}
          currency={currency}
          onClosed={onClosed}
        />
      )}
    </span>
  )
}
