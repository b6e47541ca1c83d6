import type { AccountCoverage } from '@paydesk/contract/money/transaction'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import record from '../../ui/page/record.module.css'
import { StatusTag } from '../../ui/StatusTag.tsx'
import styles from './Transaction.module.css'

type Proof = AccountCoverage['proofs'][number]

/**
 * The books beside PayPal's own balance, per currency, with the moment of the comparison. A proof
 * that agrees takes one line.
 */
export function Proofs({ proofs }: Pick<AccountCoverage, 'proofs'>) {
  const { timezone } = useCurrentUser().company
  if (proofs.length === 0)
    return (
      <p className={record.hint}>
        {t('money.proof')}: {t('money.proof.none')}
      </p>
    )
  const as = (asOf: string) => t('money.proof.as', { time: formatInstant(asOf, timezone) })
  const equal = proofs.filter(({ differenceMinor }) => differenceMinor === 0)
  const differing = proofs.filter(({ differenceMinor }) => differenceMinor !== 0)
  return (
    <ul className={styles.proofs} aria-label={t('money.proof')}>
      {differing.map((proof) => (
        <Difference key={proof.currency} proof={proof} as={as(proof.asOf)} />
      ))}
      {equal.length > 0 && (
        <li className={styles.equal}>
          <StatusTag tone="green">{t('money.proof.equal')}</StatusTag>
          <span className={record.missing}>{t('money.proof.balance')}</span>
          {equal.map(({ currency, ledgerMinor }) => (
            <Money key={currency} amountMinor={ledgerMinor} currency={currency} />
          ))}
          <span className={record.missing}>
            {as(equal.map(({ asOf }) => asOf).sort()[0] as string)}
          </span>
        </li>
      )}
    </ul>
  )
}

const Difference = ({
  proof: { currency, ledgerMinor, paypalMinor, differenceMinor },
  as,
}: {
  proof: Proof
  as: string
}) => (
  <li>
    <StatusTag tone="red">{t('money.proof.differs')}</StatusTag>{' '}
    <Money amountMinor={differenceMinor} currency={currency} />
    <span className={styles.second}>
      {t('money.proof.ledger')} <Money amountMinor={ledgerMinor} currency={currency} /> ·{' '}
      {t('money.proof.paypal')} <Money amountMinor={paypalMinor} currency={currency} /> · {as}
    </span>
  </li>
)
