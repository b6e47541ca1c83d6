import { type Dispute, disputeApi } from '@paydesk/contract/billing/dispute'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { Alert, Button } from 'antd'
import { useParams } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { Money } from '../../ui/Money.tsx'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import record from '../../ui/page/record.module.css'
import { Section } from '../../ui/page/Section.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { AnswerDrawer } from './AnswerDrawer.tsx'
import { Deadline } from './Deadline.tsx'
import styles from './Dispute.module.css'
import { DisputeFacts } from './DisputeFacts.tsx'
import { DisputeMoney } from './DisputeMoney.tsx'
import { DisputeStory } from './DisputeStory.tsx'
import { stateTones, wordOf } from './wording.ts'

export default function DisputePage({ name }: { name: RouteName }) {
  const { id = '' } = useParams()
  const read = useApi(disputeApi.read, { params: { id } })
  return (
    <RecordPage
      name={name}
      id={id}
      read={read}
      title={({ providerDisputeId }) => t('dispute.page.title', { id: providerDisputeId })}
      extra={(dispute) => dispute && <Button onClick={() => void resync(id)}>{t('dispute.resync')}</Button>}
      back={{ to: paths.disputeList(), label: t('dispute.page.back') }}
      gone={t('dispute.page.gone')}
    >
      {(dispute) => <View dispute={dispute} />}
    </RecordPage>
  )
}

async function resync(id: string) {
  await call(disputeApi.resync, { params: { id } }).then(
    () => feedback.message().success(t('dispute.resync.done')),
    () => undefined,
  )
}

function View({ dispute }: { dispute: Dispute }) {
  const { amountMinor, currency, state, outcome, reason } = dispute
  return (
    <div className={record.page}>
      <LastAnswer dispute={dispute} />
      <section className={record.section} aria-label={t('dispute.amount')}>
        <div className={styles.head}>
          <StatusTag tone={stateTones[state]}>{t(`dispute.state.${state}`)}</StatusTag>
          <span className={styles.amount}>
            {amountMinor !== null && currency && <Money amountMinor={amountMinor} currency={currency} />}
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
          <Section title={t('dispute.actions')}>
            <Actions dispute={dispute} />
          </Section>
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
  if (last?.state === 'unknown') return <Alert type="warning" showIcon role="status" title={t('dispute.unknown')} />
  if (busy) return <Alert type="info" showIcon role="status" title={t('dispute.busy')} />
  if (last?.state !== 'refused' || !last.failure || last.failure.code === 'SUPERSEDED') return null
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={t('dispute.failed', { action: t(`dispute.action.${last.action}`), code: last.failure.code })}
      description={last.failure.detail && <q lang="en">{last.failure.detail}</q>}
    />
  )
}

/** Offers exactly the actions for which PayPal's own answer carries a link. */
function Actions({ dispute }: { dispute: Dispute }) {
  const user = useCurrentUser()
  const { doing, key, ask, onClosed } = useDialog<Dispute['actions'][number]>()
  if (dispute.actions.length === 0) return <p>{t('dispute.actions.none')}</p>
  if (!canAccess(user, disputeApi.answer.permission)) return <p>{t('dispute.actions.notAllowed')}</p>
  const blocked = dispute.busy && dispute.operations[0]?.state !== 'unknown'
  return (
    <>
      <div className={styles.actions}>
        {dispute.actions.map((action, index) => (
          <Button
            key={action}
            type={index === 0 && action !== 'acceptClaim' ? 'primary' : 'default'}
            danger={action === 'acceptClaim'}
            disabled={blocked}
            onClick={() => ask(action)}
          >
            {t(`dispute.action.${action}`)}
          </Button>
        ))}
      </div>
      {doing && <AnswerDrawer key={key} dispute={dispute} action={doing} onClosed={onClosed} />}
    </>
  )
}
