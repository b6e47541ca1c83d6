import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../lib/log.ts'

/** Rows of one statement: some ten milliseconds. */
const perBatch = 1000
/** A month that is read all the time is tried again the next night. */
const mostTries = 200
const lockNotAvailable = '55P03'

export type Retained = { made: string[]; dropped: string[]; kept: number; trimmed: number; emptied: number }

/**
 * Makes the months to come, and lets the bodies of events go that no company keeps any longer (decision 74). Each step is a transaction of its own
 * and none waits long: work broken off goes on the next night.
 */
export async function retainEvents(pool: pg.Pool, log: Log, { pauseMs = 500 } = {}): Promise<Retained> {
  const made = await namesOf(pool, 'select make_months() as name')
  // First: what still waits for PayPal's word must not go.
  const kept = await countOf(pool, 'select keep_waiting_bodies() as n')
  const dropped: string[] = []
  let tries = 0
  for (let month = await detachMonth(pool); month !== 'none' && tries < mostTries; month = await detachMonth(pool)) {
    if (month === 'busy') tries++
    else dropped.push(...(await dropDetached(pool)))
    await sleep(pauseMs)
  }
  if (tries === mostTries) log.warn({ tries }, 'a month of events is in use all the time and was not dropped')
  // And what a run that was broken off has left.
  dropped.push(...(await dropDetached(pool)))
  const trimmed = await inBatches(pool, 'select trim_event_bodies($1) as n')
  const emptied = await inBatches(pool, 'select empty_event_rows($1) as n')
  return { made, dropped, kept, trimmed, emptied }
}

/** The oldest month that nobody keeps is taken out of its table: at once, or not at all, because every event that comes waits behind it. */
async function detachMonth(pool: pg.Pool): Promise<'done' | 'busy' | 'none'> {
  try {
    const { rows } = await pool.query<{ name: string | null }>('select detach_event_month() as name')
    return rows[0]?.name ? 'done' : 'none'
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return 'busy'
    throw error
  }
}

const dropDetached = (pool: pg.Pool) => namesOf(pool, 'select drop_detached_months() as name')

async function inBatches(pool: pg.Pool, statement: string): Promise<number> {
  for (let all = 0; ; ) {
    const n = await countOf(pool, statement, [perBatch])
    all += n
    if (n < perBatch) return all
  }
}

const countOf = async (pool: pg.Pool, statement: string, values: unknown[] = []) =>
  Number((await pool.query<{ n: number }>(statement, values)).rows[0]?.n)
const namesOf = async (pool: pg.Pool, statement: string) => (await pool.query<{ name: string }>(statement)).rows.map(({ name }) => name)
