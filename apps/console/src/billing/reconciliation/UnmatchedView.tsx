import { paths } from '@paydesk/contract/lib/paths'
import type { Transaction } from '@paydesk/contract/money/transaction'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { MatchLines } from '../../shared/transaction/MatchLines.tsx'
import { RecordMatch } from '../../shared/transaction/RecordMatch.tsx'
import { MatchTag } from '../../shared/transaction/TransactionTags.tsx'
import { kindText } from '../../shared/transaction/transactionWords.ts'
import { UndoMatch } from '../../shared/transaction/UndoMatch.tsx'
import { Money } from '../../ui/Money.tsx'
import record from '../../ui/page/record.module.css'
import { Time } from '../../ui/Time.tsx'
import { Assignee } from './Assignee.tsx'
import { Decision } from './Decision.tsx'
import styles from './Reconciliation.module.css'
import type { Deciding } from './useDecision.ts'

/** One transaction: what is known of it, and what may explain it. */
export function UnmatchedView({
  transaction,
  deciding,
}: {
  transaction: Transaction
  deciding: Deciding
}) {
  const isOpen = transaction.matchState === 'unmatched'
  return (
    <div className={record.page}>
      <section className={record.section} aria-label={t('money.work')}>
        <div className={styles.bench}>
          <Subject transaction={transaction} />
          {(!isOpen || transaction.lines.length > 0) && <MatchLines transaction={transaction} />}
          {isOpen && <Decision deciding={deciding} />}
          <div className={styles.actions}>
            <UndoMatch transaction={transaction} />
            <RecordMatch transaction={transaction} />
          </div>
        </div>
      </section>
    </div>
  )
}

function Subject({ transaction }: { transaction: Transaction }) {
  const {
    id,
    currency,
    grossMinor,
    payerName,
    payerEmail,
    occurredAt,
    invoiceId,
    customField,
    subject,
    note,
  } = transaction
  const texts = [...new Set([invoiceId, customField, subject, note].filter(Boolean))]
  return (
    <div>
      <div className={styles.subjectHead}>
        <span className={styles.amount}>
          <Money amountMinor={grossMinor} currency={currency} />
        </span>
        <MatchTag {...transaction} />
        <Link to={paths.transaction(id)}>{t('money.details')}</Link>
      </div>
      <p className={styles.text}>
        <bdi>{[payerName, payerEmail].filter(Boolean).join(' · ') || t('money.payer.none')}</bdi>
        {transaction.customer && (
          <bdi className={styles.second}>
            {' '}
            {t('money.payer.customer')}: {transaction.customer.name}
          </bdi>
        )}
      </p>
      {texts.map((text) => (
        <p key={text} className={styles.quote}>
          <bdi>{text}</bdi>
        </p>
      ))}
      <p className={styles.second}>
        <Time at={occurredAt} /> · {kindText(transaction)}{' '}
        <bdi dir="ltr">{transaction.eventCode}</bdi> · <bdi>{transaction.accountLabel}</bdi>
      </p>
      {transaction.matchState === 'unmatched' && <Assignee transaction={transaction} />}
    </div>
  )
}
