import { randomUUID } from 'node:crypto'
import { type Approval, approvalApi } from '@paydesk/contract/billing/approval'
import { refundApi } from '@paydesk/contract/billing/refund'
import { eventApi } from '@paydesk/contract/intake/event'
import type { Permission } from '@paydesk/contract/lib/permission'
import { userApi } from '@paydesk/contract/people/user'
import { beforeAll, describe, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { refundRecords } from '../../test/refundInputs.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
let companyId: string
beforeAll(async () => {
  companyId = await make.company(t)
  await t.owner(
    `insert into company_setting (company_id, tabs, updated_by) values ($1, '{"approval": {"refundThresholds": [{"currency": "USD", "amountMinor": 1}]}}', '')`,
    [companyId],
  )
})

const asked = async (user: TestUser) => {
  const { billId, paymentId } = await refundRecords.paid({ t, companyId, caller: await make.admin(t, companyId), mark: '' })
  await make.fresh(t, user)
  const answer = await t
    .as(user)
    .call(refundApi.ask, { params: { id: billId }, body: { version: 1, paymentId, amountMinor: 500, reason: 'A' } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const [row] = await t.owner<{ id: string; refund: string }>(
    'select a.id, a.refund_id as refund from approval a join refund r on r.id = a.refund_id where r.bill_id = $1',
    [billId],
  )
  return { billId, paymentId, id: row?.id as string, refund: row?.refund as string }
}
const stateOf = async (id: string) => (await t.owner('select state from approval where id = $1', [id]))[0]
const operations = (refund: string) => t.owner('select id from operation where refund_id = $1', [refund])

const people: Record<string, () => Promise<TestUser>> = {
  'who may ask and approve': () =>
    make.user(t, {
      companyId,
      permissions: ['RefundPayPalBill', 'ApproveRefund', 'ViewAllPayPalBill', 'UpdatePaypalAccount', 'UpdateUser'] as Permission[],
    }),
  'an Admin': () => make.admin(t, companyId),
  'a SuperAdmin': () => make.superAdmin(t, companyId),
  'a SuperAdmin of another company, who acts here': async () => {
    const user = await make.superAdmin(t)
    await t.owner('update session set acting_company_id = $1 where user_id = $2', [companyId, user.userId])
    return user
  },
}

describe('nobody decides about their own request through any call', () => {
  test.each(Object.entries(people))('%s', async (_, person) => {
    const user = await person()
    const { id, refund, billId, paymentId } = await asked(user)
    const body = { version: 1, note: 'A' }
    for (const call of [approvalApi.approve, approvalApi.reject])
      expect(await t.as(user).call(call, { params: { id }, body })).toMatchObject({ status: 403, body: { errorCode: 'approval.own' } })
    // The same call again with a key, and once more: the repetition is refused as well.
    const headers = { 'idempotency-key': randomUUID() }
    for (let i = 0; i < 2; i++)
      expect((await t.call(approvalApi.approve, { params: { id }, body }, { token: user.token, headers })).status).toBe(403)
    // The same key, used by another person for their own request, is refused too.
    const other = await make.admin(t, companyId)
    await make.fresh(t, other)
    const [another] = [await asked(other)]
    expect((await t.call(approvalApi.approve, { params: { id: another.id }, body }, { token: other.token, headers })).status).toBe(403)
    // Neither a retry of an operation that does not exist nor a second request starts the refund.
    expect((await t.as(user).call(eventApi.retry, { params: { id: refund } })).status).toBe(404)
    const again = await t
      .as(user)
      .call(refundApi.ask, { params: { id: billId }, body: { version: 2, paymentId, amountMinor: 500, reason: 'A' } })
    expect(again).toMatchObject({ status: 200, body: { data: { state: 'waiting' } } })
    expect(await stateOf(id)).toEqual({ state: 'waiting' })
    expect(await operations(refund)).toEqual([])
    const { list } = (await t.as(user).call(approvalApi.list, { query: { pageSize: 100 } })).body.data as { list: Approval[] }
    expect(list.find((one) => one.id === id)?.obstacle).toBe('own')
  })

  test('the database refuses a decision about one’s own request as well', async () => {
    const user = await make.admin(t, companyId)
    const { id } = await asked(user)
    await expect(
      t.owner(`update approval set state = 'approved', decided_by = requested_by, decided_at = now() where id = $1`, [id]),
    ).rejects.toThrow('approval_by_another')
  })
})

test('of twenty who approve at once one succeeds, and PayPal is called once', async () => {
  const { id, refund } = await asked(await make.admin(t, companyId))
  const approvers = await Promise.all(Array.from({ length: 20 }, () => make.admin(t, companyId)))
  for (const user of approvers) await make.fresh(t, user)
  const answers = await Promise.all(
    approvers.map((user) => t.as(user).call(approvalApi.approve, { params: { id }, body: { version: 1, note: '' } })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await operations(refund)).toHaveLength(1)
})

test('an approver must have signed in or confirmed recently', async () => {
  const { id } = await asked(await make.admin(t, companyId))
  const other = await make.admin(t, companyId)
  await t.owner(`update session set created_at = now() - interval '1 hour' where user_id = $1`, [other.userId])
  expect(await t.as(other).call(approvalApi.approve, { params: { id }, body: { version: 1, note: '' } })).toMatchObject({
    status: 403,
    body: { errorCode: 'session.notFresh' },
  })
})

test('an administrator sets another person’s limit, and nobody sets their own', async () => {
  const admin = await make.admin(t, companyId)
  const other = await make.user(t, { companyId, permissions: ['ApproveRefund'] })
  const set = (id: string) =>
    t.as(admin).call(userApi.update, { params: { id }, body: { version: 1, approvalLimits: [{ currency: 'USD', amountMinor: 499 }] } })
  expect(await set(admin.userId)).toMatchObject({ status: 403, body: { errorCode: 'approval.ownLimit' } })
  expect((await set(other.userId)).body.data).toMatchObject({ approvalLimits: [{ currency: 'USD', amountMinor: 499 }] })
  await make.fresh(t, other)
  const { id } = await asked(admin)
  expect(await t.as(other).call(approvalApi.approve, { params: { id }, body: { version: 1, note: '' } })).toMatchObject({
    body: { errorCode: 'approval.beyondLimit' },
  })
})
