import type { Transaction } from '@paydesk/contract/transaction'
import { t } from '../lib/i18n.ts'
import { Money } from '../ui/Money.tsx'
import { Time } from '../ui/Time.tsx'
import { MatchTag, TransactionStatusTag } from '../ui/TransactionTags.tsx'
import { kindText } from '../ui/transactionWords.ts'
import { Pending } from './Pending.tsx'
import styles from './Transaction.module.css'

export function TransactionHead({ transaction }: { transaction: Transaction }) {
  const { currency, grossMinor, feeMinor, netMinor, eventCode, occurredAt, accountLabel } = transaction
  const credited = transaction.related.find(
    (row) => row.class === 'conversion' && row.currency !== currency && Math.sign(row.grossMinor) === Math.sign(grossMinor),
  )
  return (
    <section className={styles.card} aria-label={t('money.amounts')}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          {kindText(transaction)} <bdi dir="ltr">{eventCode}</bdi>
        </h2>
        <TransactionStatusTag status={transaction.status} />
        <MatchTag {...transaction} />
        <span className={styles.when}>
          <Time at={occurredAt} /> · <bdi>{accountLabel}</bdi>
        </span>
      </div>
      <Pending transaction={transaction} />
      <dl className={styles.amounts}>
        <div className={styles.main}>
          <dt>{t('money.gross')}</dt>
          <dd>
            <Money amountMinor={grossMinor} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('money.fee')}</dt>
          <dd>
            <Money amountMinor={feeMinor} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('money.net')}</dt>
          <dd>
            <Money amountMinor={netMinor} currency={currency} />
          </dd>
        </div>
        {credited && (
          <div>
            <dt>{t('money.credited')}</dt>
            <dd>
              <Money amountMinor={credited.grossMinor + credited.feeMinor} currency={credited.currency} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
