import { deadLetterQueue } from '../job.ts'

type Figure = { help: string; labels?: string[] }
type Group = { query: string; figures: Record<string, Figure> }

const account = ['company', 'account']
const said = (group: string) => `select name, labels, value from watch_${group}()`

/**
 * For how many months after this one the bodies of events have a partition, up to the first
 * that is missing.
 */
export const eventMonthsAhead = `
  select coalesce(min(n), 13) - 1
  from generate_series(0, 12) n
  where not exists (
    select
    from pg_inherits i
    where i.inhparent = to_regclass('public.paypal_event_body')
      and i.inhrelid = to_regclass(
        'public.' || month_of(
          'paypal_event_body',
          (month_begin(now()) at time zone 'UTC' + make_interval(months => n)) at time zone 'UTC'
        )
      )
  )`

/** Jobs that failed every time and that nobody has put back or deleted. */
export const deadJobs = `pgboss.job where name = '${deadLetterQueue}' and state < 'active'`

/**
 * For how long the server's log is not archived; null: the last piece was. A command that hangs, or
 * that is not even found, is no failure to the server: then it shows by a piece that is finished
 * and not gone after five minutes, or, after a crash, by none gone in the first hour.
 */
export const archiveFailing = `
  select extract(
    epoch from clock_timestamp() - coalesce(last_archived_time, pg_postmaster_start_time())
  )::float8
  from pg_stat_archiver
  where current_setting('archive_mode') <> 'off'
    and (
      last_failed_time > coalesce(last_archived_time, '-infinity')
      or case
        when pg_is_in_recovery() then false
        when last_archived_wal is null
          then pg_postmaster_start_time() < clock_timestamp() - interval '1 hour'
        when last_archived_wal ~ '^[0-9A-F]{24}$'
          then last_archived_time < clock_timestamp() - interval '5 minutes'
          and pg_current_wal_lsn() - (substr(last_archived_wal, 9, 8) || '/0')::pg_lsn >= (
            ('x' || right(last_archived_wal, 8))::bit(32)::bigint + 2
          ) * pg_size_bytes(current_setting('wal_segment_size'))
        else false
      end
    )`

/**
 * The figures that are read from the database, by group: each group is one statement with a time
 * limit of its own, and if it fails the others are still told. Companies are told by their code and
 * PayPal accounts by the end of their id; nothing else that a figure is labelled with is data. What
 * an account's eight signs stand for: docs/runbook.md.
 */
export const figureGroups: Record<string, Group> = {
  operations: {
    query: said('operations'),
    figures: {
      operations: { help: 'Operations that are not finished, by state', labels: ['state'] },
      operations_unknown: {
        help: 'Operations of which nobody knows whether PayPal did them, for longer than so many seconds',
        labels: ['over_seconds'],
      },
      operations_unknown_oldest_seconds: { help: 'How long the oldest of them is unknown' },
      operations_ready_oldest_seconds: {
        help: 'For how long the operation that is due longest has not been begun',
      },
      refunds_unknown: { help: 'Refunds of which nobody knows whether PayPal made them' },
      refunds_unknown_oldest_seconds: { help: 'How long the oldest of them is unknown' },
    },
  },
  events: {
    query: said('events'),
    figures: {
      events_not_applied: { help: 'PayPal’s events that nobody has looked at yet' },
      events_not_applied_oldest_seconds: { help: 'How long the oldest of them waits' },
      events_not_confirmed: {
        help: 'Events that were looked at and that PayPal’s records do not bear out yet',
      },
      events_not_confirmed_oldest_seconds: { help: 'How long the oldest of them waits' },
      event_alarms: {
        help: 'Signed deliveries of the last 10 minutes that are not true, by kind',
        labels: ['kind'],
      },
    },
  },
  reading: {
    query: said('reading'),
    figures: {
      reading_lag_seconds: { help: 'Since when the account was not read whole', labels: account },
      reading_failing_seconds: {
        help: 'For how long every reading of the account fails; 0: the last one did not',
        labels: account,
      },
      reading_overdue_seconds: {
        help: 'For how long the account is due and nobody reads it',
        labels: account,
      },
      accounts: { help: 'PayPal accounts by state', labels: ['state'] },
    },
  },
  books: {
    query: said('books'),
    figures: {
      proof_difference_minor: {
        help: 'By how much the books differ from PayPal’s own balance, in the smallest unit',
        labels: [...account, 'currency'],
      },
      proof_age_seconds: {
        help: 'How long ago the account’s balance was last compared',
        labels: account,
      },
      rows_not_understood: {
        help: 'Rows of PayPal that are set aside and that nobody has settled',
      },
      rows_not_understood_oldest_seconds: { help: 'How long the oldest of them lies there' },
      problems_open: {
        help: 'Problems with money that people were told of and that have not ended, by kind',
        labels: ['kind'],
      },
    },
  },
  verifiers: {
    query: said('verifiers'),
    figures: {
      verifier_faults: {
        help: 'Companies in which the last run of the verifier found a fault',
        labels: ['verifier'],
      },
      verifier_oldest_seconds: {
        help: 'How long ago the company that waits longest was last verified to the end',
        labels: ['verifier'],
      },
      verifier_seconds: {
        help: 'How long the verifier took for the company that takes longest',
        labels: ['verifier'],
      },
    },
  },
  allowance: {
    query: said('allowance'),
    figures: {
      allowance_wait_seconds: {
        help: 'How far ahead the turns of calls to PayPal are taken, by outgoing address and kind',
        labels: ['address', 'kind'],
      },
      allowance_held_seconds: {
        help: 'How much longer PayPal asked us to pause (429)',
        labels: ['address', 'kind'],
      },
      allowance_left: {
        help: 'Calls left in this minute of the account that has the fewest left',
        labels: ['kind'],
      },
      accounts_held: {
        help: 'Accounts for which PayPal asked us to pause (429)',
        labels: ['kind'],
      },
    },
  },
  notices: {
    // `not blocked` as in the engine's own index of what waits (none of our jobs is blocked):
    // finished jobs cost nothing. The job engine's tables are not in reach of the function: it is
    // made before they are.
    query: `
      select name, labels, value
      from watch_notices(
        (
          select coalesce(
            jsonb_agg(
              jsonb_build_object(
                'companyId', j.data -> 'companyId', 'messageId', j.data -> 'messageId',
                'batchId', j.data -> 'batchId'
              )
            ),
            '[]'
          )
          from (
            select data
            from pgboss.job
            where name in ('message.deliver', 'notice.mail', 'notice.mailCompany', 'notice.chat')
              and state < 'active'
              and not blocked
            order by created_on
            limit 1000
          ) j
        )
      )`,
    figures: {
      notices_undelivered: {
        help: 'Messages that are due and were not handed over, by channel',
        labels: ['channel'],
      },
      notices_undelivered_oldest_seconds: {
        help: 'How long the oldest of them waits',
        labels: ['channel'],
      },
    },
  },
  jobs: {
    query: `select * from (
      select 'jobs_dead' as name, '{}'::jsonb as labels, count(*)::float8 as value from ${deadJobs}
      union all
      select f.name, jsonb_build_object('job', q.name),
        case f.name when 'jobs_waiting' then coalesce(w.waiting, 0) else coalesce(w.oldest, 0) end
      from pgboss.queue q
      cross join (values ('jobs_waiting'), ('jobs_waiting_oldest_seconds')) f (name)
      left join (
        select j.name, count(*)::float8 as waiting,
          extract(epoch from now() - min(j.start_after))::float8 as oldest
        from pgboss.job j
        where j.state < 'active' and not j.blocked and j.start_after <= now()
        group by j.name
      ) w
        on w.name = q.name
      where q.name not like '\\_\\_%' and q.name <> '${deadLetterQueue}') x`,
    figures: {
      jobs_dead: { help: 'Jobs that failed every time and that nobody has put back or deleted' },
      jobs_waiting: { help: 'Jobs that are due and not begun, by kind', labels: ['job'] },
      jobs_waiting_oldest_seconds: { help: 'How long the oldest of them is due', labels: ['job'] },
    },
  },
  companies: {
    query: said('companies'),
    figures: { companies: { help: 'Companies by status', labels: ['status'] } },
  },
  installation: {
    query: `
      select 'quarantine' as name, '{}'::jsonb as labels, is_quarantined()::int::float8 as value
      union all
      select 'quarantine_seconds', '{}',
        case
          when is_quarantined() then extract(epoch from now() - quarantined_at)
          else 0
        end::float8
      from installation
      union all select 'event_months_ahead', '{}', (${eventMonthsAhead})::float8
      union all
      select 'backup_age_seconds', '{}',
        extract(epoch from now() - coalesce(backed_up_at, begun_at))::float8
      from installation`,
    figures: {
      quarantine: {
        help: '1 while the database is in quarantine after a restore: nothing is sent to PayPal or to anybody',
      },
      quarantine_seconds: { help: 'For how long it is; 0 where it is not' },
      event_months_ahead: {
        help: 'Months after this one for which there is room for the bodies of events; -1: there is none for this one',
      },
      backup_age_seconds: {
        help: 'How long ago a backup was noted; where none ever was, for how long one could have been',
      },
    },
  },
  database: {
    query: `
      select 'database_bytes' as name, '{}'::jsonb as labels,
        pg_database_size(current_database())::float8 as value
      union all select 'database_connections', '{}', sum(numbackends)::float8 from pg_stat_database
      union all
      select 'database_connections_most', '{}',
        (
          current_setting('max_connections')::int - current_setting(
            'superuser_reserved_connections'
          )::int
        )::float8
      union all
      select 'database_transaction_age', '{}', age(datfrozenxid)::float8
      from pg_database
      where datname = current_database()
      union all
      select 'database_oldest_transaction_seconds', '{}',
        coalesce(extract(epoch from now() - min(xact_start)), 0)::float8
        from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
      union all select 'database_standbys', '{}', count(*)::float8 from pg_stat_get_wal_senders()
      union all
      select 'database_replication_lag_seconds', '{}',
        coalesce(extract(epoch from max(replay_lag)), 0)::float8
      from pg_stat_replication
      union all select 'database_archive_failing_seconds', '{}', coalesce((${archiveFailing}), 0)`,
    figures: {
      database_bytes: { help: 'Size of the database' },
      database_connections: { help: 'Connections to the server, of all programs' },
      database_connections_most: {
        help: 'Connections that the server takes of programs that are no superusers',
      },
      database_transaction_age: {
        help: 'Transactions since the oldest that is not frozen; PostgreSQL stops before 2 billion',
      },
      database_oldest_transaction_seconds: {
        help: 'How long the oldest transaction of the processes is open',
      },
      database_standbys: { help: 'Servers that follow this one' },
      database_replication_lag_seconds: {
        help: 'How far the one furthest behind lags; stays 0 unless the runtime login is a member of pg_monitor',
      },
      database_archive_failing_seconds: {
        help: 'For how long nothing of the server’s log could be archived; 0: the last piece was',
      },
    },
  },
  tables: {
    // Months count as their table, so that the series do not become more by the month.
    query: `
      with sized as (
        select s.*, s.table_bytes + s.index_bytes as bytes
        from table_sizes() s
        order by bytes desc
        limit 40
      )
      select f.name, jsonb_build_object('table', s.name) as labels,
        (
          case f.name
            when 'table_bytes' then s.bytes
            when 'table_rows' then s.rows
            else s.dead_rows
          end
        )::float8 as value
      from sized s
      cross join (values ('table_bytes'), ('table_rows'), ('table_dead_rows')) f (name)`,
    figures: {
      table_bytes: {
        help: 'Size of the forty largest tables with their indexes',
        labels: ['table'],
      },
      table_rows: { help: 'Rows in them, as PostgreSQL estimates', labels: ['table'] },
      table_dead_rows: {
        help: 'Dead rows in them that autovacuum has not removed yet',
        labels: ['table'],
      },
    },
  },
}
