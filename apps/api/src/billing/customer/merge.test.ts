import { type Customer, type CustomerRow, customerApi } from '@paydesk/contract/billing/customer'
import type { CallInput } from '@paydesk/contract/lib/endpoint'
import { expect, test } from 'vitest'
import { inCompany } from '../../lib/db.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { customerForBill } from './customer.ts'

const t = testApp()
const create = async (user: TestUser, values: CallInput<typeof customerApi.create>['body']) =>
  (await t.as(user).call(customerApi.create, { body: values })).body.data as Customer
const merge = (user: TestUser, id: string, intoId: string, version = 1) =>
  t.as(user).call(customerApi.merge, { params: { id }, body: { intoId, version } })
const read = async (user: TestUser, id: string) =>
  (await t.as(user).call(customerApi.read, { params: { id } })).body.data as Customer

async function billFor(user: TestUser, customerId: string) {
  const bill = await make.bill(t, user, { status: 'sent' })
  await t.owner(`update bill set customer_id = $1, customer_name = 'As it was' where id = $2`, [
    customerId,
    bill.id,
  ])
  return bill
}

test('bills, aliases and the e-mail move; bills keep the name they were made out to; the duplicate leaves the lists', async () => {
  const admin = await make.admin(t)
  const duplicate = await create(admin, {
    name: 'Nordlys',
    email: 'Old@nordlys.example',
    payerEmails: ['pay1@nordlys.example'],
  })
  const kept = await create(admin, {
    name: 'Nordlys AS',
    email: 'ap@nordlys.example',
    payerEmails: ['pay2@nordlys.example'],
  })
  const bill = await billFor(admin, duplicate.id)
  expect(await merge(admin, duplicate.id, kept.id)).toMatchObject({
    status: 200,
    body: {
      data: {
        id: kept.id,
        billCount: 1,
        payerEmails: ['old@nordlys.example', 'pay1@nordlys.example', 'pay2@nordlys.example'],
        totals: [{ currency: 'USD', billedMinor: 1000 }],
        version: 2,
      },
    },
  })
  expect(
    await t.owner('select customer_id, customer_name from bill where id = $1', [bill.id]),
  ).toEqual([{ customer_id: kept.id, customer_name: 'As it was' }])
  const { list } = (await t.as(admin).call(customerApi.list, { query: { keyword: 'nordlys' } }))
    .body.data as { list: CustomerRow[] }
  expect(list.map(({ id }) => id)).toEqual([kept.id])
  expect(await read(admin, duplicate.id)).toMatchObject({
    mergedIntoId: kept.id,
    mergedIntoName: 'Nordlys AS',
    payerEmails: [],
    billCount: 0,
  })
  const byOld = await t
    .as(admin)
    .call(customerApi.list, { query: { keyword: 'old@nordlys.example' } })
  expect(byOld.body.data).toMatchObject({ total: 1, list: [{ id: kept.id }] })
})

test('a merge is refused into itself, with a customer that was merged before, and if the duplicate changed meanwhile', async () => {
  const admin = await make.admin(t)
  const [a, b, c] = [
    await create(admin, { name: 'A' }),
    await create(admin, { name: 'B' }),
    await create(admin, { name: 'C' }),
  ]
  expect(await merge(admin, a.id, a.id)).toMatchObject({
    status: 422,
    body: { errorCode: 'customer.mergeSelf' },
  })
  expect(await merge(admin, a.id, b.id, 7)).toMatchObject({
    status: 409,
    body: { errorCode: 'conflict.stale', data: { id: a.id } },
  })
  expect((await merge(admin, a.id, b.id)).status).toBe(200)
  for (const [id, intoId] of [
    [a.id, c.id],
    [c.id, a.id],
    [b.id, a.id],
  ] as const)
    expect(await merge(admin, id, intoId, id === b.id ? 2 : 1)).toMatchObject({
      status: 409,
      body: { errorCode: 'customer.merged' },
    })
  expect(
    await t
      .as(admin)
      .call(customerApi.update, { params: { id: a.id }, body: { note: 'x', version: 2 } }),
  ).toMatchObject({
    status: 409,
    body: { errorCode: 'customer.merged' },
  })
  // The kept customer can be merged again; customers that pointed to it then point to the next one.
  expect((await merge(admin, b.id, c.id, 2)).status).toBe(200)
  expect(
    [await read(admin, a.id), await read(admin, b.id)].map(({ mergedIntoId }) => mergedIntoId),
  ).toEqual([c.id, c.id])
})

test('A into B and B into A at the same moment, twenty times: one wins, no circle, no bill is lost', async () => {
  const admin = await make.admin(t)
  for (let round = 0; round < 20; round++) {
    const [a, b] = [
      await create(admin, { name: `A${round}` }),
      await create(admin, { name: `B${round}` }),
    ]
    await billFor(admin, a.id)
    await billFor(admin, b.id)
    const answers = await Promise.all([merge(admin, a.id, b.id), merge(admin, b.id, a.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const after = [await read(admin, a.id), await read(admin, b.id)]
    expect(after.filter(({ mergedIntoId }) => mergedIntoId)).toHaveLength(1)
    expect(after.map(({ billCount }) => billCount).sort()).toEqual([0, 2])
  }
})

test('eight merges in a ring at once end without a circle, and every customer leads to one that is kept', async () => {
  const admin = await make.admin(t)
  const ring = await Promise.all(
    Array.from({ length: 8 }, (_, index) => create(admin, { name: `R${index}` })),
  )
  const answers = await Promise.all(
    ring.map(({ id }, index) => merge(admin, id, ring[(index + 1) % ring.length]?.id as string)),
  )
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const after = await Promise.all(ring.map(({ id }) => read(admin, id)))
  const kept = new Set(
    after.filter(({ mergedIntoId }) => mergedIntoId === null).map(({ id }) => id),
  )
  expect(kept.size).toBeGreaterThan(0)
  expect(after.filter(({ mergedIntoId }) => mergedIntoId && !kept.has(mergedIntoId))).toEqual([])
})

test('a bill made while its customer is merged ends up with the kept customer, twenty times', async () => {
  const admin = await make.admin(t)
  const { companyId } = admin
  const actor = { ...admin, roles: ['Admin'], permissions: [] } as never
  /** Does to the customer what making a bill does, without the rest. */
  const bill = (customerId: string) =>
    inCompany(t.pool, companyId, async (db) => {
      const customer = await customerForBill(db, actor, customerId)
      const number = `M-${Math.random().toString(36).slice(2, 10)}`
      const values = {
        companyId,
        number,
        customerId: customer.id,
        customerName: customer.name,
        currency: 'USD',
      }
      await db
        .insertInto('bill')
        .values({ ...values, totalMinor: 1, dueMinor: 1, ownerId: admin.userId })
        .execute()
    })
  for (let round = 0; round < 20; round++) {
    const [a, b] = [
      await create(admin, { name: `A${round}` }),
      await create(admin, { name: `B${round}` }),
    ]
    const [merged] = await Promise.all([
      merge(admin, a.id, b.id),
      bill(a.id),
      bill(a.id),
      bill(b.id),
    ])
    expect(merged.status).toBe(200)
    expect([(await read(admin, a.id)).billCount, (await read(admin, b.id)).billCount]).toEqual([
      0, 3,
    ])
  }
})

test('a merge that is sent fifty times with one key happens once', async () => {
  const admin = await make.admin(t)
  const [a, b] = [await create(admin, { name: 'A' }), await create(admin, { name: 'B' })]
  const input = { params: { id: a.id }, body: { intoId: b.id, version: 1 } }
  const headers = { 'idempotency-key': 'once' }
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      t.call(customerApi.merge, input, { token: admin.token, headers }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(
    await t.owner(`select from audit_entry where action = 'customer.merge' and entity_id = $1`, [
      a.id,
    ]),
  ).toHaveLength(1)
})
