import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { isSettled, type Transaction, transactionApi } from '@paydesk/contract/money/transaction'
import { Link, useParams } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { MatchLines } from '../../shared/transaction/MatchLines.tsx'
import { RecordMatch } from '../../shared/transaction/RecordMatch.tsx'
import { UndoMatch } from '../../shared/transaction/UndoMatch.tsx'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import record from '../../ui/page/record.module.css'
import { Section } from '../../ui/page/Section.tsx'
import { Books } from './Books.tsx'
import { PayerFacts, TransactionFacts } from './Facts.tsx'
import { PaymentRows } from './PaymentRows.tsx'
import { Raw } from './Raw.tsx'
import styles from './Transaction.module.css'
import { TransactionHead } from './TransactionHead.tsx'

export default function TransactionPage({ name }: { name: RouteName }) {
  const { id = '' } = useParams()
  const read = useApi(transactionApi.read, { params: { id } })
  return (
    <RecordPage
      name={name}
      id={id}
      read={read}
      recent={({ providerTransactionId }) => providerTransactionId}
      back={{ to: paths.transactionList(), label: t('money.backToList') }}
      gone={t('money.missing')}
    >
      {(transaction) => <Loaded transaction={transaction} />}
    </RecordPage>
  )
}

const Loaded = ({ transaction }: { transaction: Transaction }) => (
  <div className={record.page}>
    <TransactionHead transaction={transaction} />
    <div className={record.columns}>
      <div className={record.column}>
        <Section title={t('money.explained')}>
          <MatchLines transaction={transaction} />
          <div className={styles.actions}>
            <UndoMatch transaction={transaction} />
            <RecordMatch transaction={transaction} />
            <Reconcile transaction={transaction} />
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

/** A link to the bench, for a transaction that is still to be explained. */
function Reconcile({ transaction: { id, matchState, status } }: { transaction: Transaction }) {
  const user = useCurrentUser()
  const isOpen = matchState === 'unmatched' && isSettled(status)
  if (!isOpen || !canAccess(user, reconciliationApi.list.permission)) return null
  return <Link to={`${paths.reconciliation()}?${new URLSearchParams({ id })}`}>{t('money.toReconciliation')}</Link>
}
