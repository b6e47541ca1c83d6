import { randomUUID } from 'node:crypto'
import { type Approval, approvalApi } from '@paydesk/contract/billing/approval'
import { refundApi } from '@paydesk/contract/billing/refund'
import { eventApi } from '@paydesk/contract/intake/event'
import type { Permission } from '@paydesk/contract/lib/permission'
import { beforeAll, describe, expect, test } from 'vitest'
import { refundRecords } from '../../test/input/refundInputs.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
let companyId: string
beforeAll(async () => {
  companyId = await make.company(t)
  await t.owner(
    `insert into company_setting (company_id, tabs, updated_by)
     values (
       $1, '{"approval": {"refundThresholds": [{"currency": "USD", "amountMinor": 1}]}}', ''
     )`,
    [companyId],
  )
})

const asked = async (user: TestUser) => {
  const { billId, paymentId } = await refundRecords.paid({
    t,
    companyId,
    caller: await make.admin(t, companyId),
    mark: '',
  })
  const answer = await t.as(user).call(refundApi.ask, {
    params: { id: billId },
    body: { version: 1, paymentId, amountMinor: 500, reason: 'A' },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const [row] = await t.owner<{ id: string; refund: string }>(
    'select a.id, a.refund_id as refund from approval a join refund r on r.id = a.refund_id where r.bill_id = $1',
    [billId],
  )
  return { billId, paymentId, id: row?.id as string, refund: row?.refund as string }
}
const stateOf = async (id: string) =>
  (await t.owner('select state from approval where id = $1', [id]))[0]
const operations = (refund: string) =>
  t.owner('select id from operation where refund_id = $1', [refund])

const people: Record<string, () => Promise<TestUser>> = {
  'who may ask and approve': () =>
    make.user(t, {
      companyId,
      permissions: [
        'RefundPayPalBill',
        'ApproveRefund',
        'ViewAllPayPalBill',
        'UpdatePaypalAccount',
        'UpdateUser',
      ] as Permission[],
    }),
  'an Admin': () => make.admin(t, companyId),
  'a SuperAdmin': () => make.superAdmin(t, companyId),
  'a SuperAdmin of another company, who acts here': async () => {
    const user = await make.superAdmin(t)
    await t.owner('update session set acting_company_id = $1 where user_id = $2', [
      companyId,
      user.userId,
    ])
    return user
  },
}

describe('nobody decides about their own request through any call', () => {
  test.each(Object.entries(people))('%s', async (_, person) => {
    const user = await person()
    const { id, refund, billId, paymentId } = await asked(user)
    const body = { version: 1, note: 'A' }
    for (const call of [approvalApi.approve, approvalApi.reject])
      expect(await t.as(user).call(call, { params: { id }, body })).toMatchObject({
        status: 403,
        body: { errorCode: 'approval.own' },
      })
    // The same call again with a key, and once more: the repetition is refused as well.
    const headers = { 'idempotency-key': randomUUID() }
    for (let i = 0; i < 2; i++)
      expect(
        (
          await t.call(
            approvalApi.approve,
            { params: { id }, body },
            { token: user.token, headers },
          )
        ).status,
      ).toBe(403)
    // The same key, used by another person for their own request, is refused too.
    const other = await make.admin(t, companyId)
    const [another] = [await asked(other)]
    expect(
      (
        await t.call(
          approvalApi.approve,
          { params: { id: another.id }, body },
          { token: other.token, headers },
        )
      ).status,
    ).toBe(403)
    // Neither a retry of an operation that does not exist nor a second request starts the refund.
    expect((await t.as(user).call(eventApi.retry, { params: { id: refund } })).status).toBe(404)
    const again = await t.as(user).call(refundApi.ask, {
      params: { id: billId },
      body: { version: 2, paymentId, amountMinor: 500, reason: 'A' },
    })
    expect(again).toMatchObject({ status: 200, body: { data: { state: 'waiting' } } })
    expect(await stateOf(id)).toEqual({ state: 'waiting' })
    expect(await operations(refund)).toEqual([])
    const { list } = (await t.as(user).call(approvalApi.list, { query: { pageSize: 100 } })).body
      .data as { list: Approval[] }
    expect(list.find((one) => one.id === id)?.obstacle).toBe('own')
  })

  test('the database refuses a decision about one’s own request as well', async () => {
    const user = await make.admin(t, companyId)
    const { id } = await asked(user)
    await expect(
      t.owner(
        `update approval
         set state = 'approved', decided_by = requested_by, decided_at = now()
         where id = $1`,
        [id],
      ),
    ).rejects.toThrow('approval_by_another')
  })
})

test('a request is withdrawn by whoever made it, and by nobody else', async () => {
  const user = await make.admin(t, companyId)
  const { id } = await asked(user)
  const withdraw = (who: TestUser) =>
    t.as(who).call(approvalApi.withdraw, { params: { id }, body: { version: 1 } })
  for (const other of [await make.admin(t, companyId), await make.superAdmin(t, companyId)])
    expect(await withdraw(other)).toMatchObject({
      status: 403,
      body: { errorCode: 'approval.notYours' },
    })
  expect(await stateOf(id)).toEqual({ state: 'waiting' })
  expect((await withdraw(user)).status).toBe(200)
  expect(await stateOf(id)).toEqual({ state: 'withdrawn' })
})

test('a limit in one currency allows nothing in another, and what is exactly the limit is within it', async () => {
  const { id } = await asked(await make.admin(t, companyId))
  const approver = await make.admin(t, companyId)
  const approve = () =>
    t.as(approver).call(approvalApi.approve, { params: { id }, body: { version: 1, note: '' } })
  const limit = (limits: object[]) =>
    t.owner('update app_user set approval_limits = $2 where id = $1', [
      approver.userId,
      JSON.stringify(limits),
    ])
  for (const limits of [
    [],
    [{ currency: 'EUR', amountMinor: 1_000_000 }],
    [{ currency: 'USD', amountMinor: 499 }],
  ]) {
    await limit(limits)
    expect((await approve()).body).toMatchObject({ errorCode: 'approval.beyondLimit' })
  }
  await limit([{ currency: 'USD', amountMinor: 500 }])
  expect((await approve()).status).toBe(200)
})

test('of twenty who approve at once one succeeds, and PayPal is called once', async () => {
  const { id, refund } = await asked(await make.admin(t, companyId))
  const approvers = await Promise.all(Array.from({ length: 20 }, () => make.admin(t, companyId)))
  const answers = await Promise.all(
    approvers.map((user) =>
      t.as(user).call(approvalApi.approve, { params: { id }, body: { version: 1, note: '' } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await operations(refund)).toHaveLength(1)
})

test('an approver must have shown a second factor of late; the password alone is not enough', async () => {
  const { id } = await asked(await make.admin(t, companyId))
  const other = await make.admin(t, companyId)
  const approve = () =>
    t.as(other).call(approvalApi.approve, { params: { id }, body: { version: 1, note: '' } })
  for (const shown of [null, 'password'] as const) {
    await make.shown(t, other, shown)
    expect(await approve()).toMatchObject({
      status: 403,
      body: { errorCode: 'session.factorUnset' },
    })
  }
  await make.shown(t, other, 'factor')
  expect((await approve()).status).toBe(200)
})

const credential = {
  password: `update app_user set password_hash = 'x' where id = $1`,
  'e-mail address': `update app_user set email = 'new@example.com' where id = $1`,
  phone: `update app_user set phone = '+4512340000' where id = $1`,
  passkey: `insert into passkey (company_id, user_id, name, credential_id, public_key, counter, synced)
    select company_id, id, 'A', uuid_send(id), '', 0, false from app_user where id = $1`,
  'second factor that is gone': `
    with made as (
      insert into second_factor (company_id, user_id, secret, enabled_at)
      select company_id, id, '', now()
      from app_user
      where id = $1
      returning user_id
    )
    select
    from made`,
  'set of recovery codes': `
    insert into recovery_code (company_id, user_id, hash)
    select company_id, id, uuid_send(id)
    from app_user
    where id = $1`,
  identity: `
    insert into identity (company_id, user_id, issuer, subject, label)
    select company_id, id, 'x', id, 'x'
    from app_user
    where id = $1`,
}
test.each(Object.entries(credential))(
  'with a new %s nobody approves for a day, but they may reject',
  async (name, change) => {
    const other = await make.admin(t, companyId)
    await t.owner(change, [other.userId])
    if (name.startsWith('second'))
      await t.owner('delete from second_factor where user_id = $1', [other.userId])
    const { id } = await asked(await make.admin(t, companyId))
    const approve = () =>
      t.as(other).call(approvalApi.approve, { params: { id }, body: { version: 1, note: '' } })
    expect(await approve()).toMatchObject({
      status: 409,
      body: { errorCode: 'approval.newCredentials' },
    })
    const { list } = (await t.as(other).call(approvalApi.list, { query: { pageSize: 100 } })).body
      .data as { list: Approval[] }
    expect(list.find((one) => one.id === id)?.obstacle).toBe('newCredentials')
    await t.owner(
      `update app_user
       set credentials_changed_at = now() - interval '23 hours 59 minutes'
       where id = $1`,
      [other.userId],
    )
    expect((await approve()).status).toBe(409)
    await t.owner(
      `update app_user set credentials_changed_at = now() - interval '24 hours' where id = $1`,
      [other.userId],
    )
    expect((await approve()).status).toBe(200)
  },
)

test('using a credential does not make it new', async () => {
  const other = await make.admin(t, companyId)
  await t.owner(credential.passkey, [other.userId])
  await t.owner('update app_user set credentials_changed_at = null where id = $1', [other.userId])
  await t.owner(
    'update passkey set counter = counter + 1, last_used_at = now() where user_id = $1',
    [other.userId],
  )
  await t.owner(
    `update app_user set last_login_at = now(), name = 'A', email = email where id = $1`,
    [other.userId],
  )
  expect(
    await t.owner('select credentials_changed_at from app_user where id = $1', [other.userId]),
  ).toEqual([{ credentials_changed_at: null }])
})

test('the page says who asked and decided by what they sign in with: anybody may call themselves as they like', async () => {
  const [asker, other] = [await make.admin(t, companyId), await make.admin(t, companyId)]
  await t.owner(`update app_user set name = 'The boss' where id = any($1)`, [
    [asker.userId, other.userId],
  ])
  const { id } = await asked(asker)
  expect(
    (
      await t
        .as(other)
        .call(approvalApi.approve, { params: { id }, body: { version: 1, note: '' } })
    ).body.data,
  ).toMatchObject({
    requestedByUsername: asker.username,
    decidedByUsername: other.username,
  })
  const told = await t.owner<{ who: string }>(
    `select data->>'who' as who from notice where subject_id = $1`,
    [id],
  )
  expect(new Set(told.map(({ who }) => who.replace(/^.* /, '')))).toEqual(
    new Set([`(${asker.username})`, `(${other.username})`]),
  )
})

test('a request is read by its id as the list shows it, before and after it is decided, by those who may approve', async () => {
  const [asker, other] = [await make.admin(t, companyId), await make.admin(t, companyId)]
  const { id } = await asked(asker)
  const read = (who: TestUser) => t.as(who).call(approvalApi.read, { params: { id } })
  const { list } = (await t.as(other).call(approvalApi.list, { query: { pageSize: 100 } })).body
    .data as { list: Approval[] }
  expect((await read(other)).body.data).toEqual(list.find((one) => one.id === id))
  expect((await read(asker)).body.data).toMatchObject({
    obstacle: 'own',
    requestedByUsername: asker.username,
  })
  await t.as(other).call(approvalApi.reject, { params: { id }, body: { version: 1, note: 'No' } })
  expect((await read(other)).body.data).toMatchObject({
    obstacle: 'decided',
    state: 'rejected',
    note: 'No',
  })
  const outsider = await make.user(t, { companyId, permissions: ['RefundPayPalBill'] })
  expect((await read(outsider)).status).toBe(403)
})

test('nobody is both people: what somebody asks for within a day of an invitation or a reset waits', async () => {
  const [admin, made] = [await make.admin(t, companyId), await make.admin(t, companyId)]
  const { id } = await asked(made)
  await t.owner('update app_user set credentials_changed_at = now() where id = $1', [made.userId])
  const approve = () =>
    t.as(admin).call(approvalApi.approve, { params: { id }, body: { version: 1, note: '' } })
  expect(await approve()).toMatchObject({ status: 409, body: { errorCode: 'approval.newAsker' } })
  const { list } = (await t.as(admin).call(approvalApi.list, { query: { pageSize: 100 } })).body
    .data as { list: Approval[] }
  expect(list.find((one) => one.id === id)?.obstacle).toBe('newAsker')
  await t.owner(
    `update app_user set credentials_changed_at = now() - interval '24 hours' where id = $1`,
    [made.userId],
  )
  expect((await approve()).status).toBe(200)
})

test('a limit is about all that one person lets go of a bill, not about each part of it', async () => {
  const admin = await make.admin(t, companyId)
  const approver = () => make.user(t, { companyId, permissions: ['ApproveRefund'] })
  const [other, third] = [await approver(), await approver()]
  await t.owner(
    `update app_user
     set approval_limits = '[{"currency": "USD", "amountMinor": 500}]'
     where id = any($1)`,
    [[other.userId, third.userId]],
  )
  const { id, billId, paymentId } = await asked(admin)
  const [bill] = await t.owner<{ version: number }>('select version from bill where id = $1', [
    billId,
  ])
  const half = { version: bill?.version as number, paymentId, amountMinor: 500, reason: 'B' }
  expect(
    (await t.as(admin).call(refundApi.ask, { params: { id: billId }, body: half })).status,
  ).toBe(200)
  const [second] = await t.owner<{ id: string }>(
    'select a.id from approval a join refund r on r.id = a.refund_id where r.bill_id = $1 and a.id <> $2',
    [billId, id],
  )
  const approve = (who: TestUser, which: string) =>
    t.as(who).call(approvalApi.approve, { params: { id: which }, body: { version: 1, note: '' } })
  expect((await approve(other, id)).status).toBe(200)
  expect(await approve(other, second?.id as string)).toMatchObject({
    body: { errorCode: 'approval.beyondLimit', errorMessage: expect.stringContaining('10.00') },
  })
  const { list } = (await t.as(other).call(approvalApi.list, { query: { pageSize: 100 } })).body
    .data as { list: Approval[] }
  expect(list.find((one) => one.id === second?.id)?.obstacle).toBe('limit')
  expect((await approve(third, second?.id as string)).status).toBe(200)
})

test('a limit holds for whoever it was set for', async () => {
  const admin = await make.admin(t, companyId)
  const other = await make.user(t, { companyId, permissions: ['ApproveRefund'] })
  await t.owner(
    `update app_user
     set approval_limits = '[{"currency": "USD", "amountMinor": 499}]'
     where id = $1`,
    [other.userId],
  )
  const { id } = await asked(admin)
  expect(
    await t.as(other).call(approvalApi.approve, { params: { id }, body: { version: 1, note: '' } }),
  ).toMatchObject({
    body: { errorCode: 'approval.beyondLimit' },
  })
})
