import { type Bill, type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { useEffect } from 'react'
import { call } from '../../../lib/api/api.ts'
import { refreshApi } from '../../../lib/api/query.ts'
import type { Outcome } from '../../../ui/bulk/bulk.ts'
import { useRun } from '../../../ui/bulk/useRun.ts'
import { failureWords } from '../failure.ts'

export const bulkActions = ['send', 'remind', 'cancel'] as const
export type BulkAction = (typeof bulkActions)[number]

const lookMs = 2000
/** So many bills are asked about at once. */
const lookMost = 100

/** `ended`: every outcome is known, PayPal's word included. */
export function useBulk(action: BulkAction, rows: readonly BillRow[]) {
  const work = (row: BillRow) =>
    perform(action, row).then(({ busy }) => (busy ? ('asked' as const) : ('done' as const)))
  const { outcomes, setOutcomes, submitted, stop } = useRun(rows, work, refreshBills)
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
  }, [waitsFor, setOutcomes])
  return { outcomes, submitted, ended: submitted && asked.length === 0, stop }
}

function refreshBills() {
  for (const endpoint of [billApi.list, billApi.counts, billApi.read]) void refreshApi(endpoint)
}

/** What PayPal has answered by now. A look that fails says nothing: the next one may succeed. */
async function answers(ids: string[]): Promise<Map<string, Outcome>> {
  const looked = await call(billApi.outcome, { query: { ids } }, { skipErrorHandler: true }).catch(
    () => ({ list: [] }),
  )
  return new Map(
    looked.list
      .filter(({ busy }) => !busy)
      .map(({ id, failure }) => [
        id,
        failure
          ? { state: 'refused', reason: failureWords(failure.code).reason }
          : { state: 'done' },
      ]),
  )
}

/**
 * Sends the version that the person chose from: the API refuses a bill that has changed since, and
 * says what happened.
 */
function perform(action: BulkAction, { id, version }: BillRow): Promise<Bill> {
  const options = { skipErrorHandler: true }
  if (action === 'send')
    return call(billApi.send, { params: { id }, body: { version, by: 'email' } }, options)
  return call(billApi[action], { params: { id }, body: { version } }, options)
}
