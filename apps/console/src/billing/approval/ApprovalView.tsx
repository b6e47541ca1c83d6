import type { Approval } from '@paydesk/contract/billing/approval'
import { personText } from '@paydesk/contract/lib/record'
import { Alert } from 'antd'
import { formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { DisputeLink } from '../../shared/dispute/DisputeLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { Fact, Facts } from '../../ui/page/Facts.tsx'
import record from '../../ui/page/record.module.css'
import { Section } from '../../ui/page/Section.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './Approval.module.css'
import { stateTones } from './columns.tsx'
import { settlementText } from './settlement.ts'

/**
 * All that one needs to decide about a refund: how much of which payment, why, who asks, and what
 * stands against it.
 */
export function ApprovalView({ approval }: { approval: Approval }) {
  const {
    amountMinor,
    currency,
    state,
    kind,
    obstacle,
    disputeId,
    refundState,
    paidMinor,
    refundedMinor,
    feeMinor,
  } = approval
  return (
    <div className={record.page}>
      {state === 'waiting' && disputeId && kind === 'refund' && (
        <Alert
          type="warning"
          showIcon
          title={
            <>
              {t('approval.disputed.hint')}{' '}
              <DisputeLink id={disputeId}>{t('approval.toDispute')}</DisputeLink>
            </>
          }
        />
      )}
      {obstacle !== null && obstacle !== 'decided' && (
        <Alert type="info" showIcon title={t(`approval.obstacle.${obstacle}`)} />
      )}
      <section className={record.section} aria-label={t('approval.amount')}>
        <div className={styles.head}>
          <span className={styles.amount}>
            <Money amountMinor={amountMinor} currency={currency} />
          </span>
          <StatusTag tone={stateTones[state]}>{t(`approval.state.${state}`)}</StatusTag>
          {state !== 'waiting' && (
            <span className={styles.second}>{t(`approval.refundState.${refundState}`)}</span>
          )}
        </div>
        {kind === 'settleRefund' && (
          <p className={styles.change}>
            <strong>{settlementText(approval)}</strong>
          </p>
        )}
      </section>
      <Section title={t('approval.facts')}>
        <Facts>
          <Fact label={t('approval.reason')}>{approval.reason}</Fact>
          <Fact label={t('approval.requestedBy')}>
            {personText(approval.requestedByName, approval.requestedByUsername)}
          </Fact>
          <Fact label={t('approval.createdAt')}>
            <Time at={approval.createdAt} />
          </Fact>
          <Fact label={t('approval.customer')}>{approval.customerName}</Fact>
          <Fact label={t('approval.bill')}>
            <BillLink billId={approval.billId} number={approval.billNumber} />
          </Fact>
          <Fact label={t('approval.ofPayment')}>
            {paidMinor !== null && (
              <>
                <Money amountMinor={paidMinor} currency={currency} />
                {state === 'waiting' && refundedMinor !== null && refundedMinor > 0 && (
                  <span className={styles.second}>
                    {t('approval.ofPayment.refunded', {
                      amount: formatMoney({ amountMinor: refundedMinor, currency }, locale),
                    })}
                  </span>
                )}
              </>
            )}
          </Fact>
          {state === 'waiting' && kind === 'refund' && paidMinor !== null && (
            <Fact label={t('approval.left')}>
              <Money
                amountMinor={paidMinor - (refundedMinor ?? 0) - amountMinor}
                currency={currency}
              />
            </Fact>
          )}
          {state === 'waiting' && kind === 'refund' && feeMinor !== null && feeMinor > 0 && (
            <Fact label={t('approval.fee')}>
              <Money amountMinor={feeMinor} currency={currency} />
            </Fact>
          )}
          <Fact label={t('approval.noteToPayer')}>{approval.noteToPayer}</Fact>
          <Fact label={t('approval.account')}>{approval.accountLabel}</Fact>
        </Facts>
      </Section>
      {approval.decidedAt && (
        <Section title={t('approval.decided')}>
          <Facts>
            <Fact label={t('approval.decidedBy')}>
              {personText(approval.decidedByName, approval.decidedByUsername)}
            </Fact>
            <Fact label={t('approval.decidedAt')}>
              <Time at={approval.decidedAt} />
            </Fact>
            <Fact label={t('approval.note')}>{approval.note}</Fact>
          </Facts>
        </Section>
      )}
    </div>
  )
}
