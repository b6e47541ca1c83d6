import { type Candidate, reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import type { Transaction } from '@paydesk/contract/money/transaction'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { showTransaction } from '../../shared/transaction/UndoMatch.tsx'
import type { GoOn } from '../../ui/workspace/useGoOn.ts'
import { allocationOf, choose, type Draft, emptyDraft, type Subject } from './allocation.ts'

type State = {
  id: string
  draft: Draft
  reason: string
  record: boolean
  missing: string | undefined
  ready: number
}
const begun = (id: string): State => ({
  id,
  draft: emptyDraft,
  reason: '',
  record: false,
  missing: undefined,
  ready: 0,
})

/** What speaks for a bill, as a sentence that can stand as the reason of a match. */
export const reasonsText = ({ reasons }: Pick<Candidate, 'reasons'>) =>
  reasons.map((reason) => t(`money.reason.${reason}`)).join(t('money.reason.separator'))

/**
 * The choice of bills and amounts, and the decision itself, which is recorded with a
 * name and a reason.
 */
export function useDecision(transaction: Transaction, { decide, goOn }: GoOn) {
  const { id, version, currency, grossMinor, matchedMinor } = transaction
  const [state, setState] = useState(() => begun(id))
  const [busy, setBusy] = useState(false)
  const now = state.id === id ? state : begun(id)
  const set = (change: Partial<State>) => setState({ ...now, missing: undefined, ...change })
  const subject: Subject = {
    currency,
    leftMinor: Math.abs(grossMinor - matchedMinor),
    outgoing: grossMinor < 0,
  }
  const isOpen = transaction.matchState === 'unmatched'
  const found = useApi(
    reconciliationApi.candidates,
    { params: { id }, query: {} },
    { enabled: isOpen },
  )
  // While those of this transaction are on their way, those of the last one are still there:
  // never propose them.
  const list = found.isPlaceholderData ? undefined : found.data?.list
  const best = list?.[0]
  const allocation = allocationOf(now.draft, subject)
  const mayRecord = !subject.outgoing && now.draft.bills.some(({ bill }) => bill.dueMinor > 0)
  const match = async () => {
    const { lines, restMinor, problems } = allocation
    if (lines.length === 0) return set({ missing: t('money.decide.needLines') })
    if (restMinor < 0 || Object.keys(problems).length > 0) return
    const reason = now.reason.trim()
    if (!reason) return set({ missing: t('money.decide.needReason') })
    setBusy(true)
    try {
      const body = { version, lines, reason, recordOnBills: mayRecord && now.record }
      // One that is explained in part stays, with the rest of its amount.
      const work = () => call(reconciliationApi.match, { params: { id }, body })
      const done = await decide(id, work, ({ matchState }) => matchState !== 'unmatched')
      goOn()
      showTransaction(done)
      setState(begun(id))
      feedback.message().success(t('money.decide.matched'))
    } catch {
      // The call has shown the error.
    } finally {
      setBusy(false)
    }
  }
  /** Chooses the likeliest bill, if none is chosen, and waits for the word: Enter. */
  const propose = () => {
    if (now.draft.bills.length > 0 || !best) return set({ ready: now.ready + 1 })
    set({
      draft: choose(now.draft, best, subject),
      reason: now.reason || reasonsText(best),
      ready: now.ready + 1,
    })
  }
  return {
    ...now,
    subject,
    allocation,
    mayRecord,
    busy,
    best,
    looked: list !== undefined || found.error !== null,
    set,
    match,
    propose,
  }
}
export type Deciding = ReturnType<typeof useDecision>
