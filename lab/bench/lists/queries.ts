import { billApi } from '@paydesk/contract/billing/bill'
import { homeApi } from '@paydesk/contract/desk/home'
import type { CallInput } from '@paydesk/contract/lib/endpoint'
import { readAgeing } from '../../../apps/api/src/billing/bill/list/ageing.ts'
import { countBills, listBills } from '../../../apps/api/src/billing/bill/list/list.ts'
import { readFigures, readOverdue } from '../../../apps/api/src/desk/home/figures.ts'
import { readQueue } from '../../../apps/api/src/desk/home/queue.ts'
import { type Ask, at, type Class, day, type Target } from './ask.ts'
import type { World } from './load.ts'

type Query = NonNullable<CallInput<typeof billApi.list>['query']>
const lists: Target = { endpoint: billApi.list, run: listBills }
const counts: Target = { endpoint: billApi.counts, run: countBills }
const ageing: Target = { endpoint: billApi.ageing, run: readAgeing }
const homeOverdue: Target = {
  endpoint: homeApi.overdue,
  run: (db, actor) => readOverdue(db, actor),
}
const homeQueue: Target = { endpoint: homeApi.queue, run: (db, actor) => readQueue(db, actor, 300) }
const homeFigures: Target = { endpoint: homeApi.figures, run: readFigures }
const chinese = ({ customers }: World, turn: number) =>
  at(
    customers.filter(({ name }) => name.charCodeAt(0) > 0x2e80),
    turn,
  ).name
const list = (token: string, query: Query): Ask => ({ of: lists, token, query })
const find = (keyword: (world: World, turn: number) => string): Class => ({
  barMs: 150,
  ask: (world, turn) => list(world.finance, { keyword: keyword(world, turn) }),
})

/** The orders besides that of time; amounts are put in order within one currency. */
const sorts: Query[] = [
  { sort: 'due' },
  { sort: '-due' },
  { sort: '-total', currency: 'USD' },
  { sort: 'total', currency: 'EUR' },
]

/** The queries of product §10.2, all in the largest company. */
export const classes: Record<string, Class> = {
  page1: { barMs: 25, ask: ({ finance }) => list(finance, {}) },
  deepPage: { barMs: 25, ask: ({ finance }) => list(finance, { current: 1000 }) },
  tab: {
    barMs: 25,
    ask: ({ finance }, turn) =>
      list(finance, { tab: at(['outstanding', 'overdue', 'draft', 'paid'], turn) }),
  },
  teamPage1: { barMs: 25, ask: ({ lead }) => list(lead, {}) },
  teamStatus90Days: {
    barMs: 50,
    ask: ({ lead }) => list(lead, { status: 'sent', createdFrom: day(90) }),
  },
  combined: {
    barMs: 50,
    ask: ({ finance, accountIds, ownerIds, customers }, turn) =>
      list(
        finance,
        at<Query>(
          [
            {
              tab: 'outstanding',
              accountId: at(accountIds, turn),
              currency: 'EUR',
              createdFrom: day(180),
              dueFrom: day(120),
              dueTo: day(0),
            },
            { tab: 'overdue', ownerId: at(ownerIds, turn * 7), currency: 'USD' },
            { customerId: at(customers, turn).id, tab: 'paid', createdFrom: day(365) },
            {
              status: 'cancelled',
              accountId: at(accountIds, turn),
              currency: 'JPY',
              createdFrom: day(400),
              createdTo: day(100),
            },
          ],
          turn,
        ),
      ),
  },
  sorted: { barMs: 25, ask: ({ finance }, turn) => list(finance, at(sorts, turn)) },
  sortedTab: {
    barMs: 25,
    ask: ({ finance }, turn) =>
      list(finance, {
        ...at(sorts, turn),
        tab: at(['outstanding', 'overdue', 'draft', 'paid'], turn >> 2),
      }),
  },
  sortedTeam: { barMs: 25, ask: ({ lead }, turn) => list(lead, at(sorts, turn)) },
  sortedCombined: {
    barMs: 50,
    ask: ({ finance, accountIds, ownerIds }, turn) =>
      list(finance, {
        ...at(sorts, turn),
        ...at<Query>(
          [
            { tab: 'outstanding', accountId: at(accountIds, turn), createdFrom: day(180) },
            { tab: 'overdue', ownerId: at(ownerIds, turn * 7) },
            {
              status: 'cancelled',
              accountId: at(accountIds, turn),
              createdFrom: day(400),
              createdTo: day(100),
            },
          ],
          turn >> 2,
        ),
      }),
  },
  readOn: {
    barMs: 25,
    ask: ({ finance, billIds }, turn) =>
      list(finance, {
        ...at([{ sort: '-created' }, { sort: 'created' }, ...sorts] as const, turn),
        after: at(billIds, turn),
        current: 5000,
      }),
  },
  counts: { barMs: 100, ask: ({ finance }) => ({ of: counts, token: finance, query: {} }) },
  teamCounts: { barMs: 100, ask: ({ lead }) => ({ of: counts, token: lead, query: {} }) },
  filteredCounts: {
    barMs: 100,
    ask: ({ finance, accountIds }, turn) => ({
      of: counts,
      token: finance,
      query: { accountId: at(accountIds, turn), createdFrom: day(90) },
    }),
  },
  keywordCounts: {
    barMs: 150,
    ask: (world, turn) => ({
      of: counts,
      token: world.finance,
      query: { keyword: chinese(world, turn).slice(0, 2) },
    }),
  },
  homeQueue: {
    barMs: 200,
    ask: ({ finance, lead }, turn) => ({
      of: homeQueue,
      token: turn % 2 ? finance : lead,
      query: {},
    }),
  },
  ageing: {
    barMs: 200,
    ask: ({ finance, ownerIds }, turn) => ({
      of: ageing,
      token: finance,
      query: { ownerId: at(ownerIds, turn) },
    }),
  },
  homeOverdue: {
    barMs: 200,
    ask: ({ finance, lead }, turn) => ({
      of: homeOverdue,
      token: turn % 2 ? finance : lead,
      query: {},
    }),
  },
  homeFigures: {
    barMs: 200,
    ask: ({ finance, lead }, turn) => ({
      of: homeFigures,
      token: turn % 2 ? finance : lead,
      query: { from: at([day(0), day(7), day(30), day(365)], turn >> 1), to: day(0) },
    }),
  },
  twoChinese: find((world, turn) => chinese(world, turn).slice(0, 2)),
  twoChineseCommon: find((_, turn) => at(['贸易', '尾款', '灯饰', '运费'], turn)),
  noMatch: find((_, turn) =>
    at(
      [`没有${'甲乙丙丁'[turn % 4]}`, `zzqx${turn}`, `nobody${turn}@nowhere`, '不存在的公司名'],
      turn,
    ),
  ),
  emailPart: find(({ customers }, turn) => at(customers, turn).email.slice(2, turn % 2 ? 12 : -8)),
  fullNumber: find(({ numbers }, turn) => at(numbers, turn)),
  shortKeyword: find((world, turn) =>
    at([chinese(world, turn).slice(0, 1), 'hp', 'q', 'x1', '%'], turn),
  ),
  teamKeyword: {
    barMs: 150,
    ask: (world, turn) =>
      list(world.lead, {
        keyword: chinese(world, turn).slice(0, 2),
        tab: at(['all', 'paid'], turn),
      }),
  },
}
