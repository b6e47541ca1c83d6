import type { Dispute } from '@paydesk/contract/billing/dispute'
import { Alert } from 'antd'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import record from '../../ui/page/record.module.css'
import { Section } from '../../ui/page/Section.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Deadline } from './Deadline.tsx'
import styles from './Dispute.module.css'
import { DisputeFacts } from './DisputeFacts.tsx'
import { DisputeMoney } from './DisputeMoney.tsx'
import { DisputeStory } from './DisputeStory.tsx'
import { stateTones, wordOf } from './wording.ts'

export function DisputeView({ dispute }: { dispute: Dispute }) {
  const { amountMinor, currency, state, outcome, reason } = dispute
  return (
    <div className={record.page}>
      <LastAnswer dispute={dispute} />
      <section className={record.section} aria-label={t('dispute.amount')}>
        <div className={styles.head}>
          <StatusTag tone={stateTones[state]}>{t(`dispute.state.${state}`)}</StatusTag>
          <span className={styles.amount}>
            {amountMinor !== null && currency && (
              <Money amountMinor={amountMinor} currency={currency} />
            )}
          </span>
          <span>
            {wordOf('reason', reason)}
            {outcome && <span className={record.second}>{wordOf('outcome', outcome)}</span>}
          </span>
          <span>
            <Deadline dispute={dispute} />
          </span>
        </div>
      </section>
      <div className={record.columns}>
        <div className={record.column}>
          <Section title={t('dispute.story')}>
            <DisputeStory dispute={dispute} />
          </Section>
          <Section title={t('dispute.money')}>
            <DisputeMoney money={dispute.money} />
          </Section>
        </div>
        <Section title={t('dispute.facts')}>
          <DisputeFacts dispute={dispute} />
        </Section>
      </div>
    </div>
  )
}

/** The state of the last operation at PayPal, if it is still running or failed. */
function LastAnswer({ dispute: { operations, busy } }: { dispute: Dispute }) {
  const [last] = operations
  if (last?.state === 'unknown')
    return <Alert type="warning" showIcon role="status" title={t('dispute.unknown')} />
  if (busy) return <Alert type="info" showIcon role="status" title={t('dispute.busy')} />
  if (last?.state !== 'refused' || !last.failure || last.failure.code === 'SUPERSEDED') return null
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={t('dispute.failed', {
        action: t(`dispute.action.${last.action}`),
        code: last.failure.code,
      })}
      description={last.failure.detail && <q lang="en">{last.failure.detail}</q>}
    />
  )
}
