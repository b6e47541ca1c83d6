import { Candidates } from './Candidates.tsx'
import { Footer } from './Footer.tsx'
import { LooseLines } from './LooseLines.tsx'
import styles from './Reconciliation.module.css'
import type { Deciding } from './useDecision.ts'

/** The bills that may explain the transaction, amounts that belong to none, and the word. */
export function Decision({ deciding }: { deciding: Deciding }) {
  const { id, subject, draft, allocation, set } = deciding
  return (
    <div className={styles.bench}>
      <Candidates
        id={id}
        subject={subject}
        draft={draft}
        problems={allocation.problems}
        onChange={(next) => set({ draft: next })}
      />
      <LooseLines
        draft={draft}
        subject={subject}
        problems={allocation.problems}
        onChange={(next) => set({ draft: next })}
      />
      <Footer deciding={deciding} />
    </div>
  )
}
