import type { Id } from '@paydesk/contract/lib/id'
import type {
  Company,
  CompanyChange,
  CompanyQuery,
  NewCompany,
} from '@paydesk/contract/people/company'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../lib/actor.ts'
import { anyPart, type Db, insideCompany } from '../../lib/db.ts'
import { assertFresh, refuse, unlessTaken } from '../../lib/errors.ts'
import { readPicture } from '../../lib/file/picture.ts'
import { fitsLogo, logoSides } from '../../lib/file/readImage.ts'
import type { JobKind, Jobs } from '../../lib/job.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { setActingCompany } from '../session/session.ts'

export { addCompany, asSuperAdmin } from './first.ts'

export async function listCompanies(
  db: Db,
  { name, status, current, pageSize }: z.output<typeof CompanyQuery>,
) {
  const matching = sql`where (${name ?? null}::text is null or c.name ilike ${anyPart(name ?? '')})
    and (${status ?? null}::text is null or c.status = ${status ?? null})`
  const { rows } = await sql<Company>`
    with page as (
      select c.*
      from company c ${matching}
      order by c.name, c.id
      limit ${pageSize} offset ${(current - 1) * pageSize}
    )
    select ${columns}
    from page c
    left join company_counts((select array_agg(id) from page)) n on n.company_id = c.id
    order by c.name, c.id`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*) as total from company c ${matching}`.execute(db)
  return { list: rows, total: counted.rows[0]?.total ?? 0, totalIsExact: true }
}

const columns = sql`c.id, c.name, c.legal_name, c.code, c.country, c.timezone, c.base_currency,
  c.logo, c.status, c.version, c.created_at, coalesce(n.user_count, 0) as user_count,
  coalesce(n.account_count, 0) as account_count`

async function findCompany(db: Db, id: string): Promise<Company> {
  const { rows } = await sql<Company>`
    select ${columns}
    from company c
    left join company_counts(array[${id}::uuid]) n on n.company_id = c.id
    where c.id = ${id}`.execute(db)
  if (!rows[0]) throw refuse('notFound')
  return rows[0]
}

const codeTaken = (code: string | undefined) => refuse('company.codeTaken', { code: code ?? '' })

/** The first entry of the new company's log says who made it. */
export async function createCompany(
  db: Db,
  actor: Actor,
  values: z.output<typeof NewCompany>,
): Promise<Company> {
  await assertDatabaseKnows(db, values.timezone)
  await assertLogo(actor, values.logo)
  const { id } = await unlessTaken(
    'company_code_key',
    codeTaken(values.code),
    db.insertInto('company').values(values).returning('id').executeTakeFirstOrThrow(),
  )
  const company = await findCompany(db, id)
  await recordIn(db, actor, id, {
    action: 'company.create',
    entityId: id,
    label: company.name,
    after: facts(company),
  })
  return company
}

const ZoneData = z.object({ companyId: z.uuid(), after: z.uuid() })
/**
 * The company's calendar is another one: what counts by day is counted anew, some bills at a
 * time (billing/bill).
 */
export const recountDays: JobKind<typeof ZoneData> = { name: 'company.recountDays', data: ZoneData }
const beforeAll = '00000000-0000-0000-0000-000000000000'

export async function updateCompany(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  id: string,
  { version, ...change }: z.output<typeof CompanyChange>,
): Promise<Company> {
  // The lock is not FOR UPDATE, which would hold up every insert of a row that points
  // at this company.
  await db.selectFrom('company').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const before = await findCompany(db, id)
  assertFresh(before, version)
  if (change.status === 'suspended' && id === actor.homeCompanyId)
    throw refuse('company.notYourOwn')
  if (change.timezone) await assertDatabaseKnows(db, change.timezone)
  if (change.logo !== before.logo) await assertLogo(actor, change.logo)
  await unlessTaken(
    'company_code_key',
    codeTaken(change.code),
    db
      .updateTable('company')
      .set({ ...(change as Partial<Company>), version: version + 1 })
      .where('id', '=', id)
      .execute(),
  )
  if (change.timezone && change.timezone !== before.timezone)
    await jobs.enqueue(db, recountDays, { companyId: id, after: beforeAll })
  if (before.status === 'active' && change.status === 'suspended')
    await sql`select end_company_sessions(${id})`.execute(db)
  const after = await findCompany(db, id)
  const action =
    before.status === after.status
      ? 'company.update'
      : after.status === 'active'
        ? 'company.activate'
        : 'company.suspend'
  await recordIn(db, actor, id, {
    action,
    entityId: id,
    label: after.name,
    before: facts(before),
    after: facts(after),
  })
  return after
}

/**
 * From the next request on, this session works in that company; choosing one's own company ends
 * that. A suspended company can be entered too, to look after it.
 */
export async function enterCompany(db: Db, actor: Actor, id: string) {
  const { name } = await findCompany(db, id)
  const actingElsewhere = id !== actor.homeCompanyId
  await insideCompany(db, actor.homeCompanyId, actor, () =>
    setActingCompany(db, actor, actingElsewhere ? id : null),
  )
  // Leaving is recorded in the company that is left; entering is the first entry in the company
  // that is entered.
  const about = { entityId: id, label: name }
  if (actingElsewhere) await recordIn(db, actor, id, { action: 'company.enter', ...about })
  else
    await recordChange(db, actor, {
      action: 'company.leave',
      ...about,
      entityId: actor.companyId,
      label: actor.companyName,
    })
  return { id, name, actingElsewhere }
}

const recordIn = (
  db: Db,
  actor: Actor,
  companyId: Id<'company'>,
  change: Parameters<typeof recordChange>[2],
) => insideCompany(db, companyId, actor, () => recordChange(db, { ...actor, companyId }, change))

/** The database counts days, so a zone that only JavaScript knows will not do. */
async function assertDatabaseKnows(db: Db, timezone: string) {
  const { rows } = await sql`select from pg_timezone_names where name = ${timezone}`.execute(db)
  if (rows.length === 0) throw refuse('request.invalid', { detail: `timezone: ${timezone}` })
}

/** A logo is drawn on statements, so it must be what it claims to be. */
async function assertLogo({ companyId }: Actor, logo: string | null | undefined) {
  if (!logo) return
  const image = await readPicture(companyId, 'readLogo', logo)
  if (!image) throw refuse('avatar.notAnImage')
  if (!fitsLogo(image)) throw refuse('avatar.badSize', logoSides)
}

/** The fields that people change. The log says that there is a picture but does not keep it. */
function facts({
  id: _,
  userCount: __,
  accountCount: ___,
  version: ____,
  createdAt: _____,
  logo,
  ...rest
}: Company) {
  return { ...rest, logo: logo && `${logo.length} bytes` }
}
