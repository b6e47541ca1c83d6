import { type Finding, findingStates, type quarantineApi } from '@paydesk/contract/desk/quarantine'
import type { Query, Reply } from '@paydesk/contract/lib/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { inEachCompany, readState } from './state.ts'

type State = (typeof findingStates)[number]

/**
 * A page of what was found. Row-level security lets a transaction see one company at a time, so the
 * list is a row of shelves, one for each state and company: first they are counted, then those that
 * the page reaches are read.
 */
export async function listFindings(
  db: Db,
  {
    current,
    pageSize,
    companyId: only,
    kind,
    state: onlyState,
  }: Query<typeof quarantineApi.findings>,
): Promise<Reply<typeof quarantineApi.findings>> {
  const { since } = await readState(db)
  const matching = (
    companyId: string,
  ) => sql`f.company_id = ${companyId} and f.quarantined_at = ${since}
    and (${kind ?? null}::text is null or f.kind = ${kind ?? null})
    and (${onlyState ?? null}::text is null or f.state = ${onlyState ?? null})`
  const shelves: { companyId: string; state: State; count: number }[] = []
  await inEachCompany(db, async (companyId) => {
    if (only && only !== companyId) return
    const { rows } = await sql<{ state: State; count: number }>`
      select f.state, count(*)::int as count
      from quarantine_finding f
      where ${matching(companyId)}
      group by f.state`.execute(db)
    shelves.push(...rows.map((row) => ({ companyId, ...row })))
  })
  const inOrder = findingStates.flatMap((state) => shelves.filter((shelf) => shelf.state === state))
  const from = (current - 1) * pageSize
  let before = 0
  const wanted = inOrder.flatMap((shelf) => {
    const skip = Math.max(0, from - before)
    const take = Math.min(shelf.count, from + pageSize - before) - skip
    before += shelf.count
    return take > 0 ? [{ ...shelf, skip, take }] : []
  })
  const read = new Map<object, Finding[]>()
  await inEachCompany(db, async (companyId) => {
    for (const shelf of wanted.filter((one) => one.companyId === companyId)) {
      const { rows } = await sql<Finding>`
        select f.id, f.company_id, c.name as company_name, f.kind, f.state,
          coalesce(a.label, '') as account_label, f.bill_id, f.label, f.facts, f.reason, f.seen_by,
          f.found_at
        from quarantine_finding f join company c on c.id = f.company_id
        left join paypal_account a on a.company_id = f.company_id and a.id = f.account_id
        where ${matching(companyId)} and f.state = ${shelf.state}
        order by f.found_at, f.id offset ${shelf.skip} limit ${shelf.take}`.execute(db)
      read.set(shelf, rows)
    }
  })
  return {
    list: wanted.flatMap((shelf) => read.get(shelf) ?? []),
    total: before,
    totalIsExact: true,
  }
}
