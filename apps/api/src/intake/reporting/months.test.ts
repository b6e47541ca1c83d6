import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyLedger } from '../../money/ledger/verify.ts'
import { applyRows } from '../../money/transaction/apply.ts'
import { clientOf } from '../../paypal/paypalAccount/paypalAccount.ts'
import { accountSim } from '../../test/accountSim.ts'
import { make } from '../../test/make.ts'
import { moneyWorld } from '../../test/moneyWorld.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { AskLater, askBalanceAt } from './balanceAt.ts'
import { takeLease } from './lease.ts'
import { syncAccount } from './sync.ts'

const sim = await accountSim()
const t = testApp({ environment: () => sim.environment })

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** `npm run torture -- months` asks for more days. */
const { MONTHS_DAYS: wantedDays, MONTHS_SEED: wantedSeed, MONTHS_RESULT: resultFile } = process.env

type Month = {
  month: string
  currency: string | null
  differenceMinor: number | null
  pendingMinor: number | null
  asOf: string | null
  failure: string
}
type Effect = { id: string; book: string; currency: string; at: string; minor: number }
type Book = { companyId: string; accountId: string }
type World = Awaited<ReturnType<typeof moneyWorld>>

const simNow = async () => Date.parse((await sim.act<{ now: string }>('advanceClock', { ms: 0 })).now)

/** Reads as if the present were the time of the simulator's clock, until there is nothing more to do at once. */
async function read(w: World, { companyId, accountId }: Book, times = 1) {
  const at = await simNow()
  const now = Date.now
  Date.now = () => at + (now() % 1000)
  try {
    for (let n = 0; n < times; n++) {
      await t.owner(`update account_sync set due_at = now(), failures = 0 where company_id = $1`, [companyId])
      await t.owner(`update balance_proof set checked_at = checked_at - interval '1 day' where company_id = $1`, [companyId])
      // The database's clock stands still beside the simulator's.
      await t.owner(
        `update sync_run set started_at = started_at - interval '1 day', read_at = read_at - interval '1 day' where company_id = $1`,
        [companyId],
      )
      await t.owner(`update day_end set asked_at = asked_at - interval '2 days' where company_id = $1`, [companyId])
      for (let more = true; more; ) more = await syncAccount(w.side(), { companyId, accountId })
    }
  } finally {
    Date.now = now
  }
}

const months = ({ companyId, accountId }: Book) =>
  t.in(companyId, async (db) => {
    const { rows } = await sql<Month>`
      select m.month, m.as_of, m.failure, b.currency, d.difference_minor, d.pending_minor from month_ends(${companyId}, ${accountId}, 'UTC') m
      left join balance_at b on b.company_id = ${companyId} and b.account_id = ${accountId} and b.as_of = m.as_of
      left join lateral balance_difference(b) d on true order by 1, 4`.execute(db)
    return rows
  })

/** What stands in the books for each row, book and moment, however many journals it took. */
const effects = ({ companyId, accountId }: Book) =>
  t.in(companyId, async (db) => {
    const { rows } = await sql<Effect>`
      select t.provider_transaction_id || ' ' || t.event_code || ' ' || t.gross_minor as id, p.book, p.currency, j.effective_at as at, sum(p.amount_minor)::bigint as minor
      from journal j join posting p on p.journal_id = j.id join paypal_transaction t on t.id = j.transaction_id
      where j.company_id = ${companyId} and j.account_id = ${accountId} and j.kind <> 'match'
      group by 1, 2, 3, 4 having sum(p.amount_minor) <> 0 order by 1, 2, 3, 4`.execute(db)
    return rows
  })

const movedAt = async (w: World, id: string) =>
  (await w.query<{ at: string | null }>(`select moved_at as at from paypal_transaction where provider_transaction_id = '${id}'`))[0]?.at
const differing = (list: Month[]) => list.filter(({ differenceMinor, asOf }) => differenceMinor !== 0 || asOf === null)
const whole = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString()

/** The next end of a month, a good while ahead. */
async function beforeMonthEnd(days: number) {
  const now = new Date(await simNow())
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1)
  await sim.act('advanceClock', { ms: end - days * dayMs - now.getTime() })
  return end
}

test('a payment of one month that is refunded in the next before the first reading stands in the month in which it came', async () => {
  const w = await moneyWorld(t, sim)
  await beforeMonthEnd(10)
  const at = await simNow()
  const capture = await w.pay(await w.invoice(10_000))
  await w.settle(20 * dayMs)
  await w.refund(capture)
  await w.settle()
  await read(w, w)
  expect(Date.parse((await movedAt(w, capture)) ?? '') - at).toBeLessThan(5000)
  const list = await months(w)
  expect(list.map(({ currency, differenceMinor }) => [currency, differenceMinor]).at(-1)).toEqual(['USD', 0])
  expect(differing(list)).toEqual([])
})

test.each(['same', 'differs'])(
  'an eCheck that cleared in one month and was refunded in the next is found by PayPal’s balances, which are told for %s moments',
  async (asOfEcho) => {
    await sim.act('configure', { asOfEcho })
    const w = await moneyWorld(t, sim)
    const end = await beforeMonthEnd(10)
    const capture = await w.pay(await w.invoice(10_000), { how: 'echeck' })
    await w.settle(2.4 * dayMs)
    await w.pay(await w.invoice(3000))
    const cleared = await simNow()
    await sim.act('settlePayment', { captureId: capture })
    await sim.act('advanceClock', { ms: end - 1.2 * dayMs - (await simNow()) })
    const other = await w.pay(await w.invoice(7000), { how: 'echeck' })
    await w.settle(2.1 * dayMs)
    const late = await simNow()
    await sim.act('settlePayment', { captureId: other })
    await w.settle(dayMs)
    await w.refund(capture)
    await w.refund(other)
    await w.settle()
    await read(w, w, 3)
    expect(differing(await months(w))).toEqual([])
    const off = async (id: string, at: number) => Math.abs(Date.parse((await movedAt(w, id)) ?? '') - at)
    expect(await off(capture, cleared)).toBeLessThan(asOfEcho === 'same' ? 2000 : 62_000)
    expect(await off(other, late)).toBeLessThan(asOfEcho === 'same' ? 2000 : 62_000)
    expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
    await sim.act('configure', { asOfEcho: 'differs' })
  },
  60_000,
)

test('a row that was only touched since stands where it moved', async () => {
  const w = await moneyWorld(t, sim)
  await beforeMonthEnd(10)
  const at = await simNow()
  const { transactionId } = await sim.act<{ transactionId: string }>('addRow', {
    accountId: w.app.accountId,
    eventCode: 'T0000',
    currency: 'USD',
    amountMinor: 4321,
  })
  await w.settle(20 * dayMs)
  await sim.act('changeRow', { transactionId })
  await w.settle()
  await read(w, w, 2)
  expect(differing(await months(w))).toEqual([])
  expect(Math.abs(Date.parse((await movedAt(w, transactionId)) ?? '') - at)).toBeLessThan(62_000)
})

test('an eCheck that was read as pending, cleared in one month and was touched in the next stands where it cleared', async () => {
  const w = await moneyWorld(t, sim)
  await beforeMonthEnd(10)
  const capture = await w.pay(await w.invoice(4321), { how: 'echeck' })
  await w.settle()
  await read(w, w)
  await w.settle(2 * dayMs)
  const cleared = await simNow()
  await sim.act('settlePayment', { captureId: capture })
  await w.settle(20 * dayMs)
  await sim.act('changeRow', { transactionId: capture })
  await w.settle()
  await read(w, w, 3)
  expect(differing(await months(w))).toEqual([])
  expect(Math.abs(Date.parse((await movedAt(w, capture)) ?? '') - cleared)).toBeLessThan(62_000)
})

test('a withdrawal that PayPal has touched since is named as pending at the month’s end, beside one that was', async () => {
  await sim.act('configure', { pendingMoves: false })
  const w = await moneyWorld(t, sim)
  await w.pay(await w.invoice(50_000))
  await beforeMonthEnd(10)
  const withdraw = (amountMinor: number, pending: boolean) =>
    sim.act<{ transactionId: string }>('withdraw', { accountId: w.app.accountId, amountMinor, pending })
  const { transactionId } = await withdraw(2971, false)
  await withdraw(2179, true)
  await withdraw(1827, false)
  await w.settle(20 * dayMs)
  await sim.act('changeRow', { transactionId })
  await w.settle()
  await read(w, w, 2)
  const ended = (await months(w)).filter(({ pendingMinor }) => pendingMinor)
  expect(ended).toMatchObject([{ differenceMinor: 0, pendingMinor: -2971 }])
  expect(differing(await months(w))).toEqual([])
  await sim.act('configure', { pendingMoves: true })
})

test('a row that comes late makes its month differ at once, and the month agrees again when the row goes', async () => {
  const w = await moneyWorld(t, sim)
  await beforeMonthEnd(10)
  await w.pay(await w.invoice(10_000))
  await w.settle(20 * dayMs)
  await w.pay(await w.invoice(500))
  await w.settle()
  await read(w, w)
  expect(differing(await months(w))).toEqual([])
  const at = await w.query<{ at: string }>(`select max(as_of) as at from balance_at`)
  const late = toldRow(w.accountId, { grossMinor: 700, feeMinor: 0, occurredAt: whole(Date.parse(at[0]?.at ?? '') - dayMs) })
  await t.in(w.companyId, (db) => applyRows(db, w.companyId, [late], 'sync'))
  expect((await months(w)).at(-1)).toMatchObject({ currency: 'USD', differenceMinor: 700 })
  expect((await verifyLedger(t.ownerUrl)).faults).toContainEqual(expect.objectContaining({ check: 'months’ ends are PayPal’s balance' }))
  await t.in(w.companyId, (db) => applyRows(db, w.companyId, [{ ...late, status: 'D' }], 'sync'))
  expect(differing(await months(w))).toEqual([])
})

test('a row in the very second for which PayPal told its balance makes the month be asked about at another moment', async () => {
  const w = await moneyWorld(t, sim)
  await beforeMonthEnd(10)
  await w.pay(await w.invoice(10_000))
  await w.settle(20 * dayMs)
  await w.pay(await w.invoice(500))
  await w.settle()
  await read(w, w)
  const before = (await months(w)).at(-1)?.asOf ?? ''
  const row = { occurredAt: whole(Date.parse(before)), feeMinor: 0 }
  const both = [700, -700].map((grossMinor) => toldRow(w.accountId, { ...row, grossMinor, providerTransactionId: `LATE${grossMinor}` }))
  await t.in(w.companyId, (db) => applyRows(db, w.companyId, both, 'sync'))
  expect((await months(w)).at(-1)?.asOf).toBeNull()
  await read(w, w)
  expect((await months(w)).at(-1)?.asOf).not.toBe(before)
  expect(differing(await months(w))).toEqual([])
})

test('a row that is being written while PayPal’s balance of a later moment comes in is in what the books had', async () => {
  const w = await moneyWorld(t, sim)
  await beforeMonthEnd(10)
  await w.pay(await w.invoice(10_000))
  await w.settle(20 * dayMs)
  await read(w, w)
  await t.owner('update account_sync set due_at = now() where company_id = $1', [w.companyId])
  const lease = await takeLease(t.pool, w, 60)
  const paypal = await t.in(w.companyId, (db) => clientOf(db, t.outside, w))
  if (!lease || !paypal) throw new Error('The account is not free')
  const asking = { ...w.side(), paypal, lease, patienceMs: 0, deadline: Number.POSITIVE_INFINITY, callsLeft: 1 }
  const at = new Date(whole((await simNow()) - 5 * dayMs))
  const late = toldRow(w.accountId, { grossMinor: 700, feeMinor: 0, occurredAt: whole(at.getTime() - dayMs) })
  let told: Promise<Date | string> | undefined
  await t.in(w.companyId, async (db) => {
    await applyRows(db, w.companyId, [late], 'sync')
    told = askBalanceAt(asking, at, async () => true)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  })
  expect(await told).toBeInstanceOf(Date)
  const faults = (await verifyLedger(t.ownerUrl)).faults.map(({ check }) => check)
  expect(faults).not.toContain('balances of the past are what the books had')
  await expect(askBalanceAt(asking, at, async () => true)).rejects.toThrow(AskLater)
  await t.in(w.companyId, (db) => applyRows(db, w.companyId, [{ ...late, status: 'D' }], 'sync'))
})

test.each(['a row that was set aside', 'books that differ'])('%s: no other row is dated anew for it', async (what) => {
  const w = await moneyWorld(t, sim)
  await beforeMonthEnd(10)
  const row = { accountId: w.app.accountId, eventCode: 'T0000', currency: 'USD', amountMinor: 4321 }
  const { transactionId } = await sim.act<{ transactionId: string }>('addRow', row)
  await w.settle(20 * dayMs)
  await sim.act('changeRow', { transactionId })
  await w.settle()
  const strange = toldRow(w.accountId, { grossMinor: 900, feeMinor: 0, occurredAt: whole((await simNow()) - hourMs) })
  if (what === 'books that differ') {
    await read(w, w)
    await t.owner('update paypal_transaction set found_at = null, moved_at = settled_at where company_id = $1', [w.companyId])
    await t.in(w.companyId, (db) => applyRows(db, w.companyId, [strange], 'sync'))
  } else
    await t.owner(
      `insert into row_set_aside (company_id, account_id, key, provider_transaction_id, why, detail, told, raw) values ($1, $2, $3, '', 'amount', '', '{}', '')`,
      [w.companyId, w.accountId, 'a'.repeat(64)],
    )
  await read(w, w, 2)
  expect(differing(await months(w))).toMatchObject([{ currency: 'USD', differenceMinor: -4321 }])
  if (what === 'books that differ') await t.in(w.companyId, (db) => applyRows(db, w.companyId, [{ ...strange, status: 'D' }], 'sync'))
  else await t.owner('update row_set_aside set understood_at = now() where company_id = $1', [w.companyId])
  await read(w, w, 2)
  expect(differing(await months(w))).toEqual([])
})

/** Three companies read the same PayPal account: twice a day, once at the end, and with three gaps. */
test('three ways of reading the same business end in the same books, and every month’s end is proven', async () => {
  const [days, seed] = [Number(wantedDays ?? 9), Number(wantedSeed ?? 7)]
  await sim.act('configure', { asOfEcho: 'same' })
  const w = await moneyWorld(t, sim)
  await sim.act('changeAccount', { accountId: w.app.accountId, held: ['USD', 'EUR', 'GBP', 'JPY'], refundFromBank: true })
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
  await t.in(once.companyId, (db) => applyRows(db, once.companyId, [toldRow(once.accountId, first)], 'event'))
  await w.settle()
  const business = await playDays(w, { days, seed }, async (half) => {
    await read(w, often)
    const part = half / (days * 2)
    const isGap = [0.15, 0.45, 0.72].some((from) => part >= from && part < from + 0.12)
    if (!isGap) await read(w, gaps)
  })
  await w.settle(6 * hourMs)
  for (const book of [often, gaps, once]) await read(w, book, 4)

  const found = await Promise.all([often, once, gaps].map(async (book) => ({ months: await months(book), effects: await effects(book) })))
  const [a, b, c] = found.map(({ effects }) => effects)
  const rows = await t.owner<{ count: string; redated: string; doubted: string }>(
    `select count(*), count(*) filter (where found_at <> moved_at or found_at not in (occurred_at, settled_at)) as redated,
      count(*) filter (where found_at is not null) as doubted from paypal_transaction where company_id = $1`,
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
          .owner<{ n: string }>('select count(distinct as_of) as n from balance_at where company_id = $1', [companyId])
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

const keyOf = ({ id, book, currency, at, minor }: Effect) => `${id} ${book} ${currency} ${at} ${minor}`
function unequal(a: Effect[], b: Effect[]): string[] {
  const [one, other] = [new Set(a.map(keyOf)), new Set(b.map(keyOf))]
  return [
    ...[...one].filter((key) => !other.has(key)).map((key) => `- ${key}`),
    ...[...other].filter((key) => !one.has(key)).map((key) => `+ ${key}`),
  ].sort()
}

/**
 * Days of a shop in five currencies: payments, eChecks, conversions, refunds (some pending), disputes with holds, chargebacks, reserves and
 * withdrawals (some pending), in random hours.
 */
async function playDays(w: World, { days, seed }: { days: number; seed: number }, afterHalf: (half: number) => Promise<void>) {
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
      const bills = Array.from({ length: 2 }, (_, n) => ({ number: `B-${half}-${moment}-${n}`, currency: 'GBP' }))
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
    for (const { lever, input } of pending.filter(({ dueHalf }) => dueHalf === half)) await sim.act(lever, input)
    await sim.act('advanceClock', { ms: 63_000 })
    await afterHalf(half)
  }
  return made
}
