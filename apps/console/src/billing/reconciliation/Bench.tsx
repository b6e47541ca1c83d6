import { paths } from '@paydesk/contract/lib/paths'
import { type Transaction, transactionApi } from '@paydesk/contract/money/transaction'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { MatchLines } from '../../shared/transaction/MatchLines.tsx'
import { RecordMatch } from '../../shared/transaction/RecordMatch.tsx'
import { MatchTag } from '../../shared/transaction/TransactionTags.tsx'
import { kindText } from '../../shared/transaction/transactionWords.ts'
import { UndoMatch } from '../../shared/transaction/UndoMatch.tsx'
import { Money } from '../../ui/Money.tsx'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { Time } from '../../ui/Time.tsx'
import { Assignee } from './Assignee.tsx'
import { Decision } from './Decision.tsx'
import styles from './Reconciliation.module.css'

type Props = { id: string; onDecided: (id: string) => void; onNext: () => void }

/** One transaction on the bench: what is known of it, and what may explain it. */
export function Bench({ id, onDecided, onNext }: Props) {
  const { data, error, refetch } = useApi(transactionApi.read, { params: { id } })
  const transaction = data?.id === id ? data : undefined
  if (!transaction) return <LoadState failed={error !== null} onRetry={() => void refetch()} />
  const isOpen = transaction.matchState === 'unmatched'
  return (
    <div className={styles.bench}>
      <Subject transaction={transaction} />
      {(!isOpen || transaction.lines.length > 0) && <MatchLines transaction={transaction} />}
      {isOpen && <Decision transaction={transaction} onDecided={onDecided} />}
      <div className={styles.actions}>
        <UndoMatch transaction={transaction} />
        <RecordMatch transaction={transaction} />
        {!isOpen && (
          <Button type={transaction.recordable ? 'default' : 'primary'} onClick={onNext}>
            {t('money.decide.next')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Subject({ transaction }: { transaction: Transaction }) {
  const { id, currency, grossMinor, payerName, payerEmail, occurredAt, invoiceId, customField, subject, note } = transaction
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
        <Time at={occurredAt} /> · {kindText(transaction)} <bdi dir="ltr">{transaction.eventCode}</bdi> ·{' '}
        <bdi>{transaction.accountLabel}</bdi>
      </p>
      {transaction.matchState === 'unmatched' && <Assignee transaction={transaction} />}
    </div>
  )
}
