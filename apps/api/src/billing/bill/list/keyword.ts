import type { Id } from '@paydesk/contract/lib/id'
import { defaultPageSize } from '@paydesk/contract/lib/page'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../lib/db.ts'
import type { Scope } from './filter.ts'
import { newestOf, type StatusCount, stateOf, tally, tallyOf, whereWhole } from './range.ts'

/**
 * So many bills are read one by one before the index of words is asked: most keywords fill a page
 * from these, in some 10 ms.
 */
const newest = 4000

/**
 * Bills in which a keyword was found. If not `whole`, older bills may hold it as well; they
 * were not searched.
 */
type Hits<T> = T & { whole: boolean }

/** The page's ids, and how many bills hold the keyword. */
export async function findPage(
  db: Db,
  scope: Scope,
  keyword: string,
  limit: number,
  offset: number,
): Promise<Hits<{ ids: string[]; total: number }>> {
  const exact = await findByNumber(db, scope, keyword)
  if (exact) return { ids: offset === 0 ? [exact] : [], total: 1, whole: true }
  const read = (hits: RawBuilder<unknown>, scanned: RawBuilder<unknown>) =>
    sql<{ ids: string[]; total: number; scanned: number }>`
      with recent as materialized (${scanned}), hit as materialized (${hits})
      select array(
        select id from hit order by created_at desc, id desc limit ${limit} offset ${offset}
      ) as ids,
        (select count(*) from hit) as total, (select count(*) from recent) as scanned`.execute(db)
  const needed = offset + limit + 1
  let size = newest
  for (let tries = 0; tries < 2; tries++) {
    const found = (await read(amongRecent(scope, keyword), newestOf(scope, size))).rows[0]
    if (!found) break
    const whole = found.scanned < size
    if (whole || found.total >= needed) return { ...found, whole }
    // A common word on a late page: read on as far as its frequency among the newest bills
    // suggests. A rare word: ask the index of words.
    if (found.total <= limit) break
    size = Math.ceil(((size * needed) / found.total) * 1.5)
  }
  const all = (await read(byIndex(scope, keyword), sql`select`)).rows[0]
  return { ids: all?.ids ?? [], total: all?.total ?? 0, whole: true }
}

/**
 * The newest few, without counting: for someone who is still typing. Two cheap searches come before
 * the index of words: numbers that begin with the keyword, and bills of the customers that the
 * keyword names. Text that most bills share (the beginning of a number, the end of an address) is
 * the most expensive to find in that index, and costs these two nothing.
 */
export async function findFew(
  db: Db,
  scope: Scope,
  keyword: string,
  limit: number,
  customerIds: Id<'customer'>[],
): Promise<string[]> {
  const recent = await sql<{ ids: string[]; scanned: number }>`
    with recent as materialized (${newestOf(scope, newest)}),
      hit as materialized (${amongRecent(scope, keyword)})
    select array(select id from hit order by created_at desc, id desc limit ${limit}) as ids,
      (select count(*) from recent) as scanned`.execute(db)
  const { ids, scanned } = recent.rows[0] ?? { ids: [], scanned: 0 }
  if (ids.length === limit || scanned < newest) return ids
  const older = async (hits: RawBuilder<unknown>) =>
    (
      await sql<{
        id: string
      }>`select id from (${hits}) as hit order by created_at desc, id desc limit ${limit}`.execute(
        db,
      )
    ).rows
  const begins =
    /\d/.test(keyword) && keyword.length <= 25
      ? await older(byBeginning(scope, keyword.toUpperCase()))
      : []
  const rest =
    begins.length > 0
      ? begins
      : await older(
          customerIds.length > 0 ? ofCustomers(scope, customerIds, limit) : byIndex(scope, keyword),
        )
  return [...new Set([...ids, ...rest.map(({ id }) => id)])]
}

/**
 * Only the highest numbers that begin with `start` are read: for a team that has none of them, all
 * of the company's would be read.
 */
const byBeginning = (scope: Scope, start: string) => sql`
  select b.*
  from (
    select *
    from bill b
    where b.company_id = ${scope.actor.companyId}
      and b.number >= ${start}
      and b.number < ${start} || chr(1114111)
    order by b.number desc
    limit 500
  ) b
  where ${whereWhole(scope)} and starts_with(b.number, ${start})`

const ofCustomers = (scope: Scope, customerIds: Id<'customer'>[], limit: number) => sql`
  select b.*
  from unnest(${customerIds}::uuid[]) as c (id)
  cross join lateral (
    select b.id, b.created_at
    from bill b
    where ${whereWhole(scope)} and b.customer_id = c.id
    order by b.created_at desc, b.id desc
    limit ${limit}
  ) b`

/** Finds the same bills as `findPage`, and counts them for the tabs. */
export async function countHits(
  db: Db,
  scope: Scope,
  keyword: string,
): Promise<Hits<{ counts: StatusCount[] }>> {
  const exact = await findByNumber(db, scope, keyword)
  if (exact)
    return {
      counts: (
        await tallyOf({
          ...scope,
          conditions: sql`${scope.conditions} and b.id = ${exact}`,
        }).execute(db)
      ).rows,
      whole: true,
    }
  const { rows } = await sql<StatusCount & { scanned: number }>`
    with recent as materialized (${newestOf(scope, newest, sql`, ${stateOf(scope)}`)}),
      hit as materialized (${amongRecent(scope, keyword)})
    select n.scanned, t.*
    from (select count(*) as scanned from recent) n
    left join (${tally(sql`hit`)}) t on true`.execute(db)
  const counts = rows.filter(({ status }) => status !== null)
  const whole = (rows[0]?.scanned ?? 0) < newest
  if (whole || counts.reduce((sum, { count }) => sum + count, 0) > defaultPageSize)
    return { counts, whole }
  return { counts: (await tally(sql`(${byIndex(scope, keyword)})`).execute(db)).rows, whole: true }
}

/** Someone who types a whole number means the bill of that number. */
async function findByNumber(db: Db, scope: Scope, keyword: string): Promise<string | undefined> {
  if (keyword.length > 25 || !/\d/.test(keyword)) return undefined
  const { rows } = await sql<{ id: string }>`select b.id from bill b
    where ${whereWhole(scope)} and b.number = any(${[keyword, keyword.toUpperCase()]}::text[])
    order by b.number = ${keyword} desc
    limit 1`.execute(db)
  return rows[0]?.id
}

/**
 * Ids are made in order of time, so the texts of a whole company's newest bills lie together and
 * are read in one go (7 ms; one by one 24). The texts of a team's bills lie scattered and take one
 * probe each. `offset 0` forces that: the planner would otherwise read the whole company's.
 */
const amongRecent = ({ actor, ofCompany }: Scope, keyword: string) => {
  const held = sql`s.company_id = ${actor.companyId} and strpos(s.text, lower(${keyword})) > 0`
  return ofCompany
    ? sql`select recent.* from bill_search s join recent on recent.id = s.bill_id where ${held}
        and s.bill_id >= (select id from recent order by id limit 1)
        and s.bill_id <= (select id from recent order by id desc limit 1)`
    : sql`
      select recent.*
      from recent
      cross join lateral (
        select from bill_search s where s.bill_id = recent.id and ${held} offset 0
      ) as held`
}

/**
 * `offset 0` forces one probe per hit here too: the planner guessed 1,000 hits and read a company
 * of 30,000 bills instead.
 */
const byIndex = (scope: Scope, keyword: string) => sql`
  select b.*
  from find_bills_by_text(${scope.actor.companyId}, lower(${keyword})) as f (id)
  cross join lateral (
    select b.id, b.created_at, ${stateOf(scope)}
    from bill b
    where b.id = f.id and ${whereWhole(scope)}
    offset 0
  ) b`
