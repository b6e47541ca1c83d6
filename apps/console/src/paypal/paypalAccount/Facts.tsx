import type { PaypalAccount } from '@paydesk/contract/paypal/paypalAccount'
import { factMaxAgeMinutes } from '@paydesk/contract/paypal/paypalAccountState'
import { formatCount } from '../../lib/format.ts'
import { hasText, locale, t } from '../../lib/i18n.ts'
import { Time } from '../../ui/Time.tsx'
import { isOld } from './age.ts'
import { Fact } from './Fact.tsx'
import styles from './PaypalAccountPage.module.css'

type Failure = { code: string; detail: string }
type Checked = { okAt: string | null; failedAt: string | null; failure: Failure }

function failureText({ code, detail }: Failure): string {
  const key = `paypalAccount.failure.${code}`
  return hasText(key) ? t(key, { detail }) : `${code} ${detail}`.trim()
}

/**
 * Every fact shows its time: this page exists so that no account "looks green" although it has
 * been dead for days.
 */
export function Facts({ account, now }: { account: PaypalAccount; now: number }) {
  const { health, missingFeatures } = account
  const noWebhooks = missingFeatures.includes('webhooks')
  const token = {
    okAt: health.tokenOkAt,
    failedAt: health.tokenFailedAt,
    failure: health.tokenFailure,
  }
  const webhook = {
    okAt: health.webhookOkAt,
    failedAt: health.webhookFailedAt,
    failure: health.webhookFailure,
  }
  return (
    <dl className={styles.facts}>
      <CheckedFact name="token" {...token} now={now} />
      {noWebhooks ? (
        <Fact
          name={t('paypalAccount.fact.webhook')}
          tone="amber"
          text={t('paypalAccount.fact.webhook.notAllowed')}
          now={now}
        />
      ) : (
        <CheckedFact name="webhook" {...webhook} now={now} />
      )}
      <LastFact name="event" at={health.lastEventAt} now={now} />
      <WaitingEvents waiting={account.waitingEvents} now={now} />
      <LastFact name="sweep" at={health.sweptAt} now={now} />
      <Operations {...account.operations} now={now} />
      <Calls calls={account.calls} now={now} />
      {health.holdUntil && Date.parse(health.holdUntil) > now && (
        <Fact
          name={t('paypalAccount.fact.hold')}
          tone="amber"
          text={t('paypalAccount.fact.hold.until')}
          at={health.holdUntil}
          now={now}
        />
      )}
    </dl>
  )
}

/** A fact that is checked every five minutes: the later of success and failure counts. */
function CheckedFact({
  name,
  okAt,
  failedAt,
  failure,
  now,
}: Checked & { name: 'token' | 'webhook'; now: number }) {
  const label = t(`paypalAccount.fact.${name}`)
  const failed = failedAt && (!okAt || failedAt > okAt)
  if (failed)
    return (
      <Fact
        name={label}
        tone="red"
        text={t('paypalAccount.fact.failed', { why: failureText(failure) })}
        at={failedAt}
        now={now}
      >
        {okAt && (
          <span className={styles.when}>
            {t('paypalAccount.fact.lastOk')} <Time at={okAt} />
          </span>
        )}
      </Fact>
    )
  if (!okAt) return <Fact name={label} tone="grey" text={t('paypalAccount.fact.never')} now={now} />
  return (
    <Fact
      name={label}
      tone="green"
      text={t(`paypalAccount.fact.${name}.ok`)}
      at={okAt}
      maxMinutes={factMaxAgeMinutes[name]}
      now={now}
    />
  )
}

function LastFact({ name, at, now }: { name: 'event' | 'sweep'; at: string | null; now: number }) {
  const label = t(`paypalAccount.fact.${name}`)
  if (!at)
    return <Fact name={label} tone="grey" text={t(`paypalAccount.fact.${name}.none`)} now={now} />
  return (
    <Fact
      name={label}
      tone="green"
      text={t(`paypalAccount.fact.${name}.ok`)}
      at={at}
      maxMinutes={factMaxAgeMinutes[name]}
      now={now}
    />
  )
}

/** How far confirming lags behind what PayPal reports: usually not at all. */
function WaitingEvents({ waiting, now }: { waiting: PaypalAccount['waitingEvents']; now: number }) {
  const label = t('paypalAccount.fact.waiting')
  if (!waiting)
    return <Fact name={label} tone="green" text={t('paypalAccount.fact.waiting.none')} now={now} />
  const { count, since } = waiting
  const text = t(
    count < mostCounted ? 'paypalAccount.fact.waiting.some' : 'paypalAccount.fact.waiting.many',
    { count },
  )
  const tone = isOld(since, now, factMaxAgeMinutes.waiting) ? 'amber' : 'blue'
  return (
    <Fact
      name={label}
      tone={tone}
      text={text}
      at={since}
      maxMinutes={factMaxAgeMinutes.waiting}
      now={now}
    />
  )
}
const mostCounted = 1000

/**
 * One quiet line: how many calls of each kind the last minute had, of how many. Only calls that
 * wait are worth a colour.
 */
function Calls({ calls, now }: { calls: PaypalAccount['calls']; now: number }) {
  const label = t('paypalAccount.fact.calls')
  if (calls.length === 0)
    return <Fact name={label} tone="grey" text={t('paypalAccount.fact.calls.none')} now={now} />
  const waiting = calls.filter(
    ({ waitsUntil }) => waitsUntil !== null && Date.parse(waitsUntil) > now,
  )
  const text =
    waiting.length > 0 ? t('paypalAccount.fact.calls.waiting') : t('paypalAccount.fact.calls.ok')
  return (
    <Fact name={label} tone={waiting.length > 0 ? 'amber' : 'green'} text={text} now={now}>
      {calls.map(({ kind, lastMinute, perMinute, waitsUntil }) => (
        <span key={kind} className={styles.when}>
          <bdi>
            {t(`paypalAccount.calls.${kind}`, {
              used: formatCount(lastMinute, locale),
              limit: formatCount(perMinute, locale),
            })}
            {waitsUntil !== null && Date.parse(waitsUntil) > now && (
              <>
                {' '}
                {t('paypalAccount.calls.until')} <Time at={waitsUntil} />
              </>
            )}
          </bdi>
        </span>
      ))}
    </Fact>
  )
}

function Operations({
  total,
  refused,
  unknown,
  now,
}: PaypalAccount['operations'] & { now: number }) {
  const label = t('paypalAccount.fact.operations')
  if (total === 0)
    return (
      <Fact name={label} tone="grey" text={t('paypalAccount.fact.operations.none')} now={now} />
    )
  const values = {
    total,
    failed: refused,
    rate: Math.round((refused / total) * 1000) / 10,
    unknown,
  }
  const kind = unknown > 0 ? 'unknown' : refused > 0 ? 'failed' : 'ok'
  return (
    <Fact
      name={label}
      tone={kind === 'ok' ? 'green' : 'amber'}
      text={t(`paypalAccount.fact.operations.${kind}`, values)}
      now={now}
    />
  )
}
