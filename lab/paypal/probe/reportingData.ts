import { unwrap } from '@paydesk/paypal/outcome'
import type { ListedTransaction } from '@paydesk/paypal/reporting'
import { NotAnswered } from './answer.ts'
import { dayMs, hourMs, later, minuteMs, type Probe, passHours, until } from './context.ts'

/** The moment up to which reporting is complete. */
export async function refreshedAt({ paypal }: Probe): Promise<Date> {
  const told = unwrap(await paypal.reporting.balances()).last_refresh_time
  if (!told) throw new NotAnswered('PayPal does not say how far reporting is complete')
  return told
}

/** Reporting lags by hours: the simulator's clock is moved on, a person comes back. */
export async function reportedThrough(probe: Probe, instant: Date | string): Promise<void> {
  const wanted = later(instant, 2 * minuteMs)
  const reached = await refreshedAt(probe)
  if (reached >= wanted) return
  const again = later(await probe.hand.now(), 3 * hourMs)
    .toISOString()
    .slice(0, 16)
  await passHours(
    probe,
    0,
    `reporting is complete up to ${reached.toISOString()} only: run again with --resume after ${again} UTC`,
  )
  const done = await until(probe, { withinMs: 2 * dayMs, everyMs: 15 * minuteMs }, async () =>
    (await refreshedAt(probe)) >= wanted ? true : undefined,
  )
  if (!done) throw new NotAnswered('reporting did not move on')
}

export async function rowsBetween(
  { paypal }: Probe,
  start: Date,
  end: Date,
  transactionId?: string,
): Promise<ListedTransaction[]> {
  const fields = 'transaction_info,cart_info'
  return unwrap(
    await paypal.reporting.transactions({
      start,
      end,
      fields,
      ...(transactionId ? { transactionId } : {}),
    }),
  ).transaction_details
}

/** The row of a payment. */
export async function rowOf(
  probe: Probe,
  transactionId: string,
  paidAt: string,
): Promise<ListedTransaction> {
  await reportedThrough(probe, paidAt)
  const rows = await rowsBetween(
    probe,
    later(paidAt, -hourMs),
    later(paidAt, hourMs),
    transactionId,
  )
  const row = rows.find(({ transaction_info }) => transaction_info.transaction_id === transactionId)
  if (!row) throw new NotAnswered('reporting does not list the payment yet', true)
  return row
}
