// @module-tag slow

import { randomUUID } from 'node:crypto'
import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { beforeAll, expect, test } from 'vitest'
import { billRecords } from '../../test/input/billInputs.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

// There is no worker and no PayPal: the request's own transaction decides who wins.
const t = testApp()
const rounds = Number(process.env.RACE_ROUNDS ?? 200)
let one: TestUser
let two: TestUser
let customerId: string
beforeAll(async () => {
  one = await make.operator(t)
  two = await make.admin(t, one.companyId)
  customerId = await make.customer(t, one)
  await billRecords.paypalAccount({ t, companyId: one.companyId, caller: one, mark: '' })
})
const input = () => ({
  customerId,
  currency: 'USD' as const,
  items: [{ name: 'A', quantity: '1', unitAmountMinor: 100 }],
  term: 'none' as const,
})
const create = async () =>
  (await t.as(one).call(billApi.create, { body: input() })).body.data as Bill

test(`send, cancel and edit by two people, ${rounds} times: one wins, the other is told what happened`, async () => {
  const acts = {
    send: (user: TestUser, { id, version }: Bill) =>
      t.as(user).call(billApi.send, { params: { id }, body: { version, by: 'email' } }),
    cancel: (user: TestUser, { id, version }: Bill) =>
      t.as(user).call(billApi.cancel, { params: { id }, body: { version } }),
    edit: (user: TestUser, { id, version }: Bill) =>
      t.as(user).call(billApi.edit, { params: { id }, body: { ...input(), title: 'B', version } }),
  }
  const names = Object.keys(acts) as (keyof typeof acts)[]
  const won = { send: 0, cancel: 0, edit: 0 }
  for (let round = 0; round < rounds; round++) {
    const bill = await create()
    const [a, b] = [
      names[round % 3] as keyof typeof acts,
      names[Math.floor(round / 3) % 3] as keyof typeof acts,
    ]
    const answers = await Promise.all([acts[a](one, bill), acts[b](two, bill)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const loser = answers.find(({ status }) => status === 409)?.body
    expect(['bill.stale', 'bill.notAllowed', 'bill.busy']).toContain(loser?.errorCode)
    const winner = answers[0]?.status === 200 ? { who: one, what: a } : { who: two, what: b }
    expect(loser?.errorMessage).toContain(winner.who.username)
    expect(loser?.errorMessage).toContain(
      { send: '发送', cancel: '作废', edit: '修改' }[winner.what],
    )
    won[winner.what]++
  }
  expect(Object.values(won).every((count) => count > 0)).toBe(true)
}, 300_000)

test('fifty clicks with one key are one act', async () => {
  const bill = await create()
  const headers = { 'idempotency-key': randomUUID() }
  const click = () =>
    t.call(
      billApi.send,
      { params: { id: bill.id }, body: { version: bill.version, by: 'email' } },
      { token: one.token, headers },
    )
  const answers = await Promise.all(Array.from({ length: 50 }, click))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await t.owner('select kind from operation where bill_id = $1', [bill.id])).toEqual([
    { kind: 'createInvoice' },
  ])
})

test('a reminder is refused the third time in a day, and a payment beyond what is due at once', async () => {
  const making = { t, companyId: one.companyId, caller: one, mark: '' }
  const id = await billRecords.bill(making, 'sent')
  for (const expected of [200, 200, 409]) {
    await t.owner('update bill set operation_id = null where id = $1', [id])
    const [{ version } = { version: 0 }] = await t.owner<{ version: number }>(
      'select version from bill where id = $1',
      [id],
    )
    expect(
      (await t.as(one).call(billApi.remind, { params: { id }, body: { version } })).status,
    ).toBe(expected)
  }
  const paying = { version: 3, amountMinor: 1001, method: 'CASH' as const, paidOn: '2026-01-01' }
  await t.owner('update bill set operation_id = null where id = $1', [id])
  expect(
    await t.as(two).call(billApi.recordPayment, { params: { id }, body: paying }),
  ).toMatchObject({
    status: 422,
    body: { errorCode: 'bill.moreThanDue' },
  })
})
