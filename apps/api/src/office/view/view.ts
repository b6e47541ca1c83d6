import { canAdmin } from '@paydesk/contract/lib/access'
import type { Body } from '@paydesk/contract/lib/endpoint'
import {
  canShareView,
  canView,
  maxViews,
  type View,
  type ViewList,
  type viewApi,
} from '@paydesk/contract/office/view'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { assertFresh, refuse, unlessTaken } from '../../lib/errors.ts'
import { recordChange } from '../audit/audit.ts'

type Stored = View & { list: ViewList }

/**
 * The columns of the view `v` as the actor sees it. Nobody sees another person's view
 * unless it is shared.
 */
const columnsFor = ({ userId, ...actor }: Actor) => sql`v.id,
  v.list,
  v.name,
  v.query,
  v.columns,
  v.shared,
  v.owner_name,
  v.version,
  v.owner_id = ${userId} as mine,
  (v.owner_id = ${userId} or (v.shared and ${canAdmin(actor)})) as editable`
const visible = ({ companyId, userId }: Actor) =>
  sql`v.company_id = ${companyId} and (v.owner_id = ${userId} or v.shared)`

export async function listViews(db: Db, actor: Actor, list: ViewList) {
  assertList(actor, list)
  const { rows } = await sql<Stored>`
    select ${columnsFor(actor)} from list_view v where ${visible(actor)} and v.list = ${list}
    order by v.owner_id <> ${actor.userId}, lower(v.name), v.id limit ${2 * maxViews}`.execute(db)
  return { list: rows.map(toView), choice: await choiceOf(db, actor, list) }
}

function assertList(actor: Actor, list: ViewList) {
  if (!canView(actor, list)) throw refuse('notFound')
}

const toView = ({ list: _, ...view }: Stored): View => view

async function choiceOf(db: Db, { companyId, userId }: Actor, list: ViewList) {
  const choice = await db
    .selectFrom('listChoice')
    .select(['columns', 'defaultViewId'])
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst()
  return choice ?? { columns: null, defaultViewId: null }
}

/** With `lock`, nobody else changes the view until the transaction is over. */
async function findView(db: Db, actor: Actor, id: string, { lock = false } = {}): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select ${columnsFor(actor)}
    from list_view v
    where ${visible(actor)} and v.id = ${id} ${lock ? sql`for update` : sql``}`.execute(db)
  const view = rows[0]
  if (!view) throw refuse('notFound')
  assertList(actor, view.list)
  return view
}

async function editableView(db: Db, actor: Actor, id: string): Promise<Stored> {
  const view = await findView(db, actor, id, { lock: true })
  if (!view.editable) throw refuse('forbidden')
  return view
}

const facts = ({ name, query, columns, shared }: View) => ({ name, query, columns, shared })
const nameTaken = (name: string) => refuse('view.nameTaken', { name })

export async function createView(
  db: Db,
  actor: Actor,
  { list, ...values }: Body<typeof viewApi.create>,
): Promise<View> {
  const { companyId, userId, name: ownerName } = actor
  assertList(actor, list)
  if (values.shared && !canShareView(actor)) throw refuse('forbidden')
  await assertRoom(db, actor, list, values.shared)
  const { id } = await unlessTaken(
    'list_view_name',
    nameTaken(values.name),
    db
      .insertInto('listView')
      .values({ companyId, ownerId: userId, ownerName, list, ...values })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const view = toView(await findView(db, actor, id))
  await recordChange(db, actor, {
    action: 'view.create',
    entityId: id,
    label: view.name,
    after: facts(view),
  })
  return view
}

async function assertRoom(db: Db, { companyId, userId }: Actor, list: ViewList, shared: boolean) {
  const { rows } = await sql<{ mine: number; shared: number }>`
    select count(*) filter (where owner_id = ${userId}) as mine,
      count(*) filter (where shared) as shared
    from list_view
    where company_id = ${companyId}
      and list = ${list}
      and (owner_id = ${userId} or shared)`.execute(db)
  if ((rows[0]?.mine ?? 0) >= maxViews || (shared && (rows[0]?.shared ?? 0) >= maxViews))
    throw refuse('view.tooMany', { count: maxViews })
}

export async function updateView(
  db: Db,
  actor: Actor,
  id: string,
  { version, ...change }: Body<typeof viewApi.update>,
): Promise<View> {
  const before = await editableView(db, actor, id)
  assertFresh(before, version)
  const sharing = change.shared === true && !before.shared
  if (sharing && !canShareView(actor)) throw refuse('forbidden')
  if (sharing) await assertRoom(db, actor, before.list, true)
  const name = change.name ?? before.name
  const query = change.query ?? before.query
  const columns = change.columns === undefined ? before.columns : change.columns
  const shared = change.shared ?? before.shared
  await unlessTaken(
    'list_view_name',
    nameTaken(name),
    db
      .updateTable('listView')
      .set({ name, query, columns, shared, version: before.version + 1 })
      .where('companyId', '=', actor.companyId)
      .where('id', '=', id)
      .execute(),
  )
  const after = {
    ...before,
    name,
    query,
    columns,
    shared,
    version: before.version + 1,
    editable: before.mine || shared,
  }
  await recordChange(db, actor, {
    action: 'view.update',
    entityId: id,
    label: name,
    before: facts(before),
    after: facts(after),
  })
  return toView(after)
}

export async function removeView(db: Db, actor: Actor, id: string): Promise<null> {
  const view = await editableView(db, actor, id)
  await db
    .deleteFrom('listView')
    .where('companyId', '=', actor.companyId)
    .where('id', '=', id)
    .execute()
  await recordChange(db, actor, {
    action: 'view.delete',
    entityId: id,
    label: view.name,
    before: facts(view),
  })
  return null
}

/** Fields that the change leaves out keep their value. */
export async function chooseForList(
  db: Db,
  actor: Actor,
  { list, ...change }: Body<typeof viewApi.choose>,
) {
  const { companyId, userId } = actor
  assertList(actor, list)
  if (change.defaultViewId && (await findView(db, actor, change.defaultViewId)).list !== list)
    throw refuse('notFound')
  const before = await choiceOf(db, actor, list)
  const columns = change.columns === undefined ? before.columns : change.columns
  const defaultViewId =
    change.defaultViewId === undefined ? before.defaultViewId : change.defaultViewId
  await db
    .insertInto('listChoice')
    .values({ companyId, userId, list, columns, defaultViewId })
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'userId', 'list']).doUpdateSet({ columns, defaultViewId }),
    )
    .execute()
  return { columns, defaultViewId }
}
