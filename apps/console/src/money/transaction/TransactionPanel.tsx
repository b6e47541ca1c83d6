import { type TransactionRow, transactionApi } from '@paydesk/contract/money/transaction'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { kindText } from '../../shared/transaction/transactionWords.ts'
import { PanelState } from '../../ui/workspace/PanelState.tsx'
import { RecordPanel } from '../../ui/workspace/RecordPanel.tsx'
import type { Panel } from '../../ui/workspace/usePanel.ts'
import { TransactionActs } from './TransactionActs.tsx'
import { TransactionView } from './TransactionView.tsx'

type Props = { id: string; row: TransactionRow | undefined; panel: Panel; ids: readonly string[] }

/** A transaction beside its list. */
export default function TransactionPanel({ id, row, panel, ids }: Props) {
  const { data, error, refetch } = useApi(transactionApi.read, { params: { id } })
  const transaction = data?.id === id ? data : undefined
  const known = transaction ?? row
  return (
    <RecordPanel
      panel={panel}
      ids={ids}
      title={
        known
          ? `${kindText(known)} ${known.providerTransactionId}`
          : t('menu.finance.transactionDetail')
      }
      acts={known && <TransactionActs transaction={known} />}
    >
      {transaction ? (
        <TransactionView key={id} transaction={transaction} />
      ) : (
        <PanelState error={error} gone={t('money.missing')} onRetry={() => void refetch()} />
      )}
    </RecordPanel>
  )
}
