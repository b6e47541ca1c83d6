import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/apiError.ts'
import { showError } from '../../../lib/api/errors.ts'
import { refreshApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { type Outcome, runBulk } from './bulk.ts'

export const bulkActions = ['send', 'remind', 'cancel'] as const
export type BulkAction = (typeof bulkActions)[number]

/** Starts when it is mounted, and runs to its end or until it is stopped. */
export function useBulk(action: BulkAction, rows: readonly BillRow[]) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [ended, setEnded] = useState(false)
  const [stop] = useState(() => new AbortController())
  const begun = useRef(false)
  useEffect(() => {
    // React mounts twice in development; bills must not be sent twice.
    if (begun.current) return
    begun.current = true
    const onOutcome = ({ id }: BillRow, outcome: Outcome) => setOutcomes((known) => new Map(known).set(id, outcome))
    const work = (row: BillRow) =>
      perform(action, row).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.errorCode !== 401) throw error
        stop.abort()
        showError(error)
        throw error
      })
    void runBulk({ rows, work, reasonOf, onOutcome, stop: stop.signal }).then(() => {
      setEnded(true)
      for (const endpoint of [billApi.list, billApi.counts, billApi.read]) void refreshApi(endpoint)
    })
  }, [action, rows, stop])
  return { outcomes, ended, stop: () => stop.abort() }
}

/** Sends the version that the person chose from: the API refuses a bill that has changed since, and says what happened. */
function perform(action: BulkAction, { id, version }: BillRow) {
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
