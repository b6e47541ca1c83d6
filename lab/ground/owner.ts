import { existsSync } from 'node:fs'
import { privateSettings } from './devDatabase.ts'
import { runningPostgres, startPrivatePostgres } from './postgres.ts'

const dir = new URL('../../.dev', import.meta.url).pathname

/**
 * Works with a login that may read every company: `DATABASE_OWNER_URL`, or in development the
 * private database of `npm run dev`, whether that runs or not.
 */
export async function withOwner<T>(work: (ownerUrl: string) => Promise<T>): Promise<T> {
  const given = process.env.DATABASE_OWNER_URL
  if (given) return work(given)
  if (process.env.NODE_ENV === 'production' || !existsSync(`${dir}/data/PG_VERSION`))
    throw new Error('Set DATABASE_OWNER_URL to a login that may read every company.')
  const running = runningPostgres(dir)
  if (running) return work(running.ownerUrl('paydesk'))
  const own = await startPrivatePostgres(dir, { keep: true, settings: privateSettings })
  try {
    return await work(own.ownerUrl('paydesk'))
  } finally {
    await own.stop()
  }
}
