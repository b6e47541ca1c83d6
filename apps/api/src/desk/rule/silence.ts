import type { Id } from '@paydesk/contract/lib/id'
import { paths } from '@paydesk/contract/lib/paths'
import { sql } from 'kysely'
import { localTime } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import type { Sending } from '../../office/message/message.ts'
import { type Batch, RunFailure, type RunningRule } from './run.ts'
import { readersOf, tellReaders } from './tell.ts'

type Account = { id: string; label: string; since: string | null; silent: boolean }

/**
 * When we last heard of each account in use: by an event, or by reading its
 * transactions to the end.
 */
async function accountsOf(db: Db, companyId: Id<'company'>, hours: number): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select a.id, a.label, x.since,
      coalesce(x.since, a.created_at) < now() - make_interval(hours => ${hours}) as silent
    from paypal_account a
    left join paypal_account_health h on h.company_id = a.company_id and h.account_id = a.id
    left join account_sync s on s.company_id = a.company_id and s.account_id = a.id
    cross join lateral (select greatest(h.last_event_at, s.complete_through) as since) x
    where a.company_id = ${companyId} and a.state in ('active', 'limited', 'disconnected')
    order by a.label, a.id`.execute(db)
  return rows
}

/** Reports each silence once: while nothing comes, later runs say nothing more. */
export async function alertOnSilence(db: Db, sending: Sending, rule: RunningRule): Promise<Batch> {
  const readers = await readersOf(db, rule)
  const accounts = await accountsOf(db, rule.companyId, rule.params.hours ?? 1)
  if (accounts.length === 0) throw new RunFailure('noAccount')
  const silent = accounts.filter((account) => account.silent)
  const unreported = silent.filter(({ id, since }) => rule.memory[id] !== (since ?? 'never'))
  for (const { id, label, since } of unreported)
    await tellReaders(
      db,
      sending,
      rule.companyId,
      readers,
      {
        kind: 'accountSilent',
        subjectId: sql<string>`md5(
          ${rule.id}::text || ${id}::text || ${since ?? 'never'}::text
        )::uuid`,
        data: { accountId: id, label, since },
      },
      {
        template: 'accountSilent',
        params: {
          label,
          hours: String(rule.params.hours),
          since: since ? localTime(since, rule.timezone) : '—',
          link: `${sending.outside.publicUrl}${paths.paypalAccountList()}`,
        },
      },
    )
  const memory = Object.fromEntries(silent.map(({ id, since }) => [id, since ?? 'never']))
  return { done: unreported.length, skipped: silent.length - unreported.length, memory }
}
