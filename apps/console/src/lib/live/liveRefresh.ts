import type { Change } from '@paydesk/contract/lib/change'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isLive, isTouched } from './liveQueries.ts'

/**
 * Changes come in bursts (a bill, its operation, its account), so one refresh follows
 * for all of them.
 */
const gatherMs = 100

const mayHaveMissed = ({ queryKey }: Query) => isLive(queryKey)

/**
 * Asks again for what is on screen after changes. A hidden tab only notes what is out of date, and
 * asks when it is shown.
 */
export function liveRefresh(queries: QueryClient, isHidden = () => document.hidden) {
  let changes: Change[] = []
  let busy = false

  // Rounds run one after the other: asking again while an answer is on its way would cancel it, and
  // under steady change none would ever arrive.
  async function flush() {
    const known = changes
    changes = []
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => isTouched(queryKey, known),
      refetchType: isHidden() ? 'none' : 'active',
    })
    busy = false
    if (changes.length > 0) schedule()
  }
  function schedule() {
    if (busy) return
    busy = true
    setTimeout(() => void flush(), gatherMs)
  }

  return {
    after(change: Change) {
      changes.push(change)
      schedule()
    },
    async all() {
      const refetchType = isHidden() ? 'none' : 'active'
      // Answers on their way are allowed to arrive, because a page that has just opened must not
      // start over. They are then asked for once more: they may have been read a moment before
      // the stream began.
      const onTheirWay = queries
        .getQueryCache()
        .findAll({ type: 'active', fetchStatus: 'fetching', predicate: mayHaveMissed })
      await queries.invalidateQueries(
        { refetchType, predicate: mayHaveMissed },
        { cancelRefetch: false },
      )
      for (const { queryKey } of onTheirWay)
        void queries.invalidateQueries({ queryKey, exact: true, refetchType })
    },
    stale: () => void queries.refetchQueries({ type: 'active', stale: true }),
  }
}
