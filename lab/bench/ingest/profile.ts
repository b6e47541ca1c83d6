import type pg from 'pg'

/**
 * Begins to count what each statement costs; PostgreSQL must have been started with
 * pg_stat_statements.
 */
export async function watchStatements(owner: pg.Pool): Promise<void> {
  await owner.query('create extension if not exists pg_stat_statements')
  await owner.query('select pg_stat_statements_reset(), pg_stat_reset()')
}

/** How many rows were updated, and how many of them without a new entry in every index. */
export async function updatesInPlace(owner: pg.Pool) {
  const { rows } = await owner.query<{ table: string; updated: number; inPlace: number }>(
    `select relname as table, n_tup_upd::int as updated, n_tup_hot_upd::int as "inPlace"
     from pg_stat_user_tables
     where n_tup_upd > 1000
     order by 2 desc`,
  )
  return rows
}

/**
 * The statements that cost most, those of triggers and foreign keys included, in
 * microseconds per event.
 */
export async function largestStatements(owner: pg.Pool, events: number) {
  const { rows } = await owner.query<{ us: number; calls: number; top: boolean; text: string }>(
    `select round((total_exec_time * 1000 / $1)::numeric, 1)::float as us, calls::int,
       toplevel as top, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as text
     from pg_stat_statements order by total_exec_time desc limit 25`,
    [events],
  )
  return rows
}
