import type { PaypalAccount } from '@paydesk/contract/paypal/paypalAccount'
import { stoppedInUse } from '@paydesk/contract/paypal/paypalAccountState'
import { Alert } from 'antd'
import { hasText, t } from '../../lib/i18n.ts'
import styles from './PaypalAccountPage.module.css'

/** Explains why the account is not in normal use, and what to do about it. */
export function StateNotice({ account }: { account: PaypalAccount }) {
  const { state, missingFeatures } = account
  const words = account.clientId ? reasonOf(account) : t('paypalAccount.noCredentials')
  const stopped = stoppedInUse(account)
  return (
    <>
      {words && (
        <Alert
          type={
            stopped ? 'error' : state === 'disconnected' || !account.clientId ? 'warning' : 'info'
          }
          showIcon
          title={words}
          {...(stopped && { description: <StoppedHint account={account} /> })}
        />
      )}
      {missingFeatures.length > 0 && state !== 'archived' && (
        <Alert
          type="warning"
          showIcon
          title={t('paypalAccount.missing')}
          description={
            <ul className={styles.features}>
              {missingFeatures.map((feature) => (
                <li key={feature}>
                  <strong>{t(`paypalAccount.feature.${feature}`)}</strong>{' '}
                  {t(`paypalAccount.feature.${feature}.cost`)}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  )
}

const StoppedHint = ({ account: { stateDetail, stateReason } }: { account: PaypalAccount }) => (
  <>
    {stateDetail && stateReason !== 'merchantTwice' && stateReason !== 'merchantChanged' && (
      <p className={styles.said}>{t('paypalAccount.reason.said', { detail: stateDetail })}</p>
    )}
    <p className={styles.said}>{t('paypalAccount.stopped.hint')}</p>
  </>
)

function reasonOf({ state, stateReason, stateDetail }: PaypalAccount): string | undefined {
  if (state === 'active') return undefined
  if (state === 'paused' || state === 'archived')
    return t(`paypalAccount.reason.byPerson.${state}`, { who: stateDetail })
  const key = `paypalAccount.reason.${stateReason}`
  return hasText(key)
    ? t(key, { label: stateDetail })
    : t('paypalAccount.reason.other', { reason: stateReason })
}
