import type { PayPal } from '@paydesk/paypal/client'
import { nextPageToken } from '@paydesk/paypal/disputes'
import { type Outcome, unwrap } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, inCompany } from '../../lib/db.ts'
import type { Log } from '../../lib/log.ts'
import type { Outside } from '../../lib/outside/outside.ts'
import { clientOf } from '../../paypal/paypalAccount/paypalAccount.ts'
import { type AccountRef, writeDispute } from './write.ts'

/** PayPal refuses more than 180 days back (paypal §8.1). */
const furthestMs = 179 * 86_400_000
/** The next reading overlaps this one, so that it finds changes from the time of this reading. */
const overlapMs = 15 * 60_000
/** A job must end within five minutes (lib/job.ts); the next job reads the rest. */
const jobBudgetMs = 60_000

/**
 * The account may not read disputes: someone must tick the feature at PayPal; asking again
 * changes nothing.
 */
export const isForbidden = (outcome: Outcome<unknown>) =>
  outcome.outcome === 'refused' &&
  outcome.refusal.by === 'paypal' &&
  [403, 404].includes(outcome.refusal.status ?? 0)

type Side = { pool: pg.Pool; outside: Outside; log: Log }
/**
 * `through`: everything that changed before then was read. more: the time was up before the end.
 */
export type DisputesRead = { through: string } | 'more' | 'forbidden' | undefined

/**
 * Reads all that changed since the last time. Each dispute is written as it comes, in a transaction
 * of its own: what was read stays, and the next job asks only for what is missing.
 */
export async function readDisputes(
  { pool, outside, log }: Side,
  ref: AccountRef,
  budgetMs = jobBudgetMs,
): Promise<DisputesRead> {
  const deadline = Date.now() + budgetMs
  const begun = await inCompany(pool, ref.companyId, async (db) => {
    const client = await clientOf(db, outside, ref)
    return client && { client, ...(await beginSync(db, ref)) }
  })
  if (!begun) return undefined
  const { client, through, now, held } = begun
  const from = new Date(
    Math.max(Date.parse(now) - furthestMs, through ? Date.parse(through) - overlapMs : 0),
  )
  for await (const items of pagesOf(client, through ? { updatedAfter: from } : { start: from })) {
    if (items === 'forbidden') {
      log.warn({ accountId: ref.accountId }, 'PayPal does not show this account’s disputes')
      return 'forbidden'
    }
    for (const { dispute_id, update_time } of items) {
      const known = held.get(dispute_id)
      if (known && Date.parse(known) >= Date.parse(update_time ?? '')) continue
      const answer = await client.disputes.get(dispute_id)
      // PayPal lists this dispute but does not show it. It must not keep the later ones
      // from being read.
      if (isForbidden(answer)) {
        log.warn(
          { accountId: ref.accountId, disputeId: dispute_id },
          'PayPal lists a dispute and does not show it',
        )
        continue
      }
      const dispute = unwrap(answer)
      await inCompany(pool, ref.companyId, (db) => writeDispute(db, ref, dispute))
      if (Date.now() > deadline) return 'more'
    }
  }
  return { through: now }
}

async function* pagesOf(client: PayPal, since: { updatedAfter: Date } | { start: Date }) {
  let pageToken: string | undefined
  do {
    const page = await client.disputes.list({ ...since, ...(pageToken && { pageToken }) })
    if (isForbidden(page)) {
      yield 'forbidden' as const
      return
    }
    const { items, links } = unwrap(page)
    yield items
    pageToken = nextPageToken({ items, links })
  } while (pageToken)
}

async function beginSync(db: Db, { companyId, accountId }: AccountRef) {
  const { rows } = await sql<{ through: string | null; now: string }>`
    select now() as now,
      (
        select complete_through
        from dispute_reading
        where company_id = ${companyId} and account_id = ${accountId}
      ) as through`.execute(db)
  const { rows: held } = await sql<{ id: string; updatedAt: string }>`
    select provider_dispute_id as id, provider_updated_at as updated_at from dispute
    where company_id = ${companyId}
      and account_id = ${accountId}
      and provider_updated_at > now() - interval '181 days'`.execute(db)
  return {
    ...(rows[0] as { through: string | null; now: string }),
    held: new Map(held.map(({ id, updatedAt }) => [id, updatedAt])),
  }
}
