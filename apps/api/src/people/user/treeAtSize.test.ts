// @module-tag slow

import { billApi } from '@paydesk/contract/billing/bill'
import { homeApi } from '@paydesk/contract/desk/home'
import { type UserTreeNode, userApi } from '@paydesk/contract/people/user'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { foldFigures } from '../../desk/home/folder.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
/** 2,000 users on five levels, like a company of regions, offices, teams and people. */
const levels = [1, 9, 90, 400, 1500]
const bills = 40_000
let admin: TestUser
const byLevel: string[][] = []

beforeAll(async () => {
  const companyId = await make.company(t)
  for (const [level, size] of levels.entries()) {
    const rows = await t.owner<{ id: string }>(
      `insert into app_user (company_id, username, name, parent_id)
       select $1, 'size-' || $2::int || '-' || i, '用户 ' || i,
         ($3::uuid[])[1 + i % greatest(cardinality($3::uuid[]), 1)]
       from generate_series(0, $4::int - 1) i returning id`,
      [companyId, level, byLevel[level - 1] ?? [], size],
    )
    byLevel.push(rows.map(({ id }) => id))
  }
  const rootId = byLevel[0]?.[0] as string
  await t.owner(`insert into user_role select $1, $2, id from role where code = 'Admin'`, [
    companyId,
    rootId,
  ])
  admin = {
    companyId,
    userId: rootId,
    username: 'size-0-0',
    token: await make.session(t, companyId, rootId),
  }
  const other = await make.operator(t)
  const fill = (company: string, owners: string[], count: number) =>
    t.owner(
      `with c as (
         insert into customer (company_id, name, owner_id)
         values ($1, 'C', ($2::uuid[])[1])
         returning id
       )
       insert into bill (
         company_id, number, customer_id, customer_name, currency, total_minor, due_minor,
         due_date, owner_id, status, created_at
       )
       select $1, 'N' || i, c.id, 'C', 'USD', 100, 100, current_date - (i / 7) % 300,
         ($2::uuid[])[1 + (i * 7919) % cardinality($2::uuid[])],
         (array['draft', 'sent', 'paid', 'paid'])[1 + i % 4], now() - i * interval '1 minute'
       from c, generate_series(1, $3::int) i`,
      [company, owners, count],
    )
  await fill(companyId, byLevel.flat(), bills)
  await fill(other.companyId, [other.userId], 10_000)
  await foldFigures(t.pool)
  await t.owner('vacuum analyze')
}, 60_000)

const session = async (userId: string, role: string): Promise<TestUser> => {
  await t.owner(
    `insert into user_role select $1, $2, id from role where code = $3 on conflict do nothing`,
    [admin.companyId, userId, role],
  )
  return { ...admin, userId, token: await make.session(t, admin.companyId, userId) }
}

test('the whole tree of 2,000 users on five levels comes in one call, in under 200 ms at the median', async () => {
  const times: number[] = []
  for (let run = 0; run < 5; run++) {
    const startedAt = performance.now()
    const { body } = await t.as(admin).call(userApi.tree, {})
    times.push(performance.now() - startedAt)
    const { list, total } = body.data as { list: UserTreeNode[]; total: number }
    expect(total).toBe(2000)
    expect(new Set(list.map(({ level }) => level))).toEqual(new Set([1, 2, 3, 4, 5]))
  }
  const median = times.sort((a, b) => a - b)[2] as number
  process.stdout.write(`tree of 2,000: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms\n`)
  expect(median).toBeLessThan(200)
})

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] }
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/**
 * The plans of the statements that a call really sent, as the runtime role and under
 * row-level security.
 */
async function plansOf(user: TestUser, call: () => Promise<{ status: number }>): Promise<Plan[]> {
  const sent: { text: string; values: unknown[] }[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [query] = args as [{ text?: string; values?: unknown[] }]
    if (query?.text && /\bfrom (bill|app_user|unnest|page)\b/.test(query.text))
      sent.push({ text: query.text, values: query.values ?? [] })
    return original.apply(this, args as never)
  } as never)
  expect((await call()).status).toBe(200)
  spy.mockRestore()
  expect(sent.length).toBeGreaterThan(1)
  const client = new pg.Client({
    connectionString: t.runtimeUrl,
    options: '-c plan_cache_mode=force_custom_plan',
  })
  await client.connect()
  await client.query('begin')
  await client.query(`select set_config('app.company_id', $1, true)`, [user.companyId])
  const plans: Plan[] = []
  for (const { text, values } of sent) {
    const { rows } = await client.query(`explain (format json) ${text}`, values)
    plans.push(...nodes(rows[0]['QUERY PLAN'][0].Plan))
  }
  await client.end()
  return plans
}
const original = pg.Client.prototype.query

test.each([
  ['a team of 20', 2],
  ['a region of some 200', 1],
])('the bills of %s are found by index: no sequential scan of bills or users', async (_, level) => {
  const lead = await session(byLevel[level]?.[1] as string, 'Operator')
  for (const call of [
    () => t.as(lead).call(billApi.list, {}),
    () => t.as(lead).call(billApi.list, { query: { status: 'sent', current: 2 } }),
    () => t.as(lead).call(homeApi.figures, { query: { from: '2026-01-01', to: '2026-12-31' } }),
  ]) {
    const plans = await plansOf(lead, call)
    const scanned = plans.filter(
      (plan) =>
        plan['Node Type'] === 'Seq Scan' &&
        ['bill', 'app_user'].includes(plan['Relation Name'] ?? ''),
    )
    expect(scanned).toEqual([])
    const indexes = plans.map((plan) => plan['Index Name']).filter(Boolean)
    expect(indexes).toContain('app_user_parent')
    expect(indexes.some((name) => name?.startsWith('bill_'))).toBe(true)
  }
  const expected = await t.owner<{ count: string }>(
    `with recursive below as (
       select id
       from app_user
       where id = $1
       union
       select u.id
       from app_user u
       join below on u.parent_id = below.id
     )
     select count(*) from bill where owner_id in (select id from below)`,
    [lead.userId],
  )
  expect((await t.as(lead).call(billApi.list, {})).body.data).toMatchObject({
    total: Number(expected[0]?.count),
  })
})
