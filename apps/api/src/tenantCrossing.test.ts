import { type Endpoint, endpoint } from '@paydesk/contract/lib/endpoint'
import { allEndpoints } from '@paydesk/contract/registry'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { idPositions } from './test/idPositions.ts'
import { inputs, type Kind, keyOf, positions, records, shownElsewhere } from './test/inputs.ts'
import { make, type TestUser } from './test/make.ts'
import type { Input } from './test/making.ts'
import { testApp } from './test/testApp.ts'

const t = testApp()
let ours: { admin: TestUser; superAdmin: TestUser }
let theirs: { companyId: string; mark: string; ids: Record<Kind, string> }

beforeAll(async () => {
  const admin = await make.admin(t)
  ours = { admin, superAdmin: await make.superAdmin(t, admin.companyId) }
  const [owner, mark] = [await make.admin(t), 'theirs-7f3a']
  const { companyId } = owner
  const user = await make.user(t, { companyId, parentId: owner.userId, roles: ['Operator'] })
  const making = { t, companyId, caller: user, mark }
  const [bill, customer] = [await records.bill(making, 'sent'), await records.customer(making)]
  const [paypalAccount, operation] = [await records.paypalAccount(making), await records.operation(making)]
  const transaction = await records.transaction(making)
  await records.event(making)
  await records.alarm(making)
  const [{ paymentId: payment }, approval, dispute] = [
    await records.paid(making),
    await records.approval(making),
    await records.dispute(making),
  ]
  const { refundId: refund } = await records.unknown(making)
  const disputeFile = await records.disputeFile(making, dispute)
  await t.owner(`update app_user set name = name || '${mark}', email = '${mark}@example.com' where company_id = $1`, [companyId])
  await t.owner(`update bill set title = '${mark}', customer_name = '${mark}' where company_id = $1`, [companyId])
  await t.owner(`update company set name = name || '${mark}' where id = $1`, [companyId])
  await t.owner(`insert into company_setting (company_id, tabs, updated_by) values ($1, '{"routing": {"mode": "automatic"}}', '${mark}')`, [
    companyId,
  ])
  const [notice, session] = [await records.notice(making), await records.session(making)]
  const [passkey, identity] = [await records.passkey(making), await records.identity(making)]
  await t.owner(
    `insert into audit_entry (company_id, seq, at, actor_id, actor_name, action, entity, entity_id, address, device, prev_hash, hash)
     values ($1, 0, now(), $2::uuid, '${mark}', 'user.update', 'user', $2::uuid::text, '${mark}', 'd', '', '')`,
    [companyId, user.userId],
  )
  const [view, bot, rule] = [await records.view(making), await records.bot(making), await records.rule(making)]
  const money = { rowAside: await records.rowAside(making), payment, refund, approval, dispute, disputeFile, view, bot, rule }
  theirs = {
    companyId,
    mark,
    ids: { user: user.userId, notice, session, passkey, identity, bill, customer, paypalAccount, operation, transaction, ...money },
  }
})

/** A hash of all their rows, table by table. A call of ours must leave them unchanged. */
async function hashTheirs(): Promise<Record<string, string>> {
  const tables = await t.owner<{ name: string }>(
    `select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
  )
  const hash = (table: string, column: string) =>
    `select '${table}' as name, count(*) || md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as hash from ${table} x where ${column} = $1`
  const rows = await t.owner<{ name: string; hash: string }>(
    [...tables.map(({ name }) => hash(name, 'company_id')), hash('company', 'id')].join(' union all '),
    [theirs.companyId],
  )
  expect(rows.length).toBeGreaterThan(10)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

const all = allEndpoints.flatMap((call) => idPositions(call).map((position) => [position, call] as const))
const unlisted = (endpoints: readonly Endpoint[]) => endpoints.flatMap(idPositions).filter((position) => !positions[position])

test('every place for an id is listed, a new place would be missed, and no entry is left over', () => {
  expect(unlisted(allEndpoints)).toEqual([])
  const added = endpoint({
    method: 'POST',
    path: '/api/added/:id',
    permission: 'ViewUser',
    summary: '',
    params: z.object({ id: z.uuid() }),
    query: z.object({ ownerId: z.string().optional() }),
    body: z.object({ list: z.array(z.object({ whose: z.uuid().nullable() })).default([]) }).optional(),
    reply: z.null(),
  })
  expect(unlisted([added])).toEqual(['params.id', 'query.ownerId', 'body.list.0.whose'].map((place) => `POST /api/added/:id ${place}`))
  expect(Object.keys(positions).filter((position) => !all.some(([name]) => name === position))).toEqual([])
})

async function inputFor(call: Endpoint, caller: TestUser): Promise<Input> {
  const input = inputs[keyOf(call)]
  if (!input) throw new Error(`${keyOf(call)} is not covered: add it to apps/api/src/test/inputs.ts`)
  return input({ t, companyId: caller.companyId, caller, mark: 'ours' })
}

function put(input: Input, path: string, id: string): Input {
  const copy = structuredClone(input) as Record<string, unknown>
  const steps = path.split('.')
  let at = copy
  for (const [index, step] of steps.slice(0, -1).entries()) {
    at[step] ??= /^\d+$/.test(steps[index + 1] as string) ? [] : {}
    at = at[step] as Record<string, unknown>
  }
  at[steps.at(-1) as string] = id
  return copy
}

/** Counts the rows of a page, the lines of a file below its head, or the records of all tabs. */
function foundIn(data: unknown): number {
  if (typeof data === 'string') return data.trim().split('\n').length - 1
  const { total, counts } = data as { total?: number; counts?: Record<string, number> }
  return total ?? Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0)
}

test.each(all)('%s: another company’s id', async (position, call) => {
  const rule = positions[position]
  if (!rule || (typeof rule === 'object' && 'shared' in rule)) return expect(rule).toBeDefined()
  const path = position.split(' ').at(-1) as string
  const crossing = typeof rule === 'object' && 'superAdminsOnly' in rule
  const kind = typeof rule === 'object' ? ('matchesNothing' in rule ? rule.matchesNothing : 'user') : rule
  const id = crossing ? theirs.companyId : theirs.ids[kind]
  const before = await hashTheirs()
  for (const caller of crossing ? [ours.admin] : [ours.admin, ours.superAdmin]) {
    const { status, body } = await t.call(call, put(await inputFor(call, caller), path, id) as never, { token: caller.token })
    const text = JSON.stringify(body)
    expect(text).not.toContain(theirs.mark)
    if (crossing) expect(status).toBe(403)
    else if (typeof rule === 'string') expect(status, text).toBe(404)
    else {
      expect(status).toBe(200)
      expect(foundIn(body.data)).toBe(0)
    }
  }
  expect(await hashTheirs()).toEqual(before)
})

test('our calls with our own records show and change nothing of theirs', async () => {
  const before = await hashTheirs()
  for (const call of allEndpoints) {
    if (call.permission === 'superAdmin') continue
    const user = { ...ours.admin, token: await make.session(t, ours.admin.companyId, ours.admin.userId) }
    await make.fresh(t, user)
    const { status, body } = await t.call(call, (await inputFor(call, user)) as never, { token: user.token })
    expect([keyOf(call), status]).toEqual([keyOf(call), shownElsewhere[keyOf(call)]?.status ?? 200])
    expect(JSON.stringify(body)).not.toContain(theirs.mark)
  }
  expect(await hashTheirs()).toEqual(before)
}, 60_000)
