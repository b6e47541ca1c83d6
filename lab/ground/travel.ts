import pg from 'pg'

/**
 * Time travel for the making of the demo: this process and its database live in the past,
 * together, and time goes on there as fast as here. The product, the job engine and the
 * simulator ask the same clocks as ever (`Date`, `now()`, `clock_timestamp()`), so all of their
 * code is dated by the story.
 *
 * PostgreSQL has no clock that can be set, and its own functions cannot be replaced. Others of the
 * same names stand before them on the search path of the runtime role, and what is bound to
 * PostgreSQL's own, column defaults and functions with a path of their own, is made anew with them
 * and put back at the end. While the schema `travel` exists, its database is not in the present:
 * `isTravelling` is how an interrupted start is noticed.
 */
const RealDate = Date
const realNow = RealDate.now

/** The real time, also for whoever lives in another. */
export const realTime = () => realNow.call(RealDate)

export class Travel {
  readonly #owner: pg.Client
  /** Statements that put the database's own clocks back. */
  readonly #undo: string[]
  #behindMs = 0
  private constructor(owner: pg.Client, undo: string[]) {
    this.#owner = owner
    this.#undo = undo
  }

  static async begin(ownerUrl: string, at: number): Promise<Travel> {
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    const clock = (name: string, volatility: string) => `
      create function travel.${name}() returns timestamptz language sql ${volatility} parallel safe
      as $$ select pg_catalog.${name}() - (select behind from travel.clock) $$`
    await owner.query(`
      create schema travel;
      grant usage on schema travel to public;
      create table travel.clock (behind interval not null);
      insert into travel.clock values ('0');
      grant select on travel.clock to public;
      ${clock('now', 'stable')};
      ${clock('clock_timestamp', 'volatile')}`)
    const undo = await rebind(owner)
    const travel = new Travel(owner, undo)
    // Read as a property, so that it also counts for code that took the name before.
    RealDate.now = () => realNow() - travel.#behindMs
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, values, made) =>
        Reflect.construct(target, values.length > 0 ? values : [RealDate.now()], made),
    })
    await travel.#setBehind(realNow() - at)
    return travel
  }

  /** Goes on to a later moment; what is past already stays past. */
  async to(at: number): Promise<void> {
    if (at <= RealDate.now()) return
    await this.#setBehind(Math.max(0, realNow() - at))
  }

  async #setBehind(ms: number): Promise<void> {
    this.#behindMs = ms
    await this.#owner.query(
      `update travel.clock set behind = make_interval(secs => $1::float8 / 1000)`,
      [ms],
    )
  }

  /** Back to the present, for good. */
  async end(): Promise<void> {
    await this.#setBehind(0)
    RealDate.now = realNow
    globalThis.Date = RealDate
    // Without `cascade`: whatever should still ask the story's clock makes this fail.
    await this.#owner.query(
      [
        ...this.#undo,
        'drop function travel.now, travel.clock_timestamp',
        'drop table travel.clock',
        'drop schema travel',
      ].join(';\n'),
    )
    await this.#owner.end()
  }
}

/**
 * Binds everything of the database that asks for the time to the story's clocks. Answers the
 * statements that undo it.
 */
async function rebind(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ was: string }>(`
    select pg_get_functiondef(p.oid) as was
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname !~ '^pg_|^information_schema$|^travel$'
      and p.prokind in ('f', 'p')
      and p.prosrc ~ '\\m(now|clock_timestamp)\\(\\)'
    union all
    select format(
      'alter table %s alter column %I set default %s', d.adrelid::regclass, a.attname,
      pg_get_expr(d.adbin, d.adrelid)
    )
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where a.attgenerated = ''
      and pg_get_expr(d.adbin, d.adrelid) ~ '\\m(now|clock_timestamp)\\(\\)'`)
  const was = rows.map((row) => row.was)
  const bound = was.map((text) =>
    text.replace(/(?<![\w.])(now|clock_timestamp)\(\)/g, 'travel.$1()'),
  )
  const role = `alter role paydesk_app in database "${owner.database}"`
  await owner.query(
    [...bound, `${role} set search_path = travel, pg_catalog, "$user", public`].join(';\n'),
  )
  return [...was, `${role} reset search_path`]
}

/**
 * What is bound to PostgreSQL's clocks belongs to several owners, so only a superuser can
 * bind it to others.
 */
export async function canTravel(ownerUrl: string): Promise<boolean> {
  const [row] = await ask<{ can: boolean }>(
    ownerUrl,
    `select rolsuper as can from pg_roles where rolname = current_user`,
  )
  return row?.can ?? false
}

/**
 * The making of a history was interrupted: what is there is half of it, and the database's clock
 * may be in the past.
 */
export async function isTravelling(ownerUrl: string): Promise<boolean> {
  const [row] = await ask<{ is: boolean }>(
    ownerUrl,
    `select to_regnamespace('travel') is not null as is`,
  )
  return row?.is ?? false
}

async function ask<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}
