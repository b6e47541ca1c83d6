import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { isSettled, type Transaction } from '@paydesk/contract/money/transaction'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { showTransaction } from '../../shared/transaction/UndoMatch.tsx'
import { Acts } from '../../ui/workspace/Acts.tsx'
import type { Act } from '../../ui/workspace/act.ts'
import type { Deciding } from './useDecision.ts'

type Props = {
  transaction: Transaction
  deciding: Deciding
  onAside: (transaction: Transaction) => void
  /** Ticks all that look like this one; only beside the list. */
  onAlike?: ((id: string) => void) | undefined
}

/** What can be done with a transaction that nothing explains yet. */
export function UnmatchedActs({
  transaction,
  deciding: { best, looked, propose },
  onAside,
  onAlike,
}: Props) {
  const me = useCurrentUser()
  const { id, matchState, status, assigneeId, providerTransactionId } = transaction
  // All at once: a button that comes late would move the others under the pointer.
  if (matchState !== 'unmatched' || !isSettled(status) || !looked) return null
  const acts: Act[] = [
    ...(best
      ? [
          {
            key: 'match',
            label: t('money.act.match', { number: best.number }),
            onClick: propose,
            shortcut: 'm',
          },
        ]
      : []),
    {
      key: 'aside',
      label: t('money.decide.aside'),
      onClick: () => onAside(transaction),
      shortcut: 's',
    },
    ...(onAlike
      ? [{ key: 'alike', label: t('money.act.alike'), onClick: () => onAlike(id), shortcut: 'e' }]
      : []),
    ...(assigneeId !== me.id && !me.actingElsewhere
      ? [
          {
            key: 'take',
            label: t('money.assign.mine'),
            onClick: () => void assign(transaction, me.id),
            shortcut: 't',
          },
        ]
      : []),
  ]
  return (
    <Acts
      name={providerTransactionId}
      acts={acts}
      refused={
        best
          ? []
          : [{ key: 'match', label: t('money.decide.match'), reason: t('money.candidates.none') }]
      }
    />
  )
}

/** Changes who works on a transaction. The call shows what is refused. */
export async function assign({ id, version }: Transaction, assigneeId: string | null) {
  try {
    showTransaction(
      await call(reconciliationApi.assign, { params: { id }, body: { version, assigneeId } }),
    )
    feedback.message().success(t('money.assign.done'))
  } catch {
    // The call has shown the error.
  }
}
