import { sql } from 'kysely'
import type pg from 'pg'
import { inCompany } from '../../lib/db.ts'
import type { AccountRef } from '../../paypal/paypalAccount/paypalAccount.ts'

/**
 * A killed worker's account waits this long. Two workers at one account would do no harm (of two
 * looks the later one counts), they would only ask PayPal twice.
 */
export const leaseMs = 5000
const beatMs = 1500

const leasedUntil = sql`now() + ${leaseMs} * interval '1 millisecond'`
const mine = ({ companyId, accountId }: AccountRef) =>
  sql`company_id = ${companyId} and account_id = ${accountId}`

/**
 * Gives the account's events to this worker. False: another worker looks at them, or
 * the account rests.
 */
export const takeLook = (pool: pg.Pool, ref: AccountRef): Promise<boolean> =>
  inCompany(pool, ref.companyId, async (db) => {
    const { companyId, accountId } = ref
    const { rows } = await sql`
      insert into event_look as l (company_id, account_id, leased_until)
      values (${companyId}, ${accountId}, ${leasedUntil})
      on conflict (company_id, account_id) do update set leased_until = excluded.leased_until
      where (l.leased_until < now() or l.leased_until > now() + interval '1 minute')
        and (l.rest_until < now() or l.rest_until > now() + interval '15 minutes')
        returning 1`.execute(db)
    return rows.length > 0
  })

/** A beat that comes late takes nothing that was given back. */
export const keepLook = (pool: pg.Pool, ref: AccountRef): NodeJS.Timeout =>
  setInterval(
    () =>
      void inCompany(pool, ref.companyId, (db) =>
        sql`
          update event_look
          set leased_until = ${leasedUntil}
          where ${mine(ref)} and leased_until > '-infinity'`.execute(db),
      ).catch(() => undefined),
    beatMs,
  ).unref()

/** Gives the account back as it is: nothing is known of how the look ended. */
export const freeLook = (pool: pg.Pool, ref: AccountRef): Promise<unknown> =>
  inCompany(pool, ref.companyId, (db) =>
    sql`update event_look set leased_until = '-infinity' where ${mine(ref)}`.execute(db),
  )

/**
 * After a failure the account waits longer each time, or as long as PayPal asks: an account that
 * never answers costs the others nothing.
 */
const firstWaitMs = 5000
const longestWaitMs = 300_000

export const endLook = (
  pool: pg.Pool,
  ref: AccountRef,
  end: { restMs: number } | { holdMs: number },
): Promise<unknown> =>
  inCompany(pool, ref.companyId, (db) =>
    'restMs' in end
      ? sql`update event_look
          set leased_until = '-infinity',
            failures = 0,
            rest_until = now() + ${end.restMs} * interval '1 millisecond'
          where ${mine(ref)}`.execute(db)
      : sql`update event_look
          set leased_until = '-infinity',
            failures = failures + 1,
            rest_until = now() + interval '1 millisecond'
          * greatest(
            ${end.holdMs}, least(${longestWaitMs}, ${firstWaitMs} * 2 ^ least(failures, 10))
          )
          where ${mine(ref)}`.execute(db),
  )
