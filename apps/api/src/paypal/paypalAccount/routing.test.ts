import type { Word } from '@paydesk/contract/lib/errors'
import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { type CompanySetting, defaultSettings } from '@paydesk/contract/people/companySetting'
import { beforeEach, expect, test } from 'vitest'
import { Refusal } from '../../lib/errors.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { releaseAccount, reserveAccount, stopAccount } from './paypalAccount.ts'

const t = testApp()
let admin: TestUser
let companyId: string
beforeEach(async () => {
  admin = await make.admin(t)
  companyId = admin.companyId
})

const setRouting = (routing: CompanySetting['routing']) =>
  t.owner(
    `insert into company_setting (company_id, tabs)
     values ($1, $2)
     on conflict (company_id) do update set tabs = excluded.tabs`,
    [companyId, JSON.stringify({ ...defaultSettings, routing })],
  )
const automatic = (allowOverride = true) => setRouting({ mode: 'automatic', allowOverride })
type Limit = {
  billMinMinor?: number
  billMaxMinor?: number
  dailyMinor?: number
  monthlyMinor?: number
}
const account = async (label: string, priority: number, limit?: Limit, dailyCount?: number) => {
  const id = await make.paypalAccount(t, companyId, { label, priority })
  await t.owner('update paypal_account set daily_count = $2 where id = $1', [
    id,
    dailyCount ?? null,
  ])
  if (limit)
    await t.owner(
      `insert into paypal_account_limit (
         company_id, account_id, currency, bill_min_minor, bill_max_minor, daily_minor,
         monthly_minor
       )
       values ($1, $2, 'USD', $3, $4, $5, $6)`,
      [companyId, id, limit.billMinMinor, limit.billMaxMinor, limit.dailyMinor, limit.monthlyMinor],
    )
  return id
}
const reserve = (totalMinor: number, accountId: string | null = null, more: object = {}) =>
  t.in(companyId, (db) =>
    reserveAccount(db, companyId, { currency: 'USD', totalMinor, accountId, ...more }),
  )
const refusal = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    (value) => expect.fail(`not refused: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw error
  return error
}
const why = ({ params }: Refusal) => params.why as Word

test('manual: the chosen account; a single account needs no choice; of two, none is taken automatically', async () => {
  const first = await account('A', 10)
  expect(await reserve(100)).toEqual({ accountId: first, reason: 'onlyOne' })
  const second = await account('B', 20)
  expect((await refusal(reserve(100))).code).toBe('bill.accountNotChosen')
  expect(await reserve(100, second)).toEqual({ accountId: second, reason: 'chosen' })
})

test('automatic: by priority, then the next account that can; the refusal says for each account why not', async () => {
  await automatic()
  const small = await account('小额', 10, { billMaxMinor: 500 })
  const large = await account('大额', 20, { billMinMinor: 200, dailyMinor: 1000 })
  expect(await reserve(300)).toEqual({ accountId: small, reason: 'byPriority' })
  expect(await reserve(800)).toEqual({ accountId: large, reason: 'nextByPriority' })
  const refused = await refusal(reserve(900))
  expect(refused.code).toBe('bill.noAccount')
  expect(why(refused).zh).toBe(
    '小额：超过单张上限 USD 5.00；大额：超过今日限额 USD 10.00，仅剩 USD 2.00',
  )
  expect(why(refused).en).toBe(
    '小额: above its maximum of USD 5.00 per bill; 大额: above its daily limit of USD 10.00: USD 2.00 left today',
  )
})

test('automatic without override: the account that the bill asks for does not count', async () => {
  const first = await account('A', 10)
  const second = await account('B', 20)
  await automatic(false)
  expect(await reserve(100, second)).toEqual({ accountId: first, reason: 'byPriority' })
  await automatic(true)
  expect(await reserve(100, second)).toEqual({ accountId: second, reason: 'chosen' })
})

test('the customer’s own account comes first; another company’s account does not count', async () => {
  await automatic()
  await account('A', 10)
  const favourite = await account('B', 20)
  const [customer] = await t.owner<{ id: string }>(
    `insert into customer (company_id, owner_id, name, default_account_id)
     values ($1, $2, 'C', $3)
     returning id`,
    [companyId, admin.userId, favourite],
  )
  expect(await reserve(100, null, { customerId: customer?.id })).toEqual({
    accountId: favourite,
    reason: 'customerDefault',
  })
  const theirs = await make.paypalAccount(t, await make.company(t))
  expect((await refusal(reserve(100, theirs))).code).toBe('bill.noAccount')
})

test('an account that PayPal stopped is not skipped until someone has paused it', async () => {
  await automatic()
  const first = await account('A', 10)
  const second = await account('B', 20)
  await t.in(companyId, (db) =>
    stopAccount(db, { companyId, accountId: first }, 'limited', {
      code: 'accountRestricted',
      detail: '',
    }),
  )
  const refused = await refusal(reserve(100))
  expect([refused.code, refused.params.label]).toEqual(['bill.accountStopped', 'A'])
  const choice = await t
    .as(admin)
    .call(paypalAccountApi.choice, { query: { currency: 'USD', totalMinor: 100 } })
  expect(choice.body.data).toMatchObject({ chosen: null, blockedBy: first })
  expect(await reserve(100, second)).toEqual({ accountId: second, reason: 'chosen' })
  expect((await t.as(admin).call(paypalAccountApi.pause, { params: { id: first } })).status).toBe(
    200,
  )
  expect(await reserve(100)).toEqual({ accountId: second, reason: 'onlyOne' })
})

test('with a live account connected, nothing goes to the sandbox automatically', async () => {
  await automatic()
  const sandbox = await account('S', 1)
  const live = await account('L', 20)
  await t.owner(`update paypal_account set environment = 'live' where id = $1`, [live])
  expect(await reserve(100)).toEqual({ accountId: live, reason: 'onlyOne' })
  expect(await reserve(100, sandbox)).toEqual({ accountId: sandbox, reason: 'chosen' })
})

test('an account that never was ready holds nothing up', async () => {
  await automatic()
  const [first, second] = [await account('A', 10), await account('B', 20)]
  for (const reason of ['notChecked', 'missingInvoicing']) {
    await t.owner(
      `update paypal_account set state = 'disconnected', state_reason = $2 where id = $1`,
      [first, reason],
    )
    expect(await reserve(100)).toEqual({ accountId: second, reason: 'onlyOne' })
  }
})

test('an account is passed over for currencies that it does not take', async () => {
  const id = await account('A', 10)
  await t.owner(`update paypal_account set currencies = '{EUR}' where id = $1`, [id])
  expect(why(await refusal(reserve(100, id))).en).toBe('A: it does not accept USD')
})

test('neither two nor fifty bills at once can overdraw a limit', async () => {
  await automatic()
  const id = await account('A', 10, { dailyMinor: 1000 }, 100)
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => reserve(100)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  const codes = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Refusal).code] : [],
  )
  expect(new Set(codes)).toEqual(new Set(['bill.noAccount']))
  expect(
    await t.owner(
      'select amount_minor::int as amount, bill_count as count from paypal_account_usage where account_id = $1',
      [id],
    ),
  ).toEqual([{ amount: 1000, count: 10 }])
})

test('fifty bills at once fill the first account to its limit and go on with the second', async () => {
  await automatic()
  const [first, second] = [
    await account('A', 10, undefined, 20),
    await account('B', 20, { monthlyMinor: 2500 }),
  ]
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => reserve(100)))
  const taken = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value.accountId] : [],
  )
  expect([
    taken.filter((id) => id === first).length,
    taken.filter((id) => id === second).length,
  ]).toEqual([20, 25])
})

test('a released amount can be taken again, on the day that it was taken', async () => {
  const id = await account('A', 10, { dailyMinor: 1000 })
  await reserve(1000)
  expect((await refusal(reserve(1))).code).toBe('bill.noAccount')
  const bill = { currency: 'USD', totalMinor: 1000, at: new Date().toISOString() }
  await t.in(companyId, (db) => releaseAccount(db, { companyId, accountId: id }, bill))
  await t.in(companyId, (db) =>
    releaseAccount(db, { companyId, accountId: id }, { ...bill, at: '2020-01-01T00:00:00Z' }),
  )
  expect(await reserve(1000)).toMatchObject({ accountId: id })
})

// These zones are 25 hours apart, so they never have the same day.
test.each(['Pacific/Kiritimati', 'Pacific/Niue'])(
  'the day is the company’s: %s',
  async (timezone) => {
    companyId = await make.company(t, { timezone })
    const id = await account('A', 10, { dailyMinor: 1000, monthlyMinor: 1500 })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date())
    await reserve(700)
    expect(
      await t.owner('select day::text from paypal_account_usage where account_id = $1', [id]),
    ).toEqual([{ day: today }])
    // The usage is moved to yesterday there: today's limit is whole again, the month's is not,
    // unless the month has changed too.
    await t.owner(`update paypal_account_usage set day = day - 1 where account_id = $1`, [id])
    const sameMonth = !today.endsWith('-01')
    if (sameMonth) expect(why(await refusal(reserve(900))).en).toContain('USD 8.00 left this month')
    expect(await reserve(sameMonth ? 800 : 900)).toMatchObject({ accountId: id })
  },
)

test('the editor learns what is left, which accounts cannot take the bill, and which would be chosen', async () => {
  await automatic()
  const first = await account('A', 10, { dailyMinor: 1000, monthlyMinor: 5000 }, 3)
  const second = await account('B', 20)
  await reserve(400)
  const ask = async (totalMinor: number) =>
    (await t.as(admin).call(paypalAccountApi.choice, { query: { currency: 'USD', totalMinor } }))
      .body.data
  expect(await ask(600)).toMatchObject({
    mode: 'automatic',
    mayPick: true,
    chosen: { accountId: first, reason: 'byPriority' },
    accounts: [
      { id: first, leftTodayMinor: 600, leftMonthMinor: 4600, leftTodayCount: 2, whyNot: null },
      { id: second, leftTodayMinor: null, whyNot: null },
    ],
  })
  expect(await ask(601)).toMatchObject({
    chosen: { accountId: second, reason: 'nextByPriority' },
    accounts: [
      { whyNot: { code: 'dailyAmount', limitMinor: 1000, leftMinor: 600 } },
      { whyNot: null },
    ],
  })
})
