import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { type AgeingReply, ages, rangeOf } from '@paydesk/contract/billing/billAge'
import { owedOf } from '@paydesk/contract/billing/billStatus'
import { homeApi } from '@paydesk/contract/desk/home'
import type { Reply } from '@paydesk/contract/lib/endpoint'
import { expect, test } from 'vitest'
import { dayIn } from '../../../lib/clock.ts'
import { make, type TestUser } from '../../../test/make.ts'
import { testApp } from '../../../test/testApp.ts'
import { dataOf } from '../../../test/world/billWorld.ts'

const t = testApp()
// The day there begins 14 hours before UTC's: counting by the server's day would be seen.
const zone = 'Pacific/Kiritimati'
const ago = (days: number) =>
  new Date(Date.parse(dayIn(zone, new Date())) - days * 86_400_000).toISOString().slice(0, 10)

const ageing = async (who: TestUser, query: object = {}) =>
  dataOf<AgeingReply>(await t.as(who).call(billApi.ageing, { query }))
const listed = async (who: TestUser, query: object) =>
  dataOf<{ list: BillRow[]; total: number }>(
    await t.as(who).call(billApi.list, { query: { ...query, pageSize: 100 } }),
  )
const overdueOf = async (who: TestUser) => {
  const { currencies } = dataOf<Reply<typeof homeApi.figures>>(
    await t.as(who).call(homeApi.figures, { query: { from: ago(1), to: ago(0) } }),
  )
  return Object.fromEntries(
    currencies
      .filter((one) => one.overdueCount > 0)
      .map((one) => [one.currency, [one.overdueCount, one.overdueMinor]]),
  )
}

test('each age is what its list holds, to the cent, and all ages are what home calls overdue; nobody sees others’ bills', async () => {
  const companyId = await make.company(t, { timezone: zone })
  const boss = await make.operator(t, { companyId })
  const member = await make.operator(t, { companyId, parentId: boss.userId })
  const other = await make.operator(t, { companyId })
  const finance = await make.user(t, { companyId, permissions: ['ViewAllPayPalBill'] })
  const bill = (who: TestUser, days: number, totalMinor: number, more: object = {}) =>
    make.bill(t, who, { status: 'sent', dueDate: ago(days), totalMinor, ...more })
  let amount = 1
  for (const who of [boss, member, other])
    for (const days of [-1, 0, 1, 7, 8, 30, 31, 60, 61, 400]) {
      amount *= 2
      await bill(who, days, amount)
      await bill(who, days, amount + 1, { currency: 'JPY' })
    }
  await bill(boss, 9, 5_000_000, { status: 'paid' })
  await bill(boss, 9, 5_000_000, { status: 'cancelled' })
  // A payment is on its way: nobody is asked for it again.
  await bill(boss, 9, 5_000_000, { status: 'paymentPending' })
  expect((await listed(boss, { status: 'paymentPending' })).list).toMatchObject([
    { overdue: false },
  ])
  await make.bill(t, boss, { status: 'sent', totalMinor: 7 })
  for (const who of [boss, member, other, finance]) {
    const { today, currencies } = await ageing(who)
    expect(today).toBe(ago(0))
    expect(currencies.map(({ currency }) => currency)).toEqual(['JPY', 'USD'])
    for (const { currency, count, amountMinor, ages: lines } of currencies) {
      expect(lines.map(({ age }) => age)).toEqual(ages)
      for (const { age, count: some, amountMinor: sum } of lines) {
        const { from, to } = rangeOf(age, today)
        const { list, total } = await listed(who, {
          tab: 'overdue',
          currency,
          ...(from && { dueFrom: from }),
          dueTo: to,
        })
        expect([who.userId, age, some, sum]).toEqual([
          who.userId,
          age,
          total,
          list.reduce((all, row) => all + owedOf(row), 0),
        ])
      }
      const whole = await listed(who, { tab: 'overdue', currency })
      expect([count, amountMinor]).toEqual([
        whole.total,
        whole.list.reduce((all, row) => all + owedOf(row), 0),
      ])
    }
    expect(dataOf(await t.as(who).call(homeApi.overdue, {}))).toEqual({ today, currencies })
    expect(await overdueOf(who)).toEqual(
      Object.fromEntries(
        currencies.map(({ currency, count, amountMinor }) => [currency, [count, amountMinor]]),
      ),
    )
  }
  const own = (await ageing(member)).currencies.find(({ currency }) => currency === 'USD')
  expect(own?.ages.map(({ count }) => count)).toEqual([2, 2, 2, 2])
  expect(
    (await ageing(boss, { ownerId: member.userId })).currencies.find(
      ({ currency }) => currency === 'USD',
    ),
  ).toEqual(own)
  expect((await ageing(boss, { ownerId: other.userId })).currencies).toEqual([])
  expect((await ageing(finance, { currency: 'JPY' })).currencies).toHaveLength(1)
})

test('one customer’s bills, whoever made them, of those that the reader may see', async () => {
  const boss = await make.operator(t)
  const { companyId } = boss
  const other = await make.operator(t, { companyId })
  const customerId = await make.customer(t, boss)
  const due = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
  for (const who of [boss, other]) {
    const { id } = await make.bill(t, who, {
      status: 'partiallyPaid',
      dueDate: due,
      totalMinor: 500,
    })
    await t.owner('update bill set customer_id = $2 where id = $1', [id, customerId])
  }
  await make.bill(t, boss, { status: 'sent', dueDate: due, totalMinor: 900 })
  const sums = async (who: TestUser) =>
    (await ageing(who, { customerId })).currencies.map(({ count, amountMinor }) => [
      count,
      amountMinor,
    ])
  expect(await sums(boss)).toEqual([[1, 500]])
  expect(await sums(await make.user(t, { companyId, permissions: ['ViewAllPayPalBill'] }))).toEqual(
    [[2, 1000]],
  )
})
