import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addUsage, takeBackUsage, usageOf } from './usage.ts'

const t = testApp()

async function world(timezone = 'UTC') {
  const companyId = await make.company(t, { timezone })
  const accountId = await make.paypalAccount(t, companyId)
  const add = (totalMinor: number, bills?: number) =>
    t.in(companyId, (db) =>
      addUsage(db, companyId, accountId, { currency: 'USD', totalMinor }, bills),
    )
  const takeBack = (totalMinor: number, at: string, bills?: number) =>
    t.in(companyId, (db) =>
      takeBackUsage(db, companyId, accountId, { currency: 'USD', totalMinor, at }, bills),
    )
  const used = async () => {
    const usage = await t.in(companyId, (db) => usageOf(db, companyId, [accountId]))
    const { todayCount, amounts } = usage.get(accountId) ?? { todayCount: -1, amounts: new Map() }
    return { count: todayCount, ...amounts.get('USD') }
  }
  /** What is kept, by how many days ago. */
  const kept = () =>
    t.owner<{ ago: number; minor: number; bills: number }>(
      `select ((now() at time zone $2)::date - day)::int as ago, amount_minor::int as minor,
         bill_count::int as bills
       from paypal_account_usage
       where company_id = $1 order by 1`,
      [companyId, timezone],
    )
  const before = (days: number, minor: number) =>
    t.owner(
      `insert into paypal_account_usage (
         company_id, account_id, currency, day, amount_minor, bill_count
       )
       values ($1, $2, 'USD', (now() at time zone $3)::date - $4::int, $5, 1)`,
      [companyId, accountId, timezone, days, minor],
    )
  return { companyId, accountId, add, takeBack, used, kept, before }
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('what is used adds up over the day, and an edit uses an amount without a bill', async () => {
  const w = await world()
  await w.add(1000)
  await w.add(500)
  await w.add(70, 0)
  expect(await w.used()).toMatchObject({ count: 2, todayMinor: 1570 })
})

test('an amount goes back to the day on which it was taken, and no day has less than nothing', async () => {
  const w = await world()
  await w.before(1, 800)
  await w.add(1000)
  await w.takeBack(300, daysAgo(1))
  expect(await w.kept()).toEqual([
    { ago: 0, minor: 1000, bills: 1 },
    { ago: 1, minor: 500, bills: 0 },
  ])
  await w.takeBack(400, daysAgo(0), 0)
  await w.takeBack(9999, daysAgo(1))
  expect(await w.kept()).toEqual([
    { ago: 0, minor: 600, bills: 1 },
    { ago: 1, minor: 0, bills: 0 },
  ])
})

test('the month counts from its first day, and the day is the company’s', async () => {
  // Somewhere it is another day than in UTC.
  const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
  const w = await world(zone)
  await w.add(1000)
  const [{ day } = { day: 0 }] = await t.owner<{ day: number }>(
    `select extract(day from now() at time zone $1)::int as day`,
    [zone],
  )
  await w.before(day, 70_000)
  if (day > 1) await w.before(day - 1, 500)
  expect(await w.used()).toEqual({ count: 1, todayMinor: 1000, monthMinor: day > 1 ? 1500 : 1000 })
  expect((await w.kept())[0]).toEqual({ ago: 0, minor: 1000, bills: 1 })
})
