import { type Endpoint, endpoint } from '@paydesk/contract/lib/endpoint'
import { allEndpoints } from '@paydesk/contract/registry'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { idPositions, put } from './test/input/idPositions.ts'
import { inputs, keyOf, shownElsewhere } from './test/input/inputs.ts'
import type { Input } from './test/input/making.ts'
import { positions, type SharedKind } from './test/input/positions.ts'
import { hashOf, makeTheirs, type Theirs } from './test/input/theirs.ts'
import { make, type TestUser } from './test/make.ts'
import { testApp } from './test/testApp.ts'

const t = testApp()
let ours: { admin: TestUser; superAdmin: TestUser }
let theirs: Theirs

beforeAll(async () => {
  const admin = await make.admin(t)
  ours = { admin, superAdmin: await make.superAdmin(t, admin.companyId) }
  theirs = await makeTheirs(t)
})

const all = allEndpoints.flatMap((call) =>
  idPositions(call).map((position) => [position, call] as const),
)
const unlisted = (endpoints: readonly Endpoint[]) =>
  endpoints.flatMap(idPositions).filter((position) => !positions[position])

test('every place for an id is listed, a new place would be missed, and no entry is left over', () => {
  expect(unlisted(allEndpoints)).toEqual([])
  const added = endpoint({
    method: 'POST',
    path: '/api/added/:id',
    permission: 'ViewUser',
    summary: '',
    params: z.object({ id: z.uuid() }),
    query: z.object({ ownerId: z.string().optional() }),
    body: z
      .object({ list: z.array(z.object({ whose: z.uuid().nullable() })).default([]) })
      .optional(),
    reply: z.null(),
  })
  expect(unlisted([added])).toEqual(
    ['params.id', 'query.ownerId', 'body.list.0.whose'].map(
      (place) => `POST /api/added/:id ${place}`,
    ),
  )
  expect(
    Object.keys(positions).filter((position) => !all.some(([name]) => name === position)),
  ).toEqual([])
})

async function inputFor(call: Endpoint, caller: TestUser): Promise<Input> {
  const input = inputs[keyOf(call)]
  if (!input)
    throw new Error(`${keyOf(call)} is not covered: add it to apps/api/src/test/input/inputs.ts`)
  return input({ t, companyId: caller.companyId, caller, mark: 'ours' })
}

/** Counts the rows of a page, the lines of a file below its head, or the records of all tabs. */
function foundIn(data: unknown): number {
  if (typeof data === 'string') return data.trim().split('\n').length - 1
  const { total, counts } = data as { total?: number; counts?: Record<string, number> }
  return total ?? Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0)
}

/**
 * What is shared on purpose is still answered to as declared, shows nothing else of theirs, and
 * changes nothing of theirs.
 */
async function crossShared(
  call: Endpoint,
  path: string,
  rule: { theirs: SharedKind; answers: [number, number] },
) {
  const before = await hashOf(t, theirs.companyId)
  const statuses: number[] = []
  for (const caller of [ours.admin, ours.superAdmin]) {
    const value = theirs.shared[rule.theirs]
    const id = ['platform', 'entry'].includes(rule.theirs) ? Number(value) : value
    const input = put(await inputFor(call, caller), path, id)
    if (rule.theirs === 'refundAtPayPal') {
      // Only of a refund that happened PayPal's id is asked for, and PayPal is asked about it with
      // the account's secret.
      Object.assign(input.body ?? {}, { happened: true })
      const account = await make.paypalAccount(t, caller.companyId)
      await t.owner('update refund set account_id = $2 where id = $1', [
        input.params?.refundId,
        account,
      ])
    }
    const { status, body } = await t.call(call, input as never, { token: caller.token })
    expect(JSON.stringify(body)).not.toContain(theirs.mark)
    statuses.push(status)
  }
  expect(statuses).toEqual(rule.answers)
  expect(await hashOf(t, theirs.companyId)).toEqual(before)
}

test.each(all)('%s: another company’s id', async (position, call) => {
  const rule = positions[position]
  const path = position.split(' ').at(-1) as string
  if (typeof rule === 'object' && 'shared' in rule) return crossShared(call, path, rule)
  if (!rule) throw new Error(`${position} is not listed`)
  const crossing = typeof rule === 'object' && 'superAdminsOnly' in rule
  const kind =
    typeof rule === 'object' ? ('matchesNothing' in rule ? rule.matchesNothing : 'user') : rule
  const id = crossing ? theirs.companyId : theirs.ids[kind]
  const before = await hashOf(t, theirs.companyId)
  for (const caller of crossing ? [ours.admin] : [ours.admin, ours.superAdmin]) {
    const { status, body } = await t.call(
      call,
      put(await inputFor(call, caller), path, id) as never,
      { token: caller.token },
    )
    const text = JSON.stringify(body)
    expect(text).not.toContain(theirs.mark)
    if (crossing) expect(status).toBe(403)
    else if (typeof rule === 'string') expect(status, text).toBe(404)
    else {
      expect(status).toBe(200)
      expect(foundIn(body.data)).toBe(0)
    }
  }
  expect(await hashOf(t, theirs.companyId)).toEqual(before)
})

test('our calls with our own records show and change nothing of theirs', async () => {
  const before = await hashOf(t, theirs.companyId)
  for (const call of allEndpoints) {
    if (call.permission === 'superAdmin') continue
    // Earlier calls may have given the caller new credentials, with which nobody approves.
    await t.owner('update app_user set credentials_changed_at = null where id = $1', [
      ours.admin.userId,
    ])
    const user = {
      ...ours.admin,
      token: await make.session(t, ours.admin.companyId, ours.admin.userId),
    }
    const { status, body } = await t.call(call, (await inputFor(call, user)) as never, {
      token: user.token,
    })
    expect([keyOf(call), status]).toEqual([keyOf(call), shownElsewhere[keyOf(call)]?.status ?? 200])
    expect(JSON.stringify(body)).not.toContain(theirs.mark)
  }
  expect(await hashOf(t, theirs.companyId)).toEqual(before)
}, 60_000)
