import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api/apiError.ts'
import { showError } from '../../lib/api/errors.ts'
import { t } from '../../lib/i18n.ts'
import { type Outcome, runBulk } from './bulk.ts'

type Work<T> = (row: T) => Promise<'asked' | 'done'>

/**
 * Starts when it is mounted, and runs to its end or until it is stopped. `submitted`: no row
 * has yet to begin.
 */
export function useRun<T extends { id: string }>(
  rows: readonly T[],
  work: Work<T>,
  onEnd: () => void,
) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [submitted, setSubmitted] = useState(false)
  const [stop] = useState(() => new AbortController())
  const begun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it was mounted with is what is done
  useEffect(() => {
    // React mounts twice in development; nothing must be done twice.
    if (begun.current) return
    begun.current = true
    const onOutcome = ({ id }: T, outcome: Outcome) =>
      setOutcomes((known) => new Map(known).set(id, outcome))
    const watched = (row: T) =>
      work(row).catch((error: unknown) => {
        if (error instanceof ApiError && error.errorCode === 401) {
          stop.abort()
          showError(error)
        }
        throw error
      })
    void runBulk({ rows, work: watched, reasonOf, onOutcome, stop: stop.signal }).then(() => {
      setSubmitted(true)
      onEnd()
    })
  }, [])
  return { outcomes, setOutcomes, submitted, stop: () => stop.abort() }
}

function reasonOf(error: unknown): string {
  const problem = error instanceof ApiError ? error.problem : undefined
  if (problem?.kind === 'business') return problem.failure.errorMessage
  if (problem?.kind === 'status') return t('error.status', { status: problem.status })
  return t(problem?.kind === 'noResponse' ? 'bulk.noResponse' : 'error.other')
}
