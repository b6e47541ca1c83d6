import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { canAccess } from '@paydesk/contract/lib/access'
import { isSettled, type Transaction, transactionApi } from '@paydesk/contract/money/transaction'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../lib/api/apiError.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { MatchLines } from '../../shared/transaction/MatchLines.tsx'
import { UndoMatch } from '../../shared/transaction/UndoMatch.tsx'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { Page } from '../../ui/page/Page.tsx'
import record from '../../ui/page/record.module.css'
import { Section } from '../../ui/page/Section.tsx'
import { Books } from './Books.tsx'
import { PayerFacts, TransactionFacts } from './Facts.tsx'
import { Picture } from './Picture.tsx'
import { Raw } from './Raw.tsx'
import styles from './Transaction.module.css'
import { TransactionHead } from './TransactionHead.tsx'

export default function TransactionPage({ name }: { name: RouteName }) {
  const { id = '' } = useParams()
  const { data, error, refetch } = useApi(transactionApi.read, { params: { id } })
  // While another transaction is on its way, the previous one is still in `data`.
  const transaction = data?.id === id ? data : undefined
  const isMissing = error instanceof ApiError && error.errorCode === 'notFound'
  return (
    <Page name={name} record={transaction?.providerTransactionId}>
      <Link to={paths.transactionList()} className={record.back}>
        {t('money.backToList')}
      </Link>
      {transaction && <Loaded transaction={transaction} />}
      {!transaction && isMissing && <p className={record.gone}>{t('money.missing')}</p>}
      {!transaction && !isMissing && <LoadState failed={error !== null} onRetry={() => void refetch()} />}
    </Page>
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
            <Reconcile transaction={transaction} />
          </div>
        </Section>
        <Section title={t('money.picture')} hint={t('money.picture.hint')}>
          <Picture transaction={transaction} />
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

/** The way to the bench, for what is still to be explained. */
function Reconcile({ transaction: { id, matchState, status } }: { transaction: Transaction }) {
  const user = useCurrentUser()
  const isOpen = matchState === 'unmatched' && isSettled(status)
  if (!isOpen || !canAccess(user, reconciliationApi.list.permission)) return null
  return <Link to={`${paths.reconciliation()}?${new URLSearchParams({ id })}`}>{t('money.toReconciliation')}</Link>
}
