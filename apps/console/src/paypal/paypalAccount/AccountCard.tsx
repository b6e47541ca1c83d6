import type { PaypalAccount } from '@paydesk/contract/paypal/paypalAccount'
import type { AccountState } from '@paydesk/contract/paypal/paypalAccountState'
import { type ReactNode, useId } from 'react'
import { t } from '../../lib/i18n.ts'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import { Balances } from './Balances.tsx'
import { Facts } from './Facts.tsx'
import { Limits } from './Limits.tsx'
import styles from './PaypalAccountPage.module.css'
import { StateNotice } from './StateNotice.tsx'

const tones: Record<AccountState, Tone> = {
  active: 'green',
  paused: 'grey',
  limited: 'red',
  disconnected: 'red',
  archived: 'grey',
}

export function AccountCard({
  account,
  now,
  actions,
}: {
  account: PaypalAccount
  now: number
  actions: ReactNode
}) {
  const id = useId()
  const { label, environment, state, stateChangedAt } = account
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {label}
        </h2>
        <StatusTag tone={environment === 'live' ? 'blue' : 'grey'}>
          {t(`paypalAccount.environment.${environment}`)}
        </StatusTag>
        <StatusTag tone={tones[state]}>{t(`paypalAccount.state.${state}`)}</StatusTag>
        <span className={styles.when}>
          {t('paypalAccount.since')} <Time at={stateChangedAt} />
        </span>
      </div>
      <StateNotice account={account} />
      <Part title={t('paypalAccount.facts')}>
        <Facts account={account} now={now} />
      </Part>
      <div className={styles.columns}>
        <Part title={t('paypalAccount.balances')}>
          <Balances account={account} now={now} />
        </Part>
        <Part title={t('paypalAccount.limits')}>
          <Limits account={account} />
        </Part>
      </div>
      <Details account={account} />
      {actions}
    </section>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.part}>
    <h3 className={styles.partTitle}>{title}</h3>
    {children}
  </div>
)

function Details({ account }: { account: PaypalAccount }) {
  const { email, merchantId, clientId, secretLast4, secretChangedAt, currencies, priority } =
    account
  return (
    <dl className={styles.details}>
      <Detail name={t('paypalAccount.detail.priority')}>{priority}</Detail>
      <Detail name={t('paypalAccount.detail.currencies')}>
        {currencies.join(', ') || t('paypalAccount.detail.currencies.any')}
      </Detail>
      {email && <Detail name={t('paypalAccount.detail.email')}>{email}</Detail>}
      {merchantId && <Detail name={t('paypalAccount.detail.merchant')}>{merchantId}</Detail>}
      {clientId && (
        <Detail name={t('paypalAccount.detail.client')}>
          <span dir="ltr">{clientId}</span>
        </Detail>
      )}
      {secretChangedAt && (
        <Detail name={t('paypalAccount.detail.secret')}>
          ••••{secretLast4} ({t('paypalAccount.detail.secret.changed')}{' '}
          <Time at={secretChangedAt} />)
        </Detail>
      )}
    </dl>
  )
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <bdi>{children}</bdi>
    </dd>
  </div>
)
