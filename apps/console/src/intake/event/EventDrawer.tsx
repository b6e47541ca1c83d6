import { type EventRow, eventApi } from '@paydesk/contract/intake/event'
import { canAccess } from '@paydesk/contract/lib/access'
import { Button, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { refreshApi, useApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { copyText } from '../../ui/copyText.ts'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './EventPage.module.css'
import { prettyJson } from './eventBody.ts'
import { eventTypeText, outcomeTones } from './wording.ts'

/** One whole event, as PayPal signed it, and how it was handled. */
export function EventDrawer({ event, onClosed }: { event: EventRow; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const params = { accountId: event.accountId, id: event.id }
  const { data, error, refetch } = useApi(eventApi.read, { params })
  return (
    <Drawer
      open={open}
      title={t('event.title', { id: event.id })}
      size="min(720px, 100vw)"
      onClose={() => setOpen(false)}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
    >
      <Facts event={data ?? event} />
      {data ? <Raw raw={data.raw} /> : <LoadState failed={error !== null} onRetry={refetch} />}
      {data?.raw !== null && <Replay params={params} />}
    </Drawer>
  )
}

const Facts = ({ event }: { event: EventRow }) => (
  <dl className={styles.facts}>
    <Fact name={t('event.type')}>
      {eventTypeText(event.eventType)} <bdi dir="ltr">({event.eventType})</bdi>
    </Fact>
    <Fact name={t('event.outcome')}>
      <StatusTag tone={outcomeTones[event.outcome]}>
        {t(`event.outcome.${event.outcome}`)}
      </StatusTag>
    </Fact>
    {event.reason && <Fact name={t('event.reason')}>{event.reason}</Fact>}
    <Fact name={t('event.account')}>{event.accountLabel}</Fact>
    <Fact name={t('event.bill')}>
      <BillLink billId={event.billId} number={event.billNumber} />
    </Fact>
    <Fact name={t('event.resource')}>
      <bdi dir="ltr">{event.resourceId ?? '—'}</bdi>
    </Fact>
    <Fact name={t('event.createdAt')}>{event.createdAt ? <Time at={event.createdAt} /> : '—'}</Fact>
    <Fact name={t('event.receivedAt')}>
      <Time at={event.receivedAt} />
    </Fact>
  </dl>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Raw = ({ raw }: { raw: string | null }) => (
  <section aria-label={t('event.raw')}>
    <div className={styles.rawHead}>
      <h3 className={styles.rawTitle}>{t('event.raw')}</h3>
      {raw !== null && (
        <Button size="small" onClick={() => void copyText(raw)}>
          {t('event.raw.copy')}
        </Button>
      )}
    </div>
    {raw === null ? (
      <p className={styles.hint}>{t('event.raw.gone')}</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it
      <pre tabIndex={0} dir="ltr" className={styles.body}>
        {prettyJson(raw)}
      </pre>
    )}
  </section>
)

function Replay({ params }: { params: { accountId: string; id: string } }) {
  const user = useCurrentUser()
  const [busy, setBusy] = useState(false)
  if (!canAccess(user, eventApi.replay.permission)) return null
  const replay = async () => {
    setBusy(true)
    try {
      await call(eventApi.replay, { params })
      feedback.message().success(t('event.replay.done'))
      await Promise.all([refreshApi(eventApi.list), refreshApi(eventApi.read)])
    } catch {
      // The call has shown the error.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.replay}>
      <Button type="primary" loading={busy} onClick={() => void replay()}>
        {t('event.replay')}
      </Button>
      <span className={styles.hint}>{t('event.replay.hint')}</span>
    </div>
  )
}
