import type { PayPal } from '@paydesk/paypal/client'
import { failOn, isNotAvailable, secondMs } from './window.ts'

const wholeSecond = (ms: number) => Math.floor(ms / secondMs) * secondMs

/** From the first second on, up to the one that PayPal has seen. */
export type Readable = { first: Date; refreshed: Date }

/**
 * The first second from which on PayPal can be read, looked for after `from`, which it cannot show.
 * PayPal refuses the time before an account existed with the same words as the time that it has not
 * seen yet (paypal §6.1). Undefined: there is nothing to read after `from` yet.
 */
export async function firstReadable(
  paypal: PayPal,
  from: Date,
  onCall: () => void = () => undefined,
): Promise<Readable | undefined> {
  onCall()
  const now = await paypal.reporting.balances()
  if (now.outcome !== 'done') failOn(now)
  const refreshed = wholeSecond(
    (now.value.last_refresh_time ?? now.value.as_of_time)?.getTime() ?? Date.now(),
  )
  const isReadable = async (ms: number) => {
    onCall()
    const answer = await paypal.reporting.transactions({
      start: new Date(ms),
      end: new Date(ms + secondMs),
      pageSize: 1,
    })
    if (answer.outcome === 'done') return true
    return isNotAvailable(answer) ? false : failOn(answer)
  }
  let dark = wholeSecond(from.getTime())
  let light = refreshed
  if (light <= dark || !(await isReadable(light))) return undefined
  while (light - dark > secondMs) {
    const middle = wholeSecond((dark + light) / 2)
    if (await isReadable(middle)) light = middle
    else dark = middle
  }
  return { first: new Date(light), refreshed: new Date(refreshed) }
}
