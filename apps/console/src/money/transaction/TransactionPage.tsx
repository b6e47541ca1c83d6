import { transactionApi } from '@paydesk/contract/money/transaction'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import type { Panel } from '../../ui/workspace/usePanel.ts'
import { TransactionActs } from './TransactionActs.tsx'
import { TransactionView } from './TransactionView.tsx'

/** A transaction as a page by itself. */
export default function TransactionPage({
  name,
  id,
  back,
}: {
  name: RouteName
  id: string
  back: Panel['back']
}) {
  const read = useApi(transactionApi.read, { params: { id } })
  return (
    <RecordPage
      name={name}
      id={id}
      read={read}
      recent={({ providerTransactionId }) => providerTransactionId}
      extra={(transaction) => transaction && <TransactionActs transaction={transaction} />}
      back={{ ...back, label: t('money.backToList') }}
      gone={t('money.missing')}
    >
      {(transaction) => <TransactionView key={id} transaction={transaction} />}
    </RecordPage>
  )
}
