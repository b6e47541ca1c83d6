import { type Candidate, reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { useState } from 'react'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { SearchFilter } from '../../ui/table/SearchFilter.tsx'
import { type Allocation, choose, type Draft, type Subject } from './allocation.ts'
import { CandidateLine } from './CandidateLine.tsx'
import styles from './Reconciliation.module.css'

type Props = {
  id: string
  subject: Subject
  draft: Draft
  problems: Allocation['problems']
  onChange: (draft: Draft) => void
}

/**
 * Bills that may explain the transaction, best first. Chosen bills stay in view whatever is
 * searched for next.
 */
export function Candidates({ id, subject, draft, problems, onChange }: Props) {
  const [keyword, setKeyword] = useState<string>()
  const { data, error, refetch } = useApi(reconciliationApi.candidates, {
    params: { id },
    query: { ...(keyword && { keyword }) },
  })
  const chosen = draft.bills.map(({ bill }) => bill)
  const others = (data?.list ?? []).filter(
    ({ billId }) => !chosen.some((bill) => bill.billId === billId),
  )
  const toggle = (bill: Candidate, on: boolean) =>
    onChange(
      on
        ? choose(draft, bill, subject)
        : { ...draft, bills: draft.bills.filter((line) => line.bill.billId !== bill.billId) },
    )
  return (
    <section aria-label={t('money.candidates')}>
      <div className={styles.candidatesHead}>
        <h2 className={styles.title}>{t('money.candidates')}</h2>
        <SearchFilter
          label={t('money.candidates.search')}
          placeholder={t('money.candidates.search.hint')}
          value={keyword}
          onChange={setKeyword}
        />
      </div>
      {!data && <LoadState failed={error !== null} onRetry={() => void refetch()} />}
      {data && others.length + chosen.length === 0 && (
        <p className={styles.hint}>
          {t(keyword ? 'money.candidates.none.search' : 'money.candidates.none')}
        </p>
      )}
      <ul className={styles.candidates}>
        {[...chosen, ...others].map((bill) => (
          <CandidateLine
            key={bill.billId}
            bill={bill}
            subject={subject}
            line={draft.bills.find((line) => line.bill.billId === bill.billId)}
            problem={problems[bill.billId]}
            onToggle={(on) => toggle(bill, on)}
            onLine={(change) =>
              onChange({
                ...draft,
                bills: draft.bills.map((line) =>
                  line.bill.billId === bill.billId ? { ...line, ...change } : line,
                ),
              })
            }
          />
        ))}
      </ul>
    </section>
  )
}
