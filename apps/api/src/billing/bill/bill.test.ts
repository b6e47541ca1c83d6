import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import type { CallInput } from '@paydesk/contract/lib/endpoint'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
type Page = { list: BillRow[]; total: number; totalIsExact: boolean }
const list = async (user: TestUser, query: CallInput<typeof billApi.list>['query'] = {}) =>
  (await t.call(billApi.list, { query }, { token: user.token })).body.data as Page

async function team() {
  const boss = await make.operator(t)
  const { companyId } = boss
  const member = await make.operator(t, { companyId, parentId: boss.userId })
  const below = await make.operator(t, { companyId, parentId: member.userId })
  const other = await make.operator(t, { companyId })
  for (const user of [boss, member, below, other]) await make.bill(t, user)
  return { boss, member, below, other, companyId }
}

test('ViewPayPalBill shows my bills and those of everyone below me; ViewAllPayPalBill all of the company', async () => {
  const { boss, member, below, other, companyId } = await team()
  const finance = await make.user(t, { companyId, roles: ['Finance'] })
  const admin = await make.admin(t, companyId)
  const totals = await Promise.all(
    [boss, member, below, other, finance, admin].map(async (user) => (await list(user)).total),
  )
  expect(totals).toEqual([3, 2, 1, 1, 4, 4])
})

test('pages are ten rows, newest first, without overlap, for one owner and for a subtree', async () => {
  const boss = await make.operator(t)
  const member = await make.operator(t, { companyId: boss.companyId, parentId: boss.userId })
  const numbers: string[] = []
  for (let index = 0; index < 23; index++)
    numbers.unshift((await make.bill(t, index % 3 ? boss : member)).number)
  const pages = await Promise.all([1, 2, 3, 4].map((current) => list(boss, { current })))
  expect(pages.map((page) => page.list.length)).toEqual([10, 10, 3, 0])
  expect(pages.flatMap((page) => page.list.map((bill) => bill.number))).toEqual(numbers)
  expect(pages[0]).toMatchObject({ total: 23, totalIsExact: true })
})

test('the status filter applies to rows and total', async () => {
  const user = await make.operator(t)
  for (const status of ['draft', 'sent', 'sent', 'paid'] as const)
    await make.bill(t, user, { status })
  expect(await list(user, { status: 'sent' })).toMatchObject({
    total: 2,
    list: [{ status: 'sent' }, { status: 'sent' }],
  })
})

test('overdue is counted in the company’s time zone', async () => {
  const day = (offset: number, timezone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(
      Date.now() + offset * 86_400_000,
    )
  for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const user = await make.user(t, {
      companyId: await make.company(t, { timezone }),
      roles: ['Operator'],
    })
    await make.bill(t, user, { status: 'sent', dueDate: day(0, timezone) })
    await make.bill(t, user, { status: 'sent', dueDate: day(-1, timezone) })
    await make.bill(t, user, { status: 'paid', dueDate: day(-1, timezone) })
    expect((await list(user)).list.map(({ overdue }) => overdue)).toEqual([false, true, false])
  }
})
