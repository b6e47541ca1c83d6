// @module-tag slow

import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import type { CallInput } from '@paydesk/contract/lib/endpoint'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { plansOf, readWhole, statementsOf } from '../../test/world/plans.ts'

const t = testApp()
/**
 * One company has most of the rows, as in real life: a plan that is right for it must not be wrong
 * for the small ones.
 */
const companies = [20_000, 6_000, 2_000, 400]
type Team = { finance: TestUser; accountId: string; id: string }
const teams: Team[] = []
const about = /\b(paypal_transaction|transaction_day|match_line|transactions_of_payer|bill)\b/
const tables = /^(paypal_transaction|match_line|bill)$/

beforeAll(async () => {
  // This test does not need their postings.
  await t.owner('alter table paypal_transaction disable trigger post_new_rows')
  for (const size of companies) {
    const companyId = await make.company(t, { timezone: 'Asia/Shanghai' })
    const finance = await make.user(t, { companyId, roles: ['Finance'] })
    const accounts: string[] = []
    for (const label of ['A', 'B', 'C'])
      accounts.push(await make.paypalAccount(t, companyId, { label }))
    const customerId = await make.customer(t, finance, { email: 'payer7@kunde7.example' })
    const rows = await t.owner<{ id: string }>(
      `insert into paypal_transaction (
         company_id, account_id, provider_transaction_id, event_code, class, status, currency,
         gross_minor, invoice_id, payer_name, payer_email, reference_id, occurred_at,
         provider_updated_at, first_seen_via, match_state
       )
       select $1, ($2::uuid[])[1 + (i * 7919) % 3], 'TX' || i, x.code, x.class,
         case when i % 50 = 1 then 'P' else 'S' end,
         case when i % 60 = 0 then 'JPY' when i % 5 = 0 then 'EUR' else 'USD' end, 100 + i % 1000,
         case when i % 2 = 0 then 'CX-' || i else '' end, 'Payer ' || i % 300,
         'payer' || i % 3000 || '@kunde' || i % 40 || '.example',
         case when x.class = 'refund' then 'TX' || i - 1 else '' end,
         now() - i * interval '30 minutes', now(), 'sync',
         case
           when x.class <> 'payment' then 'notNeeded'
           when i % 41 = 0 then 'unmatched'
           else 'auto'
         end
       from generate_series(1, $3::int) i
       cross join lateral (
         select case
           when i % 33 = 0 then 'T1107'
           when i % 20 = 0 then 'T0200'
           else 'T0006'
         end as code,
           case
             when i % 33 = 0 then 'refund'
             when i % 20 = 0 then 'conversion'
             else 'payment'
           end as class
       ) x
       returning id`,
      [companyId, accounts, size],
    )
    await t.owner(
      `insert into transaction_day (
         company_id, account_id, day, currency, class, row_count, gross_minor, fee_minor
       )
       select company_id, account_id, (occurred_at at time zone 'UTC')::date, currency, class,
         count(*), sum(gross_minor), 0
       from paypal_transaction
       where company_id = $1 group by 1, 2, 3, 4, 5`,
      [companyId],
    )
    await t.owner(
      `insert into bill (
         company_id, number, customer_id, customer_name, currency, total_minor, due_minor,
         owner_id, status, created_at
       )
       select $1, 'CX-' || i, $2, 'Payer ' || i % 300, 'USD', 100 + i % 1000, 100 + i % 1000, $3,
         case when i % 6 = 0 then 'sent' else 'paid' end, now() - i * interval '30 minutes'
       from generate_series(1, $4::int) i`,
      [companyId, customerId, finance.userId, size],
    )
    await t.owner(
      `insert into match_line (company_id, transaction_id, bill_id, amount_minor, rule)
       select t.company_id, t.id, b.id, t.gross_minor, 'invoice'
       from paypal_transaction t
       join bill b on b.company_id = t.company_id and b.number = t.invoice_id
       where t.company_id = $1 and t.match_state = 'auto'`,
      [companyId],
    )
    teams.push({ finance, accountId: accounts[1] as string, id: rows[40]?.id as string })
  }
  for (const table of ['paypal_transaction', 'bill', 'match_line', 'transaction_day'])
    await t.owner(`vacuum analyze ${table}`)
  await t.owner('analyze')
}, 120_000)

type Query = NonNullable<CallInput<typeof transactionApi.list>['query']>
const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
/** The classes of `npm run bench -- lists --only transactions`, and each filter alone. */
const classes: Record<string, { query: (team: Team) => Query; index: RegExp }> = {
  'page 1': { query: () => ({}), index: /_list/ },
  'a deep page': { query: () => ({ current: 1000 }), index: /_list/ },
  'one account': { query: ({ accountId }) => ({ accountId, current: 3 }), index: /_account/ },
  'one kind': { query: () => ({ class: 'refund' }), index: /_kind/ },
  'a rare currency': { query: () => ({ currency: 'JPY' }), index: /_kind/ },
  'what is pending': { query: () => ({ status: 'P' }), index: /_unusual/ },
  'what nothing explains': { query: () => ({ matchState: 'unmatched' }), index: /_unusual/ },
  'everything combined': {
    query: ({ accountId }) => ({
      accountId,
      class: 'payment',
      currency: 'EUR',
      status: 'S',
      matchState: 'auto',
      from: since(120),
      to: since(3),
    }),
    index: /_kind/,
  },
  'by amount': { query: () => ({ sort: '-gross', currency: 'USD' }), index: /_gross_alone/ },
  'a rare kind by amount': {
    query: () => ({ sort: 'gross', currency: 'USD', class: 'refund' }),
    index: /_gross$/,
  },
  'oldest first': { query: () => ({ sort: 'time' }), index: /_list/ },
  'a span of days': { query: () => ({ from: since(40), to: since(35) }), index: /_list/ },
  'an id': { query: () => ({ keyword: 'TX77' }), index: /_provider/ },
  'a bill’s number': { query: () => ({ keyword: 'CX-78' }), index: /_invoice/ },
  'a payer': { query: () => ({ keyword: 'payer299' }), index: /_payer/ },
  'a payer’s first letter': { query: () => ({ keyword: 'p' }), index: /_payer/ },
  'no match': { query: () => ({ keyword: 'nobody@nowhere' }), index: /_payer/ },
}

test.each(Object.entries(classes))(
  '%s is found by index in companies of every size',
  async (_, { query, index }) => {
    for (const team of teams) {
      const { finance } = team
      const plans = await plansOf(
        t,
        finance,
        await statementsOf(about, () =>
          t.as(finance).call(transactionApi.list, { query: query(team) }),
        ),
      )
      expect(readWhole(plans, tables)).toEqual([])
      const used = plans.map((plan) => plan['Index Name']).filter((name) => name !== undefined)
      if (team === teams[0])
        expect(
          used.some((name) => index.test(name)),
          used.join(),
        ).toBe(true)
    }
  },
)

test.each(Object.entries(classes))('the sums of %s are found by index', async (_, { query }) => {
  for (const team of teams) {
    const { finance } = team
    const { current: __, sort: ___, ...filter } = query(team)
    const sent = await statementsOf(/paypal_transaction|transaction_day/, async () => {
      const answer = await t.as(finance).call(transactionApi.totals, { query: filter })
      // Pending rows have moved nothing, so their sums ask for nothing; the list is asked instead.
      return filter.status === 'P'
        ? t.as(finance).call(transactionApi.list, { query: filter })
        : answer
    })
    expect(readWhole(await plansOf(t, finance, sent), tables)).toEqual([])
  }
})

test('the queue, the candidates and a transaction itself are found by index', async () => {
  for (const { finance, accountId, id } of teams) {
    const calls = [
      () => t.as(finance).call(reconciliationApi.list, {}),
      () =>
        t.as(finance).call(reconciliationApi.list, {
          query: { overdue: 'true', accountId, currency: 'USD' } as never,
        }),
      () => t.as(finance).call(reconciliationApi.candidates, { params: { id } }),
      () => t.as(finance).call(transactionApi.read, { params: { id } }),
    ]
    for (const call of calls)
      expect(readWhole(await plansOf(t, finance, await statementsOf(about, call)), tables)).toEqual(
        [],
      )
  }
})
