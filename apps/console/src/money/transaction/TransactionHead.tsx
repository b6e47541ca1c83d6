import type { Transaction } from '@paydesk/contract/money/transaction'
import { t } from '../../lib/i18n.ts'
import { MatchTag, TransactionStatusTag } from '../../shared/transaction/TransactionTags.tsx'
import { kindText } from '../../shared/transaction/transactionWords.ts'
import { Money } from '../../ui/Money.tsx'
import record from '../../ui/page/record.module.css'
import { Time } from '../../ui/Time.tsx'
import { Pending } from './Pending.tsx'
import styles from './Transaction.module.css'

export function TransactionHead({ transaction }: { transaction: Transaction }) {
  const { currency, grossMinor, feeMinor, netMinor, eventCode, occurredAt, accountLabel } =
    transaction
  const credited = transaction.related.find(
    (row) =>
      row.class === 'conversion' &&
      row.currency !== currency &&
      Math.sign(row.grossMinor) === Math.sign(grossMinor),
  )
  // PayPal reports its fee when the money has arrived.
  const isPending = transaction.status === 'P'
  return (
    <section className={record.section} aria-label={t('money.amounts')}>
      <div className={record.head}>
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
      <dl className={record.amounts}>
        <div className={record.main}>
          <dt>{t('money.gross')}</dt>
          <dd>
            <Money amountMinor={grossMinor} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('money.fee')}</dt>
          <dd>{isPending ? '—' : <Money amountMinor={feeMinor} currency={currency} />}</dd>
        </div>
        <div>
          <dt>{t('money.net')}</dt>
          <dd>{isPending ? '—' : <Money amountMinor={netMinor} currency={currency} />}</dd>
        </div>
        {credited && (
          <div>
            <dt>{t(grossMinor < 0 ? 'money.debited' : 'money.credited')}</dt>
            <dd>
              <Money
                amountMinor={credited.grossMinor + credited.feeMinor}
                currency={credited.currency}
              />
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
