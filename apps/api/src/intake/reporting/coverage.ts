import type { Id } from '@paydesk/contract/lib/id'
import type { AccountCoverage } from '@paydesk/contract/money/transaction'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { findAccount } from '../../paypal/paypalAccount/paypalAccount.ts'

/** How many of the last readings are shown. */
const runsShown = 10

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
const runColumns = sql`r.id, r.kind, r.window_from as "from", r.window_to as "to", r.read_to,
  r.state, r.calls, r.rows_seen, r.rows_new, r.rows_changed, r.failure, r.actor_name, r.started_at,
  r.ended_at`
const runObject = sql`jsonb_build_object(
  'id', r.id, 'kind', r.kind, 'from', ${iso('r.window_from')}, 'to', ${iso('r.window_to')},
  'readTo', ${iso('r.read_to')}, 'state', r.state, 'calls', r.calls, 'rowsSeen', r.rows_seen,
  'rowsNew', r.rows_new, 'rowsChanged', r.rows_changed, 'failure', r.failure,
  'actorName', r.actor_name, 'startedAt', ${iso('r.started_at')}, 'endedAt', ${iso('r.ended_at')}
)`

/** How many of the last months are shown. */
const monthsShown = 24

const monthsOf = sql`(
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'month', m.month, 'endsAt', ${iso('m.ends_at')}, 'state', m.state,
        'differences', m.differences
      ) order by m.ends_at desc
    ),
    '[]'
  )
  from (
    select *
    from month_proofs(a.company_id, a.id, (select timezone from company where id = a.company_id)) m
    order by m.ends_at desc
    limit ${monthsShown}
  ) m
)`

/**
 * For each account that is or was in use: what was read, how far it is complete, and how the books
 * compare with PayPal's balance.
 */
export async function readCoverage(
  db: Db,
  companyId: Id<'company'>,
): Promise<{ list: AccountCoverage[] }> {
  const { rows } = await sql<AccountCoverage>`
    select a.id as account_id, a.label as account_label, s.begins_at, s.complete_through,
      coalesce(s.failure, '') as failure, s.failed_at,
      (
        select count(*)
        from row_set_aside r
        where r.company_id = a.company_id
          and r.account_id = a.id
          and r.settled_at is null
          and r.understood_at is null
      ) as set_aside,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('from', ${iso('lower(c)')}, 'to', ${iso('upper(c)')}) order by c
          ),
          '[]'
        )
        from unnest(s.covered * tstzmultirange(tstzrange(s.begins_at, null))) c
      )
        as covered,
        (
          select coalesce(jsonb_agg(${runObject} order by r.started_at desc, r.id desc), '[]')
          from (
            select *
            from sync_run r
            where r.company_id = a.company_id and r.account_id = a.id
            order by r.started_at desc, r.id desc
            limit ${runsShown}
          ) r
        )
        as runs,
        (
          select coalesce(
            jsonb_agg(
              jsonb_build_object(
                'currency', p.currency, 'asOf', ${iso('p.as_of')}, 'paypalMinor', p.paypal_minor,
                'ledgerMinor', p.ledger_minor, 'differenceMinor', p.difference_minor,
                'checkedAt', ${iso('p.checked_at')}
              ) order by p.currency
            ),
            '[]'
          )
          from balance_proof p
          where p.company_id = a.company_id and p.account_id = a.id
        ) as proofs,
        ${monthsOf} as months,
        (
          select coalesce(
            jsonb_agg(
              jsonb_build_object(
                'currency', b.currency, 'book', b.book, 'balanceMinor', b.balance_minor
              ) order by b.currency,
              b.book
            ),
            '[]'
          )
          from ledger_balance b
          where b.company_id = a.company_id and b.account_id = a.id
        ) as books
    from paypal_account a
    left join account_sync s on s.company_id = a.company_id and s.account_id = a.id
    where a.company_id = ${companyId} and (a.state <> 'archived' or s.account_id is not null)
    order by a.priority, a.label, a.id`.execute(db)
  return { list: rows }
}

type SyncRun = AccountCoverage['runs'][number]

/** The request waits for its turn: the next worker that reads the account does it first. */
export async function wantResync(
  db: Db,
  actor: Actor,
  { accountId, from, to }: { accountId: Id<'paypalAccount'>; from: string; to: string },
): Promise<SyncRun> {
  const { companyId } = actor
  const account = await findAccount(db, companyId, accountId)
  await sql`insert into account_sync (company_id, account_id) values (${companyId}, ${accountId})
    on conflict (company_id, account_id) do update set
      due_at = least(account_sync.due_at, now())`.execute(db)
  const { rows } = await sql<SyncRun>`
    insert into sync_run as r (
      company_id, account_id, kind, window_from, window_to, state, actor_name
    )
    values (
      ${companyId}, ${accountId}, 'resync', date_trunc('second', ${from}::timestamptz),
      least(
        date_trunc('second', ${to}::timestamptz) + interval '1 second', '9999-12-31T23:59:59Z'
      ),
      'wanted', ${actor.name}
    )
    returning ${runColumns}`.execute(db)
  const run = rows[0] as SyncRun
  await recordChange(db, actor, {
    action: 'transaction.resync',
    entityId: accountId,
    label: account.label,
    after: { from: run.from, to: run.to },
  })
  return run
}
