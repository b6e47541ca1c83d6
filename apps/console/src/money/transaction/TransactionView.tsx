import type { Transaction } from '@paydesk/contract/money/transaction'
import { t } from '../../lib/i18n.ts'
import { MatchLines } from '../../shared/transaction/MatchLines.tsx'
import { RecordMatch } from '../../shared/transaction/RecordMatch.tsx'
import { UndoMatch } from '../../shared/transaction/UndoMatch.tsx'
import record from '../../ui/page/record.module.css'
import { Section } from '../../ui/page/Section.tsx'
import { Books } from './Books.tsx'
import { PayerFacts, TransactionFacts } from './Facts.tsx'
import { PaymentRows } from './PaymentRows.tsx'
import { Raw } from './Raw.tsx'
import styles from './Transaction.module.css'
import { TransactionHead } from './TransactionHead.tsx'

export const TransactionView = ({ transaction }: { transaction: Transaction }) => (
  <div className={record.page}>
    <TransactionHead transaction={transaction} />
    <div className={record.columns}>
      <div className={record.column}>
        <Section title={t('money.explained')}>
          <MatchLines transaction={transaction} />
          <div className={styles.actions}>
            <UndoMatch transaction={transaction} />
            <RecordMatch transaction={transaction} />
          </div>
        </Section>
        <Section title={t('money.picture')} hint={t('money.picture.hint')}>
          <PaymentRows transaction={transaction} />
        </Section>
        <Section title={t('money.books')} hint={t('money.books.hint')}>
          <Books journals={transaction.journals} />
        </Section>
        <Section title={t('money.raw')}>
          <Raw raw={transaction.raw} />
        </Section>
      </div>
      <div className={record.column}>
        <Section title={t('money.payerFacts')}>
          <PayerFacts transaction={transaction} />
        </Section>
        <Section title={t('money.facts')}>
          <TransactionFacts transaction={transaction} />
        </Section>
      </div>
    </div>
  </div>
)
