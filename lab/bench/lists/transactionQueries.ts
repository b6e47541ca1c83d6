import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { homeApi } from '@paydesk/contract/desk/home'
import type { CallInput } from '@paydesk/contract/lib/endpoint'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { findCandidates } from '../../../apps/api/src/billing/reconciliation/candidate.ts'
import { listExceptions } from '../../../apps/api/src/billing/reconciliation/list.ts'
import { readMoney } from '../../../apps/api/src/desk/home/money.ts'
import { readFlow } from '../../../apps/api/src/money/transaction/flow.ts'
import { listTransactions } from '../../../apps/api/src/money/transaction/list.ts'
import { readTransaction } from '../../../apps/api/src/money/transaction/read.ts'
import { totalTransactions } from '../../../apps/api/src/money/transaction/totals.ts'
import { at, type Class, day, type Target } from './ask.ts'
import type { World } from './load.ts'

type Query = NonNullable<CallInput<typeof transactionApi.list>['query']>
const lists: Target = { endpoint: transactionApi.list, run: listTransactions }
const flow: Target = { endpoint: transactionApi.flow, run: readFlow }
const homeMoney: Target = { endpoint: homeApi.money, run: readMoney }
const totals: Target = { endpoint: transactionApi.totals, run: totalTransactions }
const queue: Target = { endpoint: reconciliationApi.list, run: listExceptions }
const one: Target = {
  endpoint: transactionApi.read,
  run: (db, actor, _, id) => readTransaction(db, actor.companyId, id),
}
const candidates: Target = {
  endpoint: reconciliationApi.candidates,
  run: (db, actor, _, id) => findCandidates(db, actor, id, undefined),
}

const asking = (
  of: Target,
  barMs: number,
  query: (world: World, turn: number) => object,
): Class => ({
  barMs,
  ask: (world, turn) => ({ of, token: world.finance, query: query(world, turn) }),
})
const list = (barMs: number, query: (world: World, turn: number) => Query) =>
  asking(lists, barMs, query)
const find = (keyword: (world: World, turn: number) => string) =>
  list(150, (world, turn) => ({ keyword: keyword(world, turn) }))

/** The orders besides that of time; amounts are put in order within one currency. */
const sorts: Query[] = [
  { sort: 'time' },
  { sort: '-gross', currency: 'USD' },
  { sort: 'gross', currency: 'EUR' },
  { sort: '-time' },
]

/** The queries of product §10.6 and §10.7, all in the largest company. */
export const transactionClasses: Record<string, Class> = {
  page1: list(25, () => ({})),
  deepPage: list(25, () => ({ current: 1000 })),
  account: list(25, ({ accountIds }, turn) => ({ accountId: at(accountIds, turn) })),
  kind: list(50, (_, turn) => ({
    class: at(
      ['refund', 'chargeback', 'conversion', 'transfer', 'payment', 'adjustment'] as const,
      turn,
    ),
  })),
  currency: list(50, (_, turn) => ({ currency: at(['JPY', 'USD', 'GBP', 'CHF'] as const, turn) })),
  state: list(50, (_, turn) =>
    at<Query>(
      [
        { status: 'P' },
        { matchState: 'manual' },
        { status: 'V' },
        { matchState: 'ignored' },
        { matchState: 'notNeeded' },
      ],
      turn,
    ),
  ),
  combined: list(50, ({ accountIds }, turn) =>
    at<Query>(
      [
        {
          accountId: at(accountIds, turn),
          class: 'payment',
          currency: 'EUR',
          status: 'S',
          matchState: 'auto',
          from: day(180),
          to: day(3),
        },
        { class: 'refund', currency: 'USD', from: day(365) },
        { accountId: at(accountIds, turn), currency: 'JPY', from: day(400), to: day(100) },
        {
          matchState: 'unmatched',
          accountId: at(accountIds, turn),
          currency: 'USD',
          class: 'payment',
        },
        { status: 'V', class: 'payment', from: day(90) },
      ],
      turn,
    ),
  ),
  sorted: list(25, (_, turn) => at(sorts, turn)),
  sortedCombined: list(50, ({ accountIds }, turn) => ({
    ...at(sorts, turn),
    ...at<Query>(
      [
        { class: 'refund' },
        { accountId: at(accountIds, turn) },
        { matchState: 'unmatched' },
        { from: day(90) },
      ],
      turn >> 2,
    ),
  })),
  readOn: list(25, ({ transactions }, turn) => ({
    ...at(sorts, turn),
    after: at(transactions, turn).id,
    current: 5000,
  })),
  cappedCount: list(100, ({ accountIds }, turn) =>
    at<Query>(
      [
        { from: day(500), to: day(30) },
        { accountId: at(accountIds, turn), from: day(300) },
        { status: 'S', matchState: 'auto' },
        { class: 'payment', from: day(700) },
      ],
      turn,
    ),
  ),
  totals: asking(totals, 100, () => ({})),
  flow: asking(flow, 200, (_, turn) => ({ from: at([day(30), day(365)], turn), to: day(0) })),
  homeMoney: asking(homeMoney, 200, () => ({})),
  totalsFiltered: asking(totals, 100, ({ accountIds }, turn) =>
    at<object>(
      [
        { from: day(30), to: day(0) },
        { accountId: at(accountIds, turn), class: 'payment', from: day(365) },
        { currency: 'EUR', from: day(1), to: day(1) },
        { matchState: 'unmatched' },
        { status: 'S', class: 'refund' },
      ],
      turn,
    ),
  ),
  payer: find(({ customers }, turn) => at(customers, turn).email),
  payerBeginning: find(({ customers }, turn) => at(customers, turn).email.slice(0, 4 + (turn % 8))),
  payerLetter: find((_, turn) => at(['a', 'n', 'go', 's'], turn)),
  id: find(({ transactions }, turn) => at(transactions, turn).provider),
  billNumber: find(({ numbers }, turn) => at(numbers, turn)),
  noMatch: find((_, turn) => at([`nobody${turn}@nowhere`, `0AB${turn}XYZ`], turn)),
  queue: asking(queue, 25, () => ({})),
  queueFiltered: asking(queue, 25, ({ accountIds }, turn) =>
    at<object>(
      [
        { overdue: 'true' },
        { accountId: at(accountIds, turn) },
        { currency: 'JPY' },
        { current: 50 },
      ],
      turn,
    ),
  ),
  candidates: {
    barMs: 150,
    ask: ({ finance, transactions }, turn) => ({
      of: candidates,
      token: finance,
      query: {},
      id: at(
        transactions.filter(({ unmatched }) => unmatched),
        turn,
      ).id,
    }),
  },
  one: {
    barMs: 25,
    ask: ({ finance, transactions }, turn) => ({
      of: one,
      token: finance,
      query: {},
      id: at(transactions, turn).id,
    }),
  },
}
