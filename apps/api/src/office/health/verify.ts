import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { onConnection } from '../../lib/db.ts'
import { type Job, type JobKind, job, jobWithWait } from '../../lib/job.ts'

/**
 * Less than a job may take (lib/job.ts). Who has more to verify does it by hand, and is told that
 * it is not done (docs/runbook.md).
 */
const longestMs = 240_000
const leastRestSeconds = 600
/** Verifying takes no more than a hundredth of a worker's time. */
const restPerWork = 100
const afterTooLongSeconds = 86_400

type Verified = { faults: number; first: string; tookMs: number; finished: boolean }

const OfCompany = z.object({ companyId: z.uuid() })

/**
 * Runs a verifier for one company after the other, again and again, and keeps what it found: a
 * fault in the books or in the audit log is an alert within minutes, not when somebody thinks of
 * looking. `checks` give a row with its `fault` for everything that is wrong in the company that
 * the transaction is in; row-level security keeps them to it.
 */
export function verifierJobs(verifier: 'ledger' | 'audit', checks: Record<string, string>): Job[] {
  const verifyCompany: JobKind<typeof OfCompany> = {
    name: `${verifier}.verifyCompany`,
    data: OfCompany,
    quiet: true,
  }
  return [
    job(
      { name: `${verifier}.verify`, data: z.object({}), cron: '* * * * *', quiet: true },
      async ({ db, jobs }) => {
        const { rows } = await sql<{ companyId: Id<'company'> }>`
          select c.id as company_id
          from companies_to_verify(${verifier}) c (id)
          where not exists (
            select
            from pgboss.job j
            where j.name = ${verifyCompany.name}
              and j.state in ('created', 'retry', 'active')
              and j.data ->> 'companyId' = c.id::text
          )`.execute(db)
        for (const { companyId } of rows) await jobs.enqueue(db, verifyCompany, { companyId })
      },
    ),
    jobWithWait(
      verifyCompany,
      ({ pool, data: { companyId } }) => verify(pool, companyId, checks),
      async ({ db, data: { companyId }, prepared, log }) => {
        const { faults, first, tookMs, finished } = prepared
        const rest = finished
          ? Math.max(leastRestSeconds, (tookMs / 1000) * restPerWork)
          : afterTooLongSeconds
        await sql`
          insert into verification (
            company_id, verifier, verified_at, faults, first_fault, took_ms, due_at
          )
          values (
            ${companyId}, ${verifier}, case when ${finished} then now() end, ${faults},
            ${first.slice(0, 500)}, ${tookMs}, now() + make_interval(secs => ${rest})
          )
          on conflict (company_id, verifier)
          do update set
            verified_at = coalesce(excluded.verified_at, verification.verified_at),
            faults = excluded.faults,
            first_fault = excluded.first_fault,
            took_ms = excluded.took_ms,
            due_at = excluded.due_at`.execute(db)
        if (faults > 0)
          log.error({ verifier, faults, first }, 'the verifier found faults; see docs/runbook.md')
        if (!finished)
          log.error({ verifier, tookMs }, 'the verifier was not done in time; see docs/runbook.md')
      },
    ),
  ]
}

/** All checks see the same moment, because the books continue to be written meanwhile. */
export const verify = (
  pool: pg.Pool,
  companyId: Id<'company'>,
  checks: Record<string, string>,
): Promise<Verified> =>
  onConnection(pool, async (held) => {
    const { client } = held
    const begun = performance.now()
    let [faults, first, finished] = [0, '', true]
    try {
      await client.query('begin transaction isolation level repeatable read read only')
      await client.query(`select set_config('app.company_id', $1, true)`, [companyId])
      for (const [check, query] of Object.entries(checks)) {
        const left = Math.max(1, Math.round(longestMs - (performance.now() - begun)))
        await client.query(`select set_config('statement_timeout', $1, true)`, [String(left)])
        const found = await client.query<{ faults: number; first: string | null }>({
          text: `
            select count(*)::int as faults, (array_agg(f.fault))[1] as first from (${query}) f`,
          // The pool's own limit is for what people wait for.
          query_timeout: left + 5000,
        } as pg.QueryConfig)
        const [row] = found.rows
        faults += row?.faults ?? 0
        if (row?.first && !first) first = `${check}: ${row.first}`
      }
      await client.query('commit')
    } catch (error) {
      // Whatever state it is in, the connection is not used again.
      held.lost = error as Error
      if ((error as { code?: unknown }).code !== tookTooLong) throw error
      finished = false
    }
    return { faults, first, tookMs: Math.round(performance.now() - begun), finished }
  })

const tookTooLong = '57014'
