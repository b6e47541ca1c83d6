import { billApi } from '@paydesk/contract/billing/bill'
import { customerApi } from '@paydesk/contract/billing/customer'
import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { homeApi } from '@paydesk/contract/desk/home'
import { canAccess } from '@paydesk/contract/lib/access'
import type { Endpoint } from '@paydesk/contract/lib/endpoint'
import { permissions } from '@paydesk/contract/lib/permission'
import { allEndpoints } from '@paydesk/contract/registry'
import { beforeAll, expect, test } from 'vitest'
import { idPositions, put } from './test/input/idPositions.ts'
import { inputs, keyOf, records } from './test/input/inputs.ts'
import type { Input } from './test/input/making.ts'
import { positions } from './test/input/positions.ts'
import { make, type TestUser } from './test/make.ts'
import { testApp } from './test/testApp.ts'

/**
 * Bills belong to people: someone who may not see all of them sees their own and those of
 * the people below. Here everyone is of one company, so that nothing but the owner tells
 * the bills apart.
 */
const t = testApp()
const mark = 'somebody-elses-7f3a'
/**
 * Holds every permission but the one to see all bills, and has someone below, so that the list of
 * owners is not empty.
 */
let caller: TestUser
let below: TestUser
let theirs: { billId: string; paymentId: string; refundId: string; customerId: string }

beforeAll(async () => {
  const companyId = await make.company(t)
  const granted = permissions.filter((name) => name !== 'ViewAllPayPalBill')
  caller = await make.user(t, { companyId, permissions: granted })
  below = await make.operator(t, { companyId, parentId: caller.userId })
  const owner = await make.operator(t, { companyId })
  const made = await records.unknown({ t, companyId, caller: owner, mark: '' })
  const [row] = await t.owner<{ customerId: string }>(
    `update bill
     set title = $2, customer_name = $2, due_date = '2026-01-01'
     where id = $1
     returning customer_id as "customerId"`,
    [made.billId, mark],
  )
  theirs = { ...made, customerId: row?.customerId as string }
})

const places: Record<string, keyof typeof theirs> = {
  bill: 'billId',
  payment: 'paymentId',
  refund: 'refundId',
}
/** A place for a bill, or for what belongs to one, in every call that the caller may make. */
const all = allEndpoints.flatMap((call) =>
  idPositions(call).flatMap((position) => {
    const rule = positions[position]
    const kind = typeof rule === 'object' && 'matchesNothing' in rule ? rule.matchesNothing : rule
    return typeof kind === 'string' && places[kind]
      ? [[position, call, places[kind], typeof rule === 'object'] as const]
      : []
  }),
)

const hashTheirs = () =>
  t.owner(
    `select (select to_jsonb(b)::text from bill b where id = $1) as bill,
       (select to_jsonb(p)::text from bill_payment p where id = $2) as payment,
       (select to_jsonb(r)::text from refund r where id = $3) as refund,
       (select count(*) from bill_entry where bill_id = $1) as entries,
       (select count(*) from operation where bill_id = $1) as operations`,
    [theirs.billId, theirs.paymentId, theirs.refundId],
  )

async function inputFor(call: Endpoint, path: string, id: string): Promise<Input> {
  const make = inputs[keyOf(call)]
  return put(
    (await make?.({ t, companyId: caller.companyId, caller, mark: 'ours' })) as Input,
    path,
    id,
  )
}

test('there are calls to try, and the caller may make each of them', () => {
  expect(all.length).toBeGreaterThanOrEqual(20)
  const holder = {
    roles: [],
    permissions: permissions.filter((name) => name !== 'ViewAllPayPalBill'),
  }
  expect(all.filter(([, call]) => !canAccess(holder, call.permission))).toEqual([])
})

/** These are about all of the company's calls to PayPal, for whoever runs its accounts. */
const ofTheCompany = ['GET /api/operation query.billId']

test.each(all)(
  '%s: a bill of somebody else of the company',
  async (position, call, what, isFilter) => {
    const path = position.split(' ').at(-1) as string
    const before = await hashTheirs()
    const { status, body } = await t
      .as(caller)
      .call(call, (await inputFor(call, path, theirs[what])) as never)
    const text = JSON.stringify(body)
    if (!ofTheCompany.includes(position)) {
      expect(status, text).toBe(isFilter ? 200 : 404)
      expect(text).not.toContain(mark)
    }
    expect(await hashTheirs()).toEqual(before)
  },
)

test('lists, files, figures and the search show nothing of somebody else’s bills', async () => {
  // What is meant for everybody who runs accounts, explains money, decides refunds or answers
  // disputes names the bill that it is about.
  const aboutAll = [
    'GET /api/approval',
    'GET /api/dispute',
    'GET /api/operation',
    'GET /api/problem',
  ]
  for (const call of allEndpoints.filter(({ method }) => method === 'GET')) {
    const key = keyOf(call)
    if (aboutAll.some((start) => key.startsWith(start)) || key === 'GET /api/stream') continue
    if (
      call.permission === 'public' ||
      !canAccess(
        { roles: [], permissions: permissions.filter((name) => name !== 'ViewAllPayPalBill') },
        call.permission,
      )
    )
      continue
    const input = (await inputs[key]?.({
      t,
      companyId: caller.companyId,
      caller,
      mark: 'ours',
    })) as Input
    const { status, body } = await t.as(caller).call(call, input as never)
    expect([key, status]).toEqual([key, 200])
    const shown = JSON.stringify(body)
    expect([key, shown.includes(theirs.billId), shown.includes(mark)]).toEqual([key, false, false])
  }
})

test('a list narrowed to somebody else is empty, and no bill is handed to them', async () => {
  const [owner] = await t.owner<{ id: string }>('select owner_id as id from bill where id = $1', [
    theirs.billId,
  ])
  const ownerId = owner?.id as string
  expect((await t.as(caller).call(billApi.list, { query: { ownerId } })).body.data).toMatchObject({
    total: 0,
    list: [],
  })
  const mine = await make.bill(t, caller)
  const reassign = (to: string) =>
    t
      .as(caller)
      .call(billApi.reassign, { params: { id: mine.id }, body: { version: 1, ownerId: to } })
  expect((await reassign(ownerId)).status).toBe(404)
  expect((await reassign(below.userId)).status).toBe(200)
})

test('money that names somebody else’s bill offers it only to those who may see it', async () => {
  const making = { t, companyId: caller.companyId, caller, mark: '' }
  const [bill] = await t.owner<{ number: string }>(
    'update bill set number = upper(number) where id = $1 returning number',
    [theirs.billId],
  )
  const id = await records.transaction(making)
  await t.owner(
    `update paypal_transaction set note = $2, gross_minor = 1000, currency = 'USD' where id = $1`,
    [id, bill?.number],
  )
  const offered = async (who: TestUser) => {
    const { status, body } = await t.as(who).call(reconciliationApi.candidates, { params: { id } })
    expect(status).toBe(200)
    return JSON.stringify(body).includes(theirs.billId)
  }
  expect([await offered(await make.admin(t, caller.companyId)), await offered(caller)]).toEqual([
    true,
    false,
  ])
})

test('the bill of somebody below is seen by whoever may see bills, and by nobody who may only make them', async () => {
  const { id, customerId } = await make.bill(t, below, { status: 'sent', dueDate: '2026-01-01' })
  await t.owner(
    `insert into bill_payment (
       company_id, bill_id, provider_payment_id, source, currency, amount_minor
     )
     select company_id, id, 'P', 'paypal', currency, 100 from bill where id = $1`,
    [id],
  )
  expect((await t.as(caller).call(billApi.read, { params: { id } })).status).toBe(200)
  expect(
    (await t.as(caller).call(customerApi.payments, { params: { id: customerId } })).body.data,
  ).toMatchObject({
    list: [{ billId: id }],
  })
  expect((await t.as(caller).call(homeApi.queue, {})).body.data).toMatchObject({
    overdueBills: { count: 1 },
  })
  const blind = permissions.filter(
    (name) => !['ViewAllPayPalBill', 'ViewPayPalBill'].includes(name),
  )
  const maker = await make.user(t, {
    companyId: caller.companyId,
    parentId: caller.userId,
    permissions: blind,
  })
  await t.owner('update app_user set parent_id = $2 where id = $1', [below.userId, maker.userId])
  for (const call of [billApi.cancel, billApi.remind])
    expect((await t.as(maker).call(call, { params: { id }, body: { version: 1 } })).status).toBe(
      404,
    )
  expect(
    (await t.as(maker).call(customerApi.payments, { params: { id: customerId } })).body.data,
  ).toEqual({ list: [] })
  expect((await t.as(maker).call(homeApi.queue, {})).body.data).toMatchObject({
    overdueBills: null,
    refusedBills: null,
  })
  const match = await inputFor(reconciliationApi.match, 'body.lines.0.billId', id)
  expect((await t.as(maker).call(reconciliationApi.match, match as never)).status).toBe(404)
  expect((await t.as(caller).call(reconciliationApi.match, match as never)).status).toBe(200)
  // Their own they see, because they made it.
  const own = await make.bill(t, maker)
  expect((await t.as(maker).call(billApi.duplicate, { params: { id: own.id } })).status).toBe(200)
})
