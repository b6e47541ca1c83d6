// @module-tag slow

import { expect, test } from 'vitest'
import { verifyLedger } from '../../money/ledger/verify.ts'
import { applyRows } from '../../money/transaction/apply.ts'
import { clientOf } from '../../paypal/paypalAccount/paypalAccount.ts'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { moneyWorld } from '../../test/world/moneyWorld.ts'
import { dayMs, differing, monthEnds, type World, whole } from '../../test/world/monthEnds.ts'
import { AskLater, askBalanceAt } from './balanceAt.ts'
import { takeLease } from './lease.ts'

const sim = await accountSim()
const t = testApp({ environment: () => sim.environment })
const { simNow, read, months, beforeMonthEnd } = monthEnds(t, sim)

const hourMs = 3_600_000

const movedAt = async (w: World, id: string) =>
  (
    await w.query<{ at: string | null }>(
      `select moved_at as at from paypal_transaction where provider_transaction_id = '${id}'`,
    )
  )[0]?.at

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
  expect(list.map(({ currency, differenceMinor }) => [currency, differenceMinor]).at(-1)).toEqual([
    'USD',
    0,
  ])
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
    const off = async (id: string, at: number) =>
      Math.abs(Date.parse((await movedAt(w, id)) ?? '') - at)
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

test('dates an eCheck that cleared and went back on one day by its clearing', async () => {
  await sim.act('configure', { asOfEcho: 'same' })
  const w = await moneyWorld(t, sim)
  const end = await beforeMonthEnd(10)
  const goTo = async (at: number) => sim.act('advanceClock', { ms: at - (await simNow()) })
  await goTo(end - 36 * hourMs)
  const capture = await w.pay(await w.invoice(5000), { how: 'echeck' })
  const other = await w.pay(await w.invoice(7000), { how: 'echeck' })
  await w.settle()
  await read(w, w)
  await goTo(end - 22 * hourMs)
  const cleared = await simNow()
  await sim.act('settlePayment', { captureId: capture })
  await goTo(end - 2 * hourMs)
  await w.refund(capture)
  await w.settle()
  await read(w, w)
  await goTo(end - hourMs)
  const late = await simNow()
  await sim.act('settlePayment', { captureId: other })
  await goTo(end + 5 * dayMs)
  await w.refund(other)
  await w.settle()
  await read(w, w, 2)
  expect(differing(await months(w))).toEqual([])
  const off = async (id: string, at: number) =>
    Math.abs(Date.parse((await movedAt(w, id)) ?? '') - at)
  expect(await off(capture, cleared)).toBeLessThan(2000)
  expect(await off(other, late)).toBeLessThan(2000)
  expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
  await sim.act('configure', { asOfEcho: 'differs' })
})

test('a withdrawal that PayPal has touched since is named as pending at the month’s end, beside one that was', async () => {
  await sim.act('configure', { pendingMoves: false })
  const w = await moneyWorld(t, sim)
  await w.pay(await w.invoice(50_000))
  await beforeMonthEnd(10)
  const withdraw = (amountMinor: number, pending: boolean) =>
    sim.act<{ transactionId: string }>('withdraw', {
      accountId: w.app.accountId,
      amountMinor,
      pending,
    })
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
  const late = toldRow(w.accountId, {
    grossMinor: 700,
    feeMinor: 0,
    occurredAt: whole(Date.parse(at[0]?.at ?? '') - dayMs),
  })
  await t.in(w.companyId, (db) => applyRows(db, w.companyId, [late], 'sync'))
  expect((await months(w)).at(-1)).toMatchObject({ currency: 'USD', differenceMinor: 700 })
  expect((await verifyLedger(t.ownerUrl)).faults).toContainEqual(
    expect.objectContaining({ check: 'months’ ends are PayPal’s balance' }),
  )
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
  const both = [700, -700].map((grossMinor) =>
    toldRow(w.accountId, { ...row, grossMinor, providerTransactionId: `LATE${grossMinor}` }),
  )
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
  const asking = {
    ...w.side(),
    paypal,
    lease,
    patienceMs: 0,
    deadline: Number.POSITIVE_INFINITY,
    callsLeft: 1,
  }
  const at = new Date(whole((await simNow()) - 5 * dayMs))
  const late = toldRow(w.accountId, {
    grossMinor: 700,
    feeMinor: 0,
    occurredAt: whole(at.getTime() - dayMs),
  })
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

test.each(['a row that was set aside', 'books that differ'])(
  '%s: no other row is dated anew for it',
  async (what) => {
    const w = await moneyWorld(t, sim)
    await beforeMonthEnd(10)
    const row = {
      accountId: w.app.accountId,
      eventCode: 'T0000',
      currency: 'USD',
      amountMinor: 4321,
    }
    const { transactionId } = await sim.act<{ transactionId: string }>('addRow', row)
    await w.settle(20 * dayMs)
    await sim.act('changeRow', { transactionId })
    await w.settle()
    const strange = toldRow(w.accountId, {
      grossMinor: 900,
      feeMinor: 0,
      occurredAt: whole((await simNow()) - hourMs),
    })
    if (what === 'books that differ') {
      await read(w, w)
      await t.owner(
        'update paypal_transaction set found_at = null, moved_at = settled_at where company_id = $1',
        [w.companyId],
      )
      await t.in(w.companyId, (db) => applyRows(db, w.companyId, [strange], 'sync'))
    } else
      await t.owner(
        `insert into row_set_aside (
           company_id, account_id, key, provider_transaction_id, why, detail, told, raw
         )
         values ($1, $2, $3, '', 'amount', '', '{}', '')`,
        [w.companyId, w.accountId, 'a'.repeat(64)],
      )
    await read(w, w, 2)
    expect(differing(await months(w))).toMatchObject([{ currency: 'USD', differenceMinor: -4321 }])
    if (what === 'books that differ')
      await t.in(w.companyId, (db) =>
        applyRows(db, w.companyId, [{ ...strange, status: 'D' }], 'sync'),
      )
    else
      await t.owner('update row_set_aside set understood_at = now() where company_id = $1', [
        w.companyId,
      ])
    await read(w, w, 2)
    expect(differing(await months(w))).toEqual([])
  },
)
