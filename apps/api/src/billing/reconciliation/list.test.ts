import type { Candidate, ExceptionRow } from '@paydesk/contract/billing/reconciliation'
import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { describe, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addTransactions, type NewTransaction } from '../../test/world/transactions.ts'
import { numbersIn, similarity } from './rank.ts'

const t = testApp()
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

async function world() {
  const finance = await make.user(t, { roles: ['Finance'] })
  const accountId = await make.paypalAccount(t, finance.companyId)
  const add = async (row: Omit<NewTransaction, 'accountId'>) =>
    (await addTransactions(t, finance.companyId, [{ accountId, ...row }]))[0] as string
  return { finance, accountId, add }
}
const listFor = async (user: TestUser, query: object = {}) =>
  (await t.as(user).call(reconciliationApi.list, { query })).body.data as {
    list: ExceptionRow[]
    total: number
  }
const candidatesFor = async (user: TestUser, id: string, query: object = {}) =>
  (
    (await t.as(user).call(reconciliationApi.candidates, { params: { id }, query })).body.data as {
      list: Candidate[]
    }
  ).list

test('the queue holds unexplained rows that moved money, oldest first, with the company’s time limit', async () => {
  const { finance, accountId, add } = await world()
  const late = await add({ gross: 500, at: hoursAgo(50) })
  const now = await add({
    gross: 700,
    at: hoursAgo(1),
    currency: 'EUR',
    assigneeId: finance.userId,
  })
  const older = await add({ gross: -200, code: 'T1107', at: hoursAgo(60), groupId: late })
  await add({ gross: 800, status: 'P', at: hoursAgo(70) })
  await add({ gross: 900, matchState: 'auto', matched: 900, at: hoursAgo(70) })
  await add({ gross: -100, code: 'T0400', at: hoursAgo(70) })
  const { list, total } = await listFor(finance)
  expect([total, list.map(({ id }) => id)]).toEqual([3, [older, late, now]])
  expect(list[2]).toMatchObject({ assigneeId: finance.userId, assigneeName: finance.username })
  expect(Date.parse(list[2]?.dueAt as string) - Date.parse(list[2]?.occurredAt as string)).toBe(
    48 * 3_600_000,
  )
  const ids = async (query: object) => (await listFor(finance, query)).list.map(({ id }) => id)
  expect(await ids({ overdue: 'true' })).toEqual([older, late])
  expect(await ids({ currency: 'EUR' })).toEqual([now])
  expect(await ids({ assigneeId: finance.userId })).toEqual([now])
  expect(await ids({ accountId })).toEqual([older, late, now])
  expect(await listFor(finance, { current: 2 })).toMatchObject({ list: [], total: 3 })
})

test('what is open is summed up per currency, without what is explained, and narrowed as the list is', async () => {
  const { finance, accountId, add } = await world()
  const partly = await add({ gross: 500, matched: 200 })
  await add({ gross: 700 })
  await add({ gross: -250, code: 'T1107' })
  await add({ gross: 900, currency: 'EUR' })
  await add({ gross: 5000, matchState: 'auto', matched: 5000 })
  const open = async (query: object = {}) =>
    (await t.as(finance).call(reconciliationApi.open, { query })).body.data
  const eur = { currency: 'EUR', count: 1, inMinor: 900, outMinor: 0 }
  expect(await open()).toEqual({
    list: [{ currency: 'USD', count: 3, inMinor: 1000, outMinor: -250 }, eur],
    isExact: true,
  })
  expect(await open({ currency: 'EUR', accountId })).toEqual({ list: [eur], isExact: true })
  expect(await open({ assigneeId: finance.userId })).toEqual({ list: [], isExact: true })
  expect(await open({ like: partly })).toMatchObject({ list: [{ currency: 'USD', count: 2 }, eur] })
})

test('rows that look alike: the same payer by address, else by name, the same kind, the same direction; whatever their amount', async () => {
  const { finance, add } = await world()
  const test = { payerEmail: 'tests@lab.example', payerName: 'Lab', code: 'T0000' }
  const first = await add({ gross: 100, ...test, at: hoursAgo(9) })
  const second = await add({
    gross: 2500,
    ...test,
    payerEmail: 'Tests@Lab.example',
    payerName: 'Other',
    currency: 'EUR',
    at: hoursAgo(8),
  })
  const explained = await add({ gross: 100, ...test, matchState: 'ignored' })
  await add({ gross: 100, ...test, code: 'T0006' })
  await add({ gross: -100, ...test })
  await add({ gross: 100, ...test, payerEmail: 'else@lab.example' })
  const nameless = await add({ gross: 100, payerName: 'Lab', at: hoursAgo(7) })
  const alsoNameless = await add({ gross: 300, payerName: 'Lab', at: hoursAgo(6) })
  await add({ gross: 300, payerName: 'Laboratory' })
  const ids = async (like: string) => (await listFor(finance, { like })).list.map(({ id }) => id)
  expect(await ids(first)).toEqual([first, second])
  expect(await ids(explained)).toEqual([first, second])
  expect(await ids(nameless)).toEqual([nameless, alsoNameless])
})

describe('candidates', () => {
  test('come likeliest first, each with its reasons', async () => {
    const { finance, add } = await world()
    const bill = (values: object) =>
      make.bill(t, finance, { status: 'sent', totalMinor: 10_000, ...values })
    const numbered = await bill({ number: 'CX-2026-0001', totalMinor: 99_900, name: 'Nobody' })
    const sameAmount = await bill({ name: 'Somebody Else' })
    const byEmail = await bill({ name: 'Nordlys AS', email: 'buyer@nordlys.example' })
    const near = await bill({ totalMinor: 10_200, name: 'X' })
    await bill({ totalMinor: 10_000, currency: 'EUR' })
    await bill({ status: 'paid', totalMinor: 10_000 })
    await bill({ status: 'draft' })
    const id = await add({
      gross: 10_000,
      subject: 'Re: cx-2026-0001, thanks',
      payerEmail: 'Buyer@Nordlys.example',
      payerName: 'NORDLYS',
    })
    const list = await candidatesFor(finance, id)
    expect(list.map(({ billId, reasons }) => [billId, reasons])).toEqual([
      [byEmail.id, ['email', 'name', 'amount', 'time']],
      [numbered.id, ['number', 'time']],
      [sameAmount.id, ['amount', 'time']],
      [near.id, ['nearAmount', 'time']],
    ])
    expect(list.map(({ certainty }) => certainty)).toEqual([
      'certain',
      'likely',
      'possible',
      'possible',
    ])
  })

  test('of outgoing money are only bills on which something was paid', async () => {
    const { finance, add } = await world()
    const paid = await make.bill(t, finance, {
      status: 'paid',
      totalMinor: 4000,
      email: 'a@b.example',
    })
    await t.owner('update bill set paid_minor = 4000, due_minor = 0 where id = $1', [paid.id])
    await make.bill(t, finance, { status: 'sent', totalMinor: 4000 })
    const id = await add({ gross: -4000, code: 'T1107', payerEmail: 'a@b.example' })
    expect((await candidatesFor(finance, id)).map(({ billId }) => billId)).toEqual([paid.id])
  })

  test('are found by keyword as in the list of bills; bills that the actor may not see stay hidden', async () => {
    const { finance, add } = await world()
    const found = await make.bill(t, finance, { status: 'sent', title: '灯具尾款', totalMinor: 77 })
    const id = await add({ gross: 10_000 })
    expect(await candidatesFor(finance, id)).toEqual([])
    expect(await candidatesFor(finance, id, { keyword: '灯具' })).toMatchObject([
      { billId: found.id },
    ])
    const blind = await make.user(t, {
      companyId: finance.companyId,
      permissions: ['ReconcileTransaction', 'ViewPayPalBill'],
    })
    expect(await candidatesFor(blind, id, { keyword: '灯具' })).toEqual([])
  })
})

test.each([
  ['Re: CX-2026-0001, thanks', ['CX-2026-0001']],
  ['货款 cx2026/17。', ['CX2026/17']],
  ['no number here', []],
  [`${'a'.repeat(30)}1`, []],
])('numbers in %s', (text, numbers) => expect(numbersIn(text)).toEqual(numbers))

test.each([
  ['Nordlys AS', 'NORDLYS', 1],
  ['晨星贸易有限公司', '晨星贸易', 1],
  ['Blue Harbor Ltd', 'Harbor Blue', 1],
  ['Anna Svensson', 'Lindner GmbH', 0],
  ['', '', 0],
])('%s and %s', (one, other, expected) => expect(similarity(one, other)).toBe(expected))
