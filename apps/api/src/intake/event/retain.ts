import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../lib/log.ts'

/** Rows of one statement: some ten milliseconds. */
const perBatch = 1000
/** A month that is read all the time is tried again the next night. */
const mostTries = 200
const lockNotAvailable = '55P03'

/**
 * A job that takes longer than five minutes counts as failed and is begun again beside itself
 * (queueOptions), so a run ends well before.
 */
const mostMs = 200_000

type Retained = {
  made: string[]
  dropped: string[]
  kept: number
  trimmed: number
  emptied: number
  more: boolean
}

/**
 * Makes the months to come, and lets the bodies of events go that no company keeps any longer
 * (decision 74). Each step is a transaction of its own and none waits long: work broken off goes on
 * the next night. `more`: the time was up, and the next run has work.
 */
export async function retainEvents(
  pool: pg.Pool,
  log: Log,
  { pauseMs = 500, forMs = mostMs } = {},
): Promise<Retained> {
  const until = performance.now() + forMs
  const isTime = () => performance.now() < until
  const made = await namesOf(pool, 'select make_months() as name')
  // First: what still waits for PayPal's word must not go. Where it takes all of the time, nothing
  // goes in this run.
  const kept = await inBatches(pool, 'select keep_waiting_bodies($1) as n', isTime)
  const dropped: string[] = []
  if (!isTime()) return { made, dropped, kept, trimmed: 0, emptied: 0, more: true }
  let tries = 0
  for (
    let month = await detachMonth(pool);
    month !== 'none' && tries < mostTries && isTime();
    month = await detachMonth(pool)
  ) {
    if (month === 'busy') tries++
    else dropped.push(...(await dropDetached(pool)))
    await sleep(pauseMs)
  }
  if (tries === mostTries)
    log.warn({ tries }, 'a month of events is in use all the time and was not dropped')
  // And what a run that was broken off has left.
  dropped.push(...(await dropDetached(pool)))
  const trimmed = await inBatches(pool, 'select trim_event_bodies($1) as n', isTime)
  const emptied = await inBatches(pool, 'select empty_event_rows($1) as n', isTime)
  return { made, dropped, kept, trimmed, emptied, more: !isTime() }
}

/**
 * The oldest month that nobody keeps is taken out of its table: at once, or not at all, because
 * every event that comes waits behind it.
 */
async function detachMonth(pool: pg.Pool): Promise<'done' | 'busy' | 'none'> {
  const names = await namesOf(pool, 'select detach_event_month() as name').catch(unlessBusy)
  return names === 'busy' ? 'busy' : names[0] ? 'done' : 'none'
}

/** One that somebody still holds, such as a backup that reads it, is dropped by the next run. */
async function dropDetached(pool: pg.Pool): Promise<string[]> {
  const names = await namesOf(pool, 'select drop_detached_months() as name').catch(unlessBusy)
  return names === 'busy' ? [] : names
}

function unlessBusy(error: { code?: string }): 'busy' {
  if (error.code === lockNotAvailable) return 'busy'
  throw error
}

async function inBatches(pool: pg.Pool, statement: string, isTime: () => boolean): Promise<number> {
  for (let all = 0; ; ) {
    if (!isTime()) return all
    const n = await countOf(pool, statement, [perBatch])
    all += n
    if (n < perBatch) return all
  }
}

const countOf = async (pool: pg.Pool, statement: string, values: unknown[] = []) =>
  Number((await pool.query<{ n: number }>(statement, values)).rows[0]?.n)
const namesOf = async (pool: pg.Pool, statement: string) =>
  (await pool.query<{ name: string }>(statement)).rows.map(({ name }) => name)
