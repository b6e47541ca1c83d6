import { feedback } from '../feedback.ts'
import { t } from '../i18n.ts'
import { ApiError } from './apiError.ts'
import { pause } from './busy.ts'
import { Cancelled } from './stepUp.ts'

const everyMs = 2000
/** A failover takes a quarter of a minute. */
const longestMs = 60_000
/** Several that are looked up at once share one note. */
const noteKey = 'notCertain'
let looking = 0

const isBusy = ({ problem }: ApiError) => problem.kind === 'business' && problem.status === 429

/**
 * The service cannot say yet whether it has done what was asked: its database went away in that
 * moment. It is asked again with the same key, which never does anything twice, until it knows; the
 * person reads that it is not certain, and neither that it failed nor that it was done.
 */
export async function untilKnown<T>(
  ask: () => Promise<T>,
  signal?: AbortSignal | null,
): Promise<T> {
  let first: unknown
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError && error.errorCode === 'commit.unknown')) throw error
    first = error
  }
  looking++
  feedback.notification().info({
    key: noteKey,
    title: t('error.notCertain'),
    description: t('error.notCertainHint'),
    duration: false,
  })
  try {
    for (const until = Date.now() + longestMs; Date.now() < until && !signal?.aborted; ) {
      await pause(everyMs, signal)
      try {
        return await ask()
      } catch (error) {
        if (error instanceof Cancelled) throw error
        // Busy is no answer; and who may not ask any more does not learn what was done
        // while they might.
        if (error instanceof ApiError && error.isTurnedAway && !isBusy(error)) throw first
        if (error instanceof ApiError && error.isAnswer && !error.isTurnedAway) throw error
      }
    }
    throw first
  } finally {
    if (--looking === 0) feedback.notification().destroy(noteKey)
  }
}
