import type { ExceptionRow } from '@paydesk/contract/billing/reconciliation'
import { type Transaction, transactionApi } from '@paydesk/contract/money/transaction'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { PanelState } from '../../ui/workspace/PanelState.tsx'
import { RecordPanel } from '../../ui/workspace/RecordPanel.tsx'
import type { GoOn } from '../../ui/workspace/useGoOn.ts'
import type { Panel } from '../../ui/workspace/usePanel.ts'
import { payerOf } from './columns.tsx'
import { UnmatchedActs } from './UnmatchedActs.tsx'
import { UnmatchedView } from './UnmatchedView.tsx'
import { useDecision } from './useDecision.ts'

type Props = {
  id: string
  row: ExceptionRow | undefined
  panel: Panel
  ids: readonly string[]
  goOn: GoOn
  onAside: (transaction: Transaction) => void
  onAlike: ((id: string) => void) | undefined
}

/** A transaction beside the list of those that nothing explains. */
export default function UnmatchedPanel({ id, row, panel, ids, goOn, onAside, onAlike }: Props) {
  const { data, error, refetch } = useApi(transactionApi.read, { params: { id } })
  const transaction = data?.id === id ? data : undefined
  const known = transaction ?? row
  const frame = (acts: ReactNode, content: ReactNode) => (
    <RecordPanel
      panel={panel}
      ids={ids}
      title={known ? payerOf(known) : t('menu.finance.unmatchedDetail')}
      acts={acts}
    >
      {content}
    </RecordPanel>
  )
  if (!transaction)
    return frame(
      null,
      <PanelState error={error} gone={t('money.gone')} onRetry={() => void refetch()} />,
    )
  return (
    <Known
      transaction={transaction}
      goOn={goOn}
      onAside={onAside}
      onAlike={onAlike}
      frame={frame}
    />
  )
}

type KnownProps = Pick<Props, 'goOn' | 'onAside' | 'onAlike'> & {
  transaction: Transaction
  frame: (acts: ReactNode, content: ReactNode) => ReactNode
}

function Known({ transaction, goOn, onAside, onAlike, frame }: KnownProps) {
  const deciding = useDecision(transaction, goOn)
  return frame(
    <UnmatchedActs
      transaction={transaction}
      deciding={deciding}
      onAside={onAside}
      onAlike={onAlike}
    />,
    <UnmatchedView key={transaction.id} transaction={transaction} deciding={deciding} />,
  )
}
