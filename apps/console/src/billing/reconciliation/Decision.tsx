import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import type { Transaction } from '@paydesk/contract/money/transaction'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { showTransaction } from '../../shared/transaction/UndoMatch.tsx'
import { allocationOf, type Draft, emptyDraft, type Subject } from './allocation.ts'
import { Candidates } from './Candidates.tsx'
import { Footer } from './Footer.tsx'
import { LooseLines } from './LooseLines.tsx'
import styles from './Reconciliation.module.css'

type Props = { transaction: Transaction; onDecided: (id: string) => void }

/** The choice of bills and amounts, and the decision itself, which is recorded with a name and a reason. */
export function Decision({ transaction, onDecided }: Props) {
  const { id, version, currency, grossMinor, matchedMinor } = transaction
  const subject: Subject = { currency, leftMinor: Math.abs(grossMinor - matchedMinor), outgoing: grossMinor < 0 }
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [busy, setBusy] = useState(false)
  /** After a part was explained, the rest starts empty; any other change of the row keeps what was typed. */
  const [round, setRound] = useState(0)
  const allocation = allocationOf(draft, subject)
  const decide = async (work: () => Promise<Transaction>, done: string) => {
    setBusy(true)
    try {
      const decided = await work()
      onDecided(id)
      showTransaction(decided)
      setDraft(emptyDraft)
      setRound(round + 1)
      feedback.message().success(done)
    } catch {
      // The call has shown the error.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.bench}>
      <Candidates id={id} subject={subject} draft={draft} problems={allocation.problems} onChange={setDraft} />
      <LooseLines draft={draft} subject={subject} problems={allocation.problems} onChange={setDraft} />
      <Footer
        key={round}
        subject={subject}
        allocation={allocation}
        busy={busy}
        mayRecord={!subject.outgoing && draft.bills.some(({ bill }) => bill.dueMinor > 0)}
        onMatch={(reason, recordOnBills) =>
          void decide(
            () => call(reconciliationApi.match, { params: { id }, body: { version, lines: allocation.lines, reason, recordOnBills } }),
            t('money.decide.matched'),
          )
        }
        onAside={(reason) =>
          void decide(() => call(reconciliationApi.ignore, { params: { id }, body: { version, reason } }), t('money.decide.asideDone'))
        }
      />
    </div>
  )
}
