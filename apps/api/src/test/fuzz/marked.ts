import type { TestApp } from '../appInProcess.ts'
import { makeTheirs } from '../input/theirs.ts'

/** Another company whose every text has a mark and whose ids are all known. */
export type Marked = { companyId: string; mark: string; nameMark: string; ids: string[] }

/** Makes the other company and puts the mark into every text of its rows that takes it. */
export async function makeMarked(t: TestApp): Promise<Marked> {
  const { companyId, mark } = await makeTheirs(t)
  const columns = await t.owner<{ table: string; column: string }>(
    `select c.relname as "table", a.attname as "column"
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p')
       and not c.relispartition
       and a.attnum > 0
       and a.atttypid = 'text'::regtype
       and exists (select from pg_attribute where attrelid = c.oid and attname = 'company_id')
       order by 1, 2`,
  )
  // A column that holds one of a few words refuses it.
  for (const { table, column } of columns)
    await t
      .owner(
        `update "${table}" set "${column}" = left("${column}", 60) || $2 where company_id = $1`,
        [companyId, mark],
      )
      .catch(() => undefined)
  // A super admin reads all companies' names, so the name has another mark.
  const nameMark = 'theirs-named-5c1e'
  await t.owner('update company set name = $2 where id = $1', [companyId, nameMark])
  const tables = await t.owner<{ name: string }>(
    `select c.relname as name
       from pg_class c
       where c.relnamespace = 'public'::regnamespace
         and c.relkind in ('r', 'p')
         and not c.relispartition
       and (
         select count(*)
         from pg_attribute a
         where a.attrelid = c.oid
           and (a.attname = 'company_id' or a.attname = 'id' and a.atttypid = 'uuid'::regtype)
       ) = 2`,
  )
  const found = await Promise.all(
    tables.map(({ name }) =>
      t.owner<{ id: string }>(`select id from "${name}" where company_id = $1`, [companyId]),
    ),
  )
  return { companyId, mark, nameMark, ids: [companyId, ...found.flat().map(({ id }) => id)] }
}

export const idsOf = (text: string): string[] =>
  text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? []

/** What of the other company's an answer shows. `brought`: ids that our own requests named. */
export function leakIn(
  text: string,
  theirs: Marked,
  brought: Set<string>,
  isSuperAdmins: boolean,
): string | undefined {
  if (text.includes(theirs.mark)) return theirs.mark
  if (!isSuperAdmins && text.includes(theirs.nameMark)) return theirs.nameMark
  return idsOf(text).find(
    (id) =>
      theirs.ids.includes(id) && !brought.has(id) && !(isSuperAdmins && id === theirs.companyId),
  )
}
