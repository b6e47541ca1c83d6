import { type Bill, type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/apiError.ts'
import { showError } from '../../../lib/api/errors.ts'
import { refreshApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { failureWords } from '../failure.ts'
import { type Outcome, runBulk } from './bulk.ts'

export const bulkActions = ['send', 'remind', 'cancel'] as const
export type BulkAction = (typeof bulkActions)[number]

const lookMs = 2000
/** So many bills are asked about at once. */
const lookMost = 100

/**
 * Starts when it is mounted, and runs to its end or until it is stopped. `submitted`: no row has yet to begin; `ended`: every outcome is
 * known, PayPal's word included.
 */
export function useBulk(action: BulkAction, rows: readonly BillRow[]) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [submitted, setSubmitted] = useState(false)
  const [stop] = useState(() => new AbortController())
  const begun = useRef(false)
  useEffect(() => {
    // React mounts twice in development; bills must not be sent twice.
    if (begun.current) return
    begun.current = true
    const onOutcome = ({ id }: BillRow, outcome: Outcome) => setOutcomes((known) => new Map(known).set(id, outcome))
    const work = (row: BillRow) =>
      perform(action, row).then(
        ({ busy }) => (busy ? 'asked' : 'done'),
        (error: unknown) => {
          if (error instanceof ApiError && error.errorCode === 401) {
            stop.abort()
            showError(error)
          }
          throw error
        },
      )
    void runBulk({ rows, work, reasonOf, onOutcome, stop: stop.signal }).then(() => {
      setSubmitted(true)
      refreshBills()
    })
  }, [action, rows, stop])

  const asked = rows.filter(({ id }) => outcomes.get(id)?.state === 'asked').map(({ id }) => id)
  const waitsFor = asked.slice(0, lookMost).join(' ')
  useEffect(() => {
    if (waitsFor === '') return
    const look = async () => {
      const answered = await answers(waitsFor.split(' '))
      if (answered.size === 0) return
      setOutcomes((known) => new Map([...known, ...answered]))
      refreshBills()
    }
    const timer = setInterval(() => void look(), lookMs)
    return () => clearInterval(timer)
  }, [waitsFor])
  return { outcomes, submitted, ended: submitted && asked.length === 0, stop: () => stop.abort() }
}

function refreshBills() {
  for (const endpoint of [billApi.list, billApi.counts, billApi.read]) void refreshApi(endpoint)
}

/** What PayPal has answered by now. A look that fails says nothing: the next one may succeed. */
async function answers(ids: string[]): Promise<Map<string, Outcome>> {
  const looked = await call(billApi.outcome, { query: { ids } }, { skipErrorHandler: true }).catch(() => ({ list: [] }))
  return new Map(
    looked.list
      .filter(({ busy }) => !busy)
      .map(({ id, failure }) => [id, failure ? { state: 'refused', reason: failureWords(failure.code).reason } : { state: 'done' }]),
  )
}

/** Sends the version that the person chose from: the API refuses a bill that has changed since, and says what happened. */
function perform(action: BulkAction, { id, version }: BillRow): Promise<Bill> {
  const options = { skipErrorHandler: true }
  if (action === 'send') return call(billApi.send, { params: { id }, body: { version, by: 'email' } }, options)
  return call(billApi[action], { params: { id }, body: { version } }, options)
}

function reasonOf(error: unknown): string {
  const problem = error instanceof ApiError ? error.problem : undefined
  if (problem?.kind === 'business') return problem.failure.errorMessage
  if (problem?.kind === 'status') return t('error.status', { status: problem.status })
  return t(problem?.kind === 'noResponse' ? 'bill.bulk.noResponse' : 'error.other')
}
