// @module-tag slow

import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import type { CallInput } from '@paydesk/contract/lib/endpoint'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../../test/make.ts'
import { testApp } from '../../../test/testApp.ts'
import { plansOf, readWhole, statementsOf } from '../../../test/world/plans.ts'

const t = testApp()
/**
 * One company has most of the bills, as in real life: a plan that is right for it must not be wrong
 * for the small ones.
 */
const companies = [16_000, 6_000, 4_500, 2_000, 1_000, 500]
type Team = {
  finance: TestUser
  lead: TestUser
  owners: string[]
  customerId: string
  accountId: string
  mark: string
}
const teams: Team[] = []

beforeAll(async () => {
  for (const [index, size] of companies.entries()) {
    const companyId = await make.company(t, { timezone: 'Asia/Shanghai' })
    const finance = await make.user(t, { companyId, roles: ['Finance'] })
    const lead = await make.operator(t, { companyId })
    const below = await t.owner<{ id: string }>(
      `insert into app_user (company_id, username, name, parent_id)
       select $1, 'plan-' || $2::int || '-' || i, 'U', case when i <= 9 then $3::uuid end
       from generate_series(1, 60) i returning id`,
      [companyId, index, lead.userId],
    )
    const owners = below.map(({ id }) => id)
    const [account] = await t.owner<{ id: string }>(
      `insert into paypal_account (company_id, label, email, environment)
       values ($1, 'A', 'a@a.example', 'sandbox')
       returning id`,
      [companyId],
    )
    const customers = await t.owner<{ id: string }>(
      `insert into customer (company_id, name, email, owner_id)
       select $1, (array['晨星贸易', 'Nordlys', 'さくら商事'])[1 + i % 3] || i,
         'pay' || i || '@kunde' || i % 40 || '.example', $2
       from generate_series(1, 200) i returning id`,
      [companyId, lead.userId],
    )
    await t.owner(
      `insert into bill (
         company_id, number, title, customer_id, customer_name, currency, total_minor, due_minor,
         owner_id, account_id, status, created_at, due_date
       )
       select $1, 'P-' || lpad(i::text, 7, '0'),
         (array['样品费', '灯具尾款', 'deposit', '运费'])[1 + i % 4], c.id, c.name,
         case when i % 50 = 0 then 'JPY' else 'USD' end, 100, 100,
         ($2::uuid[])[1 + (i * 7919) % 60], case when i % 3 > 0 then $3::uuid end,
         (
           array[
             'paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'sent', 'sent', 'partiallyPaid',
             'draft', 'cancelled', 'refunded'
           ]
         )[1 + i % 12],
         now() - i * interval '15 minutes', (now() - i * interval '15 minutes')::date + 30
       from generate_series(1, $4::int) i
       join customer c on c.company_id = $1 and c.id = ($5::uuid[])[1 + (i * 31) % 200]`,
      [companyId, owners, account?.id, size, customers.map(({ id }) => id)],
    )
    await t.owner('select index_bills($1, array(select id from bill where company_id = $1))', [
      companyId,
    ])
    teams.push({
      finance,
      lead,
      owners,
      customerId: customers[3]?.id as string,
      accountId: account?.id as string,
      mark: `plan-${index}`,
    })
  }
  await t.owner('vacuum analyze bill')
  await t.owner('vacuum analyze bill_search')
  await t.owner('analyze')
}, 120_000)

const aboutBills = /\b(bill|bill_search|find_bills_by_text)\b/
type Query = NonNullable<CallInput<typeof billApi.list>['query']>
const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
/** The classes of `npm run bench -- lists`, and each filter alone. */
const classes: Record<
  string,
  { who: 'finance' | 'lead'; query: (team: Team) => Query; index: RegExp }
> = {
  'page 1': { who: 'finance', query: () => ({}), index: /bill_list/ },
  'a deep page': { who: 'finance', query: () => ({ current: 1000 }), index: /bill_list/ },
  'a deep page of a tab': {
    who: 'finance',
    query: () => ({ tab: 'outstanding', current: 100 }),
    index: /bill_status/,
  },
  'one status': { who: 'finance', query: () => ({ status: 'draft' }), index: /bill_status/ },
  'what is overdue': { who: 'finance', query: () => ({ tab: 'overdue' }), index: /bill_status/ },
  'my team’s bills': { who: 'lead', query: () => ({}), index: /bill_owner/ },
  'status, 90 days, ten owners': {
    who: 'lead',
    query: () => ({ status: 'sent', createdFrom: since(90) }),
    index: /bill_owner/,
  },
  'everything combined': {
    who: 'finance',
    query: ({ accountId }) => ({
      tab: 'outstanding',
      accountId,
      currency: 'USD',
      createdFrom: since(180),
      dueFrom: since(120),
      dueTo: since(1),
    }),
    index: /bill_(status|list)/,
  },
  'one owner': {
    who: 'finance',
    query: ({ owners }) => ({ ownerId: owners[3] as string }),
    index: /bill_owner/,
  },
  'one customer': {
    who: 'finance',
    query: ({ customerId }) => ({ customerId }),
    index: /bill_customer/,
  },
  'one account': {
    who: 'finance',
    query: ({ accountId }) => ({ accountId, current: 3 }),
    index: /bill_list/,
  },
  'by due date': { who: 'finance', query: () => ({ sort: 'due' }), index: /bill_status_due/ },
  'what is overdue, the longest first': {
    who: 'finance',
    query: () => ({ tab: 'overdue', sort: 'due' }),
    index: /bill_status_due/,
  },
  'by amount': {
    who: 'finance',
    query: () => ({ sort: '-total', currency: 'USD' }),
    index: /bill_status_total/,
  },
  'a tab by amount': {
    who: 'finance',
    query: () => ({ tab: 'paid', sort: 'total', currency: 'JPY' }),
    index: /bill_status_total/,
  },
  'oldest first': { who: 'finance', query: () => ({ sort: 'created' }), index: /bill_list/ },
  'my team’s by due date': {
    who: 'lead',
    query: () => ({ sort: '-due' }),
    index: /bill_owner_due/,
  },
  'my team’s by amount': {
    who: 'lead',
    query: () => ({ sort: '-total', currency: 'USD' }),
    index: /bill_owner_total/,
  },
  'two Chinese characters': {
    who: 'finance',
    query: () => ({ keyword: '灯具' }),
    index: /bill_search_pkey/,
  },
  'no match': { who: 'finance', query: () => ({ keyword: '没有这个' }), index: /bill_search/ },
  'part of an e-mail': {
    who: 'finance',
    query: () => ({ keyword: '17@kunde' }),
    index: /bill_search/,
  },
  'a team’s keyword': {
    who: 'lead',
    query: () => ({ keyword: '样品', tab: 'paid' }),
    index: /bill_search_pkey/,
  },
  'a full number': {
    who: 'finance',
    query: () => ({ keyword: 'P-0000150' }),
    index: /bill_company_id_number_key/,
  },
}

test.each(Object.entries(classes))(
  '%s is found by index in companies of every size',
  async (_, { who, query, index }) => {
    for (const team of teams) {
      const user = team[who]
      const plans = await plansOf(
        t,
        user,
        await statementsOf(aboutBills, () => t.as(user).call(billApi.list, { query: query(team) })),
      )
      expect(readWhole(plans, /^bill(_search)?$/)).toEqual([])
      const used = plans.map((plan) => plan['Index Name']).filter((name) => name !== undefined)
      if (team === teams[0])
        expect(
          used.some((name) => index.test(name)),
          used.join(),
        ).toBe(true)
    }
  },
)

const orders: Query[] = [
  {},
  { sort: 'created' },
  { sort: 'due' },
  { sort: '-due' },
  { sort: '-total', currency: 'USD' },
]
test.each(['finance', 'lead'] as const)(
  '%s goes on in every order from where an index range begins, past nothing that was read',
  async (who) => {
    const [team] = teams as [Team]
    const user = team[who]
    for (const order of orders) {
      const page = (await t.as(user).call(billApi.list, { query: order })).body.data as {
        list: { id: string }[]
      }
      const query = { ...order, after: page.list.at(-1)?.id as string }
      const plans = await plansOf(
        t,
        user,
        await statementsOf(aboutBills, () => t.as(user).call(billApi.list, { query })),
      )
      const ranges = plans.filter((plan) =>
        /^bill_(list|status|owner)/.test(plan['Index Name'] ?? ''),
      )
      expect(
        ranges.some((plan) => plan['Index Cond']?.includes('ROW(')),
        JSON.stringify({ order, ranges }),
      ).toBe(true)
      expect(ranges.filter((plan) => plan.Filter?.includes('ROW('))).toEqual([])
    }
  },
)

test.each([
  ['finance', /^bill_status/],
  ['lead', /^bill_owner/],
] as const)('what is overdue for %s is summed up by index', async (who, index) => {
  for (const team of teams) {
    const user = team[who]
    const plans = await plansOf(
      t,
      user,
      await statementsOf(aboutBills, () => t.as(user).call(billApi.ageing, {})),
    )
    expect(readWhole(plans, /^bill$/)).toEqual([])
    if (team === teams[0])
      expect(plans.some((plan) => index.test(plan['Index Name'] ?? ''))).toBe(true)
  }
})

test.each(['finance', 'lead'] as const)(
  'the tabs of %s are counted by index, with and without other filters',
  async (who) => {
    for (const team of teams)
      for (const query of [
        {},
        { createdFrom: since(90) },
        { accountId: team.accountId },
        { customerId: team.customerId },
        { keyword: '灯具' },
        { keyword: '没有这个' },
      ]) {
        const plans = await plansOf(
          t,
          team[who],
          await statementsOf(aboutBills, () => t.as(team[who]).call(billApi.counts, { query })),
        )
        expect(readWhole(plans, /^bill(_search)?$/)).toEqual([])
      }
  },
)

test('a word that the newest bills lack is found through the index of words', async () => {
  const { finance } = teams[0] as Team
  const plans = await plansOf(
    t,
    finance,
    await statementsOf(aboutBills, () =>
      t.as(finance).call(billApi.list, { query: { keyword: '没有这个' } }),
    ),
  )
  expect(plans.map((plan) => plan['Index Name'])).toContain('bill_search_grams')
})

test('events that wait are looked for bill by bill, whoever has many of them', async () => {
  const many = teams[1] as Team
  // Most wait in one company; its bills have other events besides.
  await t.owner(
    `update bill set provider_invoice_id = 'INV2-' || number where account_id is not null`,
  )
  await t.owner(`insert into paypal_event (company_id, account_id, event_id, event_type, resource_id, raw)
    select company_id, account_id, 'WH-' || n || number,
      case n when 1 then 'INVOICING.INVOICE.PAID' else 'INVOICING.INVOICE.UPDATED' end,
      provider_invoice_id, ''
    from bill, generate_series(1, 3) n where account_id is not null`)
  await t.owner(
    `insert into paypal_event_todo (company_id, account_id, event_id)
     select company_id, account_id, event_id
     from paypal_event
     where company_id = $1`,
    [many.finance.companyId],
  )
  for (const table of ['bill', 'paypal_event', 'paypal_event_todo'])
    await t.owner(`vacuum analyze ${table}`)
  for (const team of teams) {
    const sent = await statementsOf(/paypal_event/, () =>
      t.as(team.finance).call(billApi.list, { query: { current: 3 } }),
    )
    const plans = await plansOf(t, team.finance, sent)
    expect(readWhole(plans, /^(bill$|bill_search|paypal_event)/)).toEqual([])
    const events = plans
      .filter((plan) => plan['Relation Name']?.startsWith('paypal_event'))
      .map((plan) => plan['Index Name'])
    expect(events).toEqual(
      expect.arrayContaining(['paypal_event_resource', 'paypal_event_todo_pkey']),
    )
  }
  const { list } = (await t.as(many.finance).call(billApi.list, { query: { pageSize: 100 } })).body
    .data as { list: BillRow[] }
  expect(list.filter(({ reportedAt }) => reportedAt !== null).length).toBe(
    list.filter(({ accountLabel }) => accountLabel !== null).length,
  )
})
