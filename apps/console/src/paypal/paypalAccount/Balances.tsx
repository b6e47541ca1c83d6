import type { PaypalAccount } from '@paydesk/contract/paypal/paypalAccount'
import { factMaxAgeMinutes } from '@paydesk/contract/paypal/paypalAccountState'
import { t, textPack } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import { ageText, isOld } from './age.ts'
import { oldText } from './oldText.ts'
import styles from './PaypalAccountPage.module.css'

export function Balances({ account, now }: { account: PaypalAccount; now: number }) {
  const { balances, missingFeatures } = account
  const [first] = balances
  if (!first)
    return (
      <p className={styles.note}>
        {t(
          missingFeatures.includes('balances')
            ? 'paypalAccount.balances.missing'
            : 'paypalAccount.balances.none',
        )}
      </p>
    )
  const old = isOld(first.asOf, now, factMaxAgeMinutes.balance)
  return (
    <>
      <ul className={styles.balances}>
        {balances.map(({ currency, totalMinor, availableMinor, withheldMinor }) => (
          <li key={currency}>
            <span className={styles.total}>
              <Money amountMinor={totalMinor} currency={currency} />
            </span>
            {availableMinor !== null && (
              <span className={styles.when}>
                {t('paypalAccount.balance.available')}{' '}
                <Money amountMinor={availableMinor} currency={currency} />
              </span>
            )}
            {!!withheldMinor && (
              <span className={styles.when}>
                {t('paypalAccount.balance.withheld')}{' '}
                <Money amountMinor={withheldMinor} currency={currency} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className={old ? styles.old : styles.note}>
        {t('paypalAccount.asOf')} <Time at={first.asOf} />{' '}
        <bdi>{t('paypalAccount.age', { age: ageText(first.asOf, now, textPack) })}</bdi>
        {old && ` ${oldText(factMaxAgeMinutes.balance)}`}
      </p>
    </>
  )
}
