import type { AccountCoverage } from '@paydesk/contract/transaction'
import { useCurrentUser } from '../lib/currentUser.ts'
import { formatInstant } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { Money } from '../ui/Money.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import styles from './Transaction.module.css'

/** The books against PayPal's own balance, per currency, with the moment that both are of. */
export function Proofs({ proofs }: Pick<AccountCoverage, 'proofs'>) {
  const { timezone } = useCurrentUser().company
  if (proofs.length === 0)
    return (
      <p className={styles.hint}>
        {t('money.proof')}: {t('money.proof.none')}
      </p>
    )
  return (
    <ul className={styles.proofs} aria-label={t('money.proof')}>
      {proofs.map(({ currency, ledgerMinor, paypalMinor, differenceMinor, asOf }) => (
        <li key={currency} className={styles.proof}>
          {differenceMinor === 0 ? (
            <>
              <StatusTag tone="green">{t('money.proof.equal')}</StatusTag> <Money amountMinor={ledgerMinor} currency={currency} />
            </>
          ) : (
            <>
              <StatusTag tone="red">{t('money.proof.differs')}</StatusTag> <Money amountMinor={differenceMinor} currency={currency} />
              <span className={styles.second}>
                {t('money.proof.ledger')} <Money amountMinor={ledgerMinor} currency={currency} /> · {t('money.proof.paypal')}{' '}
                <Money amountMinor={paypalMinor} currency={currency} />
              </span>
            </>
          )}
          <span className={styles.second}>{t('money.proof.as', { time: formatInstant(asOf, timezone) })}</span>
        </li>
      ))}
    </ul>
  )
}
