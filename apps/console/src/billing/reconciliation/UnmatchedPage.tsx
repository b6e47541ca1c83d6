import { type Transaction, transactionApi } from '@paydesk/contract/money/transaction'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import record from '../../ui/page/record.module.css'
import type { GoOn } from '../../ui/workspace/useGoOn.ts'
import type { Panel } from '../../ui/workspace/usePanel.ts'
import { payerOf } from './columns.tsx'
import { UnmatchedActs } from './UnmatchedActs.tsx'
import { UnmatchedView } from './UnmatchedView.tsx'
import { useDecision } from './useDecision.ts'

type Props = {
  name: RouteName
  id: string
  back: Panel['back']
  goOn: GoOn
  onAside: (transaction: Transaction) => void
}

/** A transaction that is to be explained, as a page by itself. */
export default function UnmatchedPage({ name, id, back, goOn, onAside }: Props) {
  const read = useApi(transactionApi.read, { params: { id } })
  return (
    <RecordPage
      name={name}
      id={id}
      read={read}
      title={payerOf}
      back={{ ...back, label: t('money.queue.back') }}
      gone={t('money.gone')}
    >
      {(transaction) => <Known key={id} transaction={transaction} goOn={goOn} onAside={onAside} />}
    </RecordPage>
  )
}

function Known({
  transaction,
  goOn,
  onAside,
}: { transaction: Transaction } & Pick<Props, 'goOn' | 'onAside'>) {
  const deciding = useDecision(transaction, goOn)
  return (
    <div className={record.page}>
      <UnmatchedActs transaction={transaction} deciding={deciding} onAside={onAside} />
      <UnmatchedView transaction={transaction} deciding={deciding} />
    </div>
  )
}
