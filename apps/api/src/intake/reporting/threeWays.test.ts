// @module-tag slow

import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyLedger } from '../../money/ledger/verify.ts'
import { applyRows } from '../../money/transaction/apply.ts'
import { make } from '../../test/make.ts'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { moneyWorld } from '../../test/world/moneyWorld.ts'
import { type Book, differing, monthEnds, type World, whole } from '../../test/world/monthEnds.ts'

const sim = await accountSim()
const t = testApp({ environment: () => sim.environment })
const { simNow, read, months, beforeMonthEnd } = monthEnds(t, sim)

const hourMs = 3_600_000
/** `npm run torture -- months` asks for more days. */
const { MONTHS_DAYS: wantedDays, MONTHS_SEED: wantedSeed, MONTHS_RESULT: resultFile } = process.env

type Effect = { id: string; book: string; currency: string; at: string; minor: number }

/** What stands in the books for each row, book and moment, however many journals it took. */
const effects = ({ companyId, accountId }: Book) =>
  t.in(companyId, async (db) => {
    const { rows } = await sql<Effect>`
      select t.provider_transaction_id || ' ' || t.event_code || ' ' || t.gross_minor as id,
        p.book, p.currency, j.effective_at as at, sum(p.amount_minor)::bigint as minor
      from journal j
      join posting p on p.journal_id = j.id
      join paypal_transaction t on t.id = j.transaction_id
      where j.company_id = ${companyId} and j.account_id = ${accountId} and j.kind <> 'match'
      group by 1, 2, 3, 4 having sum(p.amount_minor) <> 0 order by 1, 2, 3, 4`.execute(db)
    return rows
  })

/**
 * Three companies read the same PayPal account: twice a day, once at the end, and with three gaps.
 */
test('three ways of reading the same business end in the same books, and every month’s end is proven', async () => {
  const [days, seed] = [Number(wantedDays ?? 9), Number(wantedSeed ?? 7)]
  await sim.act('configure', { asOfEcho: 'same' })
  const w = await moneyWorld(t, sim)
  await sim.act('changeAccount', {
    accountId: w.app.accountId,
    held: ['USD', 'EUR', 'GBP', 'JPY'],
    refundFromBank: true,
  })
  const bookOf = async (): Promise<Book> => {
    const { companyId } = await make.admin(t)
    return { companyId, accountId: await make.paypalAccount(t, companyId, { as: w.app }) }
  }
  const [often, once, gaps] = [w, await bookOf(), await bookOf()]
  await beforeMonthEnd(5)
  await read(w, often)
  await read(w, gaps)
  // Books begin before the first payment that an event told, however long ago that was.
  const first = {
    providerTransactionId: 'FIRST000000000001',
    occurredAt: whole(await simNow()),
    grossMinor: 100,
    feeMinor: 0,
    status: 'P' as const,
    eventCode: 'T0000',
  }
  await t.in(once.companyId, (db) =>
    applyRows(db, once.companyId, [toldRow(once.accountId, first)], 'event'),
  )
  await w.settle()
  const business = await playDays(w, { days, seed }, async (half) => {
    await read(w, often)
    const part = half / (days * 2)
    const isGap = [0.15, 0.45, 0.72].some((from) => part >= from && part < from + 0.12)
    if (!isGap) await read(w, gaps)
  })
  await w.settle(6 * hourMs)
  for (const book of [often, gaps, once]) await read(w, book, 4)

  const found = await Promise.all(
    [often, once, gaps].map(async (book) => ({
      months: await months(book),
      effects: await effects(book),
    })),
  )
  const [a, b, c] = found.map(({ effects }) => effects)
  const rows = await t.owner<{ count: string; redated: string; doubted: string }>(
    `select count(*),
       count(*) filter (
         where found_at <> moved_at or found_at not in (occurred_at, settled_at)
       ) as redated,
       count(*) filter (where found_at is not null) as doubted
     from paypal_transaction
     where company_id = $1`,
    [once.companyId],
  )
  const result = {
    days,
    seed,
    business,
    rows: Number(rows[0]?.count),
    redated: Number(rows[0]?.redated),
    doubted: Number(rows[0]?.doubted),
    currencies: new Set((a ?? []).map(({ currency }) => currency)).size,
    effects: found.map(({ effects }) => effects.length),
    monthEnds: found.map(({ months }) => months.length),
    differing: found.map(({ months }) => differing(months).length),
    unequal: [b, c].map((other) => unequal(a ?? [], other ?? []).length),
    balanceCalls: await Promise.all(
      [often, once, gaps].map(({ companyId }) =>
        t
          .owner<{ n: string }>(
            'select count(distinct as_of) as n from balance_at where company_id = $1',
            [companyId],
          )
          .then(([row]) => Number(row?.n)),
      ),
    ),
  }
  if (resultFile) writeFileSync(resultFile, JSON.stringify(result))
  expect(found.map(({ months }) => differing(months))).toEqual([[], [], []])
  for (const { months } of found) expect(months.length).toBeGreaterThan(0)
  expect(unequal(a ?? [], b ?? [])).toEqual([])
  expect(unequal(a ?? [], c ?? [])).toEqual([])
  expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
  await sim.act('configure', { asOfEcho: 'differs' })
}, 1_800_000)

const keyOf = ({ id, book, currency, at, minor }: Effect) =>
  `${id} ${book} ${currency} ${at} ${minor}`
function unequal(a: Effect[], b: Effect[]): string[] {
  const [one, other] = [new Set(a.map(keyOf)), new Set(b.map(keyOf))]
  return [
    ...[...one].filter((key) => !other.has(key)).map((key) => `- ${key}`),
    ...[...other].filter((key) => !one.has(key)).map((key) => `+ ${key}`),
  ].sort()
}

/**
 * Days of a shop in five currencies: payments, eChecks, conversions, refunds (some pending),
 * disputes with holds, chargebacks, reserves and withdrawals (some pending), in random hours.
 */
async function playDays(
  w: World,
  { days, seed }: { days: number; seed: number },
  afterHalf: (half: number) => Promise<void>,
) {
  const made: Record<string, number> = {}
  const { accountId } = w.app
  let state = seed * 2_654_435_761 + 1
  const dice = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
  const note = (what: string, count = 1) => {
    made[what] = (made[what] ?? 0) + count
  }
  const pending: { dueHalf: number; lever: string; input: object }[] = []
  for (let half = 0; half < days * 2; half++) {
    for (let moment = 0; moment < 3; moment++) {
      await sim.act('advanceClock', { ms: Math.floor((0.5 + dice()) * 3.5 * hourMs) })
      const bills = Array.from({ length: 2 }, (_, n) => ({
        number: `B-${half}-${moment}-${n}`,
        currency: 'GBP',
      }))
      const done = await sim.act<{ made: Record<string, number> }>('doBusiness', {
        accountId,
        count: 4,
        seed: seed * 100_000 + half * 10 + moment,
        bills,
      })
      for (const [what, count] of Object.entries(done.made)) note(what, count)
    }
    if (dice() < 0.25) {
      const currency = ['USD', 'EUR', 'GBP'][Math.floor(dice() * 3)]
      const { transactionId } = await sim.act<{ transactionId: string }>('withdraw', {
        accountId,
        currency,
        amountMinor: 500 + Math.floor(dice() * 900),
        pending: true,
      })
      pending.push({
        dueHalf: half + 1 + Math.floor(dice() * 8),
        lever: 'changeRow',
        input: { transactionId, status: dice() < 0.8 ? 'S' : 'D' },
      })
      note('pendingWithdrawals')
    }
    if (dice() < 0.2) {
      const input = { accountId, currency: 'USD', amountMinor: 300 + Math.floor(dice() * 500) }
      await sim.act('hold', { ...input, code: 'T2103' })
      pending.push({ dueHalf: half + 4, lever: 'hold', input: { ...input, code: 'T2104' } })
      note('reserves')
    }
    for (const { lever, input } of pending.filter(({ dueHalf }) => dueHalf === half))
      await sim.act(lever, input)
    await sim.act('advanceClock', { ms: 63_000 })
    await afterHalf(half)
  }
  return made
}
