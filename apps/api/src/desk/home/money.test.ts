import { ages, rangeOf } from '@paydesk/contract/billing/billAge'
import { type HomeMoney, type HomeQueue, homeApi } from '@paydesk/contract/desk/home'
import type { Reply } from '@paydesk/contract/lib/endpoint'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { userApi } from '@paydesk/contract/people/user'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'
import { addTransactions } from '../../test/world/transactions.ts'

const t = testApp()
const money = async (who: TestUser) => dataOf<HomeMoney>(await t.as(who).call(homeApi.money, {}))
const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('unmatched money by age is the total of the list that is filtered to it, in every currency', async () => {
  const companyId = await make.company(t, { timezone: 'America/Los_Angeles' })
  const finance = await make.user(t, { companyId, roles: ['Finance'] })
  const accountId = await make.paypalAccount(t, companyId)
  await addTransactions(
    t,
    companyId,
    [0.3, 1, 6.9, 7.1, 8.4, 29, 30.2, 31.5, 59.9, 61.2, 90].flatMap((days, index) => [
      { accountId, gross: 2 ** index, at: at(days) },
      { accountId, gross: -(3 ** index), at: at(days), code: 'T1107', currency: 'EUR' },
      { accountId, gross: 5_000_000, at: at(days), status: 'P' },
      { accountId, gross: 5_000_000, at: at(days), matchState: 'auto', matched: 5_000_000 },
    ]),
  )
  const { unmatched } = await money(finance)
  expect(unmatched?.currencies.map(({ currency, count }) => [currency, count])).toEqual([
    ['EUR', 11],
    ['USD', 11],
  ])
  for (const { currency, ages: lines } of unmatched?.currencies ?? [])
    for (const { age, count, amountMinor } of lines) {
      const { from, to } = rangeOf(age, unmatched?.today ?? '')
      const query = { matchState: 'unmatched' as const, currency, ...(from && { from }), to }
      const { totals } = dataOf<Reply<typeof transactionApi.totals>>(
        await t.as(finance).call(transactionApi.totals, { query }),
      )
      expect([currency, age, ...totals.map((total) => [total.count, total.grossMinor])]).toEqual([
        currency,
        age,
        [count, amountMinor],
      ])
    }
  expect(unmatched?.currencies[0]?.ages.map(({ age }) => age)).toEqual(ages)
  expect(
    await money(await make.user(t, { companyId, permissions: ['ViewPaypalTransaction'] })),
  ).toMatchObject({
    unmatched: null,
    holds: [],
  })
  expect(
    await money(await make.user(t, { companyId, permissions: ['ReconcileTransaction'] })),
  ).toMatchObject({ holds: null })
})

test('what is held back names its bill and, while it is disputed, the day by which to answer; what was given free is gone', async () => {
  const operator = await make.operator(t)
  const { companyId } = operator
  const finance = await make.user(t, { companyId, roles: ['Finance'] })
  const accountId = await make.paypalAccount(t, companyId)
  const { id, number } = await make.bill(t, operator, { status: 'paid', accountId })
  await t.owner(
    `insert into bill_payment (
       company_id, bill_id, account_id, provider_payment_id, source, currency, amount_minor
     )
     values ($1, $2, $3, 'PAY1', 'paypal', 'USD', 1000)`,
    [companyId, id, accountId],
  )
  await t.owner(
    `insert into dispute (
       company_id, account_id, provider_dispute_id, provider_payment_id, bill_id, status,
       seller_due_at, opened_at, provider_updated_at, raw
     )
     values (
       $1, $2, 'D', 'PAY1', $3, 'WAITING_FOR_SELLER_RESPONSE', '2027-01-05T00:00:00Z', now(),
       now(), '{}'
     )`,
    [companyId, accountId, id],
  )
  const since = at(9)
  await addTransactions(t, companyId, [
    { accountId, gross: -1000, code: 'T1110', referenceId: 'PAY1', at: at(3) },
    { accountId, gross: -70, code: 'T2101', referenceId: 'PAY2', at: at(5) },
    { accountId, gross: 70, code: 'T2102', referenceId: 'PAY2', at: at(4) },
    { accountId, gross: -30, code: 'T2101', referenceId: 'PAY3', at: at(5) },
    // PayPal names no payment: the first of these was given free, and what is held now is held
    // since the second.
    { accountId, gross: -500, code: 'T2103', at: at(40) },
    { accountId, gross: 500, code: 'T2104', at: at(30) },
    { accountId, gross: -15, code: 'T2103', at: since },
    { accountId, gross: 5, code: 'T2104', at: at(8) },
    { accountId, gross: -10, code: 'T2103', at: at(7) },
  ])
  expect((await money(finance)).holds).toMatchObject([
    {
      currency: 'USD',
      amountMinor: 1000,
      billId: id,
      billNumber: number,
      disputeId: expect.any(String),
      until: '2027-01-05T00:00:00.000Z',
    },
    { amountMinor: 30, billId: null, disputeId: null, until: null },
    { amountMinor: 20, since },
  ])
})

test('those who sign in by a password alone are counted as the list of people shows them; so are one’s own drafts', async () => {
  const admin = await make.admin(t)
  const { companyId } = admin
  const [coded, keyed, off] = [
    await make.operator(t, { companyId }),
    await make.operator(t, { companyId }),
    await make.user(t, { companyId, status: 'disabled' }),
  ]
  await t.owner(
    `insert into second_factor (company_id, user_id, secret, enabled_at)
     values ($1, $2, '', now())`,
    [companyId, coded.userId],
  )
  await t.owner(
    `insert into passkey (company_id, user_id, credential_id, public_key, counter, name, synced)
     values ($1, $2, 'K', '', 0, 'K', false)`,
    [companyId, keyed.userId],
  )
  await make.bill(t, coded)
  await make.bill(t, admin)
  const queue = async (who: TestUser) => dataOf<HomeQueue>(await t.as(who).call(homeApi.queue, {}))
  expect(off.userId).toBeTruthy()
  const list = async (query: object) =>
    dataOf<Reply<typeof userApi.list>>(await t.as(admin).call(userApi.list, { query })).list.map(
      (user) => user.id,
    )
  expect(await list({ guarded: 'false', status: 'active' })).toEqual([admin.userId])
  expect((await list({ guarded: 'true' })).sort()).toEqual([coded.userId, keyed.userId].sort())
  expect(await queue(admin)).toMatchObject({ unguarded: { count: 1 }, drafts: { count: 1 } })
  expect(await queue(coded)).toMatchObject({ unguarded: null, drafts: { count: 1 } })
})
