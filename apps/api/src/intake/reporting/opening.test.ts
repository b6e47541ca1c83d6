// @module-tag slow

import { unwrap } from '@paydesk/paypal/outcome'
import { expect, test } from 'vitest'
import { verifyLedger } from '../../money/ledger/verify.ts'
import { applyRows } from '../../money/transaction/apply.ts'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { moneyWorld } from '../../test/world/moneyWorld.ts'
import { explains } from './opening.ts'

const sim = await accountSim()
const t = testApp({ environment: () => sim.environment })

type World = Awaited<ReturnType<typeof moneyWorld>>
const dayMs = 86_400_000
const hours = (n: number) => n * 3_600_000

/** Reads as if the present were the time of the simulator's clock. */
async function syncThen(w: World) {
  const { now: ahead } = await sim.act<{ now: string }>('advanceClock', { ms: 0 })
  const now = Date.now
  Date.now = () => Date.parse(ahead)
  try {
    await w.sync()
  } finally {
    Date.now = now
  }
}
const difference = async (w: World) => (await w.proofs()).map(({ difference }) => difference)
const posted = (w: World, id: string) =>
  w.query(
    `select j.kind
     from journal j
     join paypal_transaction t on t.id = j.transaction_id
     where t.provider_transaction_id = '${id}'`,
  )

test.each(['updated', 'initiated'] as const)(
  'a row that is in the opening balance is not counted again when PayPal touches it, and its change is posted as a difference; windows by %s date',
  async (by) => {
    await sim.act('configure', { reportingWindowBy: by })
    const w = await moneyWorld(t, sim)
    const touched = await w.pay(await w.invoice(30_000))
    const later = await w.pay(await w.invoice(7000))
    const echeck = await w.pay(await w.invoice(2000), { how: 'echeck' })
    await w.settle(dayMs)
    await w.settle(dayMs)
    await sim.act('changeRow', { transactionId: touched })
    await w.settle(dayMs)
    // This payment is pending when the books begin and settles later, so it counts.
    await sim.act('settlePayment', { captureId: echeck })
    await w.settle(88.5 * dayMs)
    // The books begin one and a half days after the payments, before any of them has changed.
    await syncThen(w)
    expect(await difference(w)).toEqual([0])
    expect(await posted(w, touched)).toEqual([])
    expect(await posted(w, echeck)).toEqual([{ kind: 'row' }])
    await sim.act('changeRow', { transactionId: touched })
    await sim.act('changeRow', { transactionId: later, status: 'D' })
    await w.pay(await w.invoice(1000))
    await w.settle()
    await t.owner(
      `update sync_run set started_at = started_at - interval '2 days' where company_id = $1`,
      [w.companyId],
    )
    const resync = `insert into sync_run (company_id, account_id, kind, window_from, window_to, state)
      select company_id, account_id, 'resync', begins_at - interval '10 days', complete_through,
        'wanted'
      from account_sync
      where company_id = $1`
    await t.owner(resync, [w.companyId])
    await syncThen(w)
    expect(await w.query(`select count(*) from journal where kind = 'correction'`)).toEqual([
      { count: 1 },
    ])
    expect(await difference(w)).toEqual([0])
    expect(await posted(w, touched)).toEqual([])
    expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
    await sim.act('configure', { reportingWindowBy: 'initiated' })
  },
  60_000,
)

// PayPal tells its balance by the minute: it answers for the second itself if a minute begins with
// it, and else for an earlier one.
test.each([
  { age: 1, second: 0, rows: 0 },
  { age: 7, second: 0, rows: 0 },
  { age: 30, second: 0, rows: 0 },
  { age: 30, second: 30, rows: 0 },
  { age: 90, second: 0, rows: 0 },
  // More than one page of rows just before it.
  { age: 90, second: 0, rows: 600 },
])(
  'money that moved in the very second in which the books would begin is counted once: %o',
  async ({ age, second, rows }) => {
    await sim.act('freezeClock', { frozen: true })
    try {
      const { now } = await sim.act<{ now: string }>('advanceClock', { ms: 0 })
      const begins = Math.ceil(Date.parse(now) / 60_000 + 2) * 60_000 + second * 1000
      await sim.act('advanceClock', { ms: begins - age * 1000 - Date.parse(now) })
      const w = await moneyWorld(t, sim)
      if (rows > 0) {
        await w.settle((age - 20) * 1000)
        await sim.act('addRows', { accountId: w.app.accountId, count: rows })
        await w.settle(20_000)
      } else await w.settle(age * 1000)
      await w.pay(await w.invoice(5000))
      await w.settle(90 * dayMs)
      await syncThen(w)
      await w.settle(60_000)
      await w.pay(await w.invoice(100))
      await w.settle(10_000)
      await syncThen(w)
      expect(await difference(w)).toEqual([0])
    } finally {
      await sim.act('freezeClock', { frozen: false })
    }
  },
)

test('the books begin before the first row that an event had told, however long ago that was', async () => {
  // The event's content is taken from the capture, which PayPal may hide.
  await sim.act('configure', { invoiceCapture: 'shown' })
  const w = await moneyWorld(t, sim)
  const captureId = await w.pay(await w.invoice(4000))
  const {
    create_time,
    update_time,
    seller_receivable_breakdown: told,
  } = unwrap(await w.paypal.payments.getCapture(captureId))
  const at = (time: string | undefined) => new Date(time ?? '').toISOString()
  const row = toldRow(w.accountId, {
    providerTransactionId: captureId,
    grossMinor: 4000,
    feeMinor: -(told?.paypal_fee?.amountMinor ?? 0),
    occurredAt: at(create_time),
    providerUpdatedAt: at(update_time),
  })
  await w.settle(120 * dayMs)
  // An event told this row while the account could not be read.
  await t.in(w.companyId, (db) => applyRows(db, w.companyId, [row], 'event'))
  await syncThen(w)
  expect(await difference(w)).toEqual([0])
  expect(await posted(w, captureId)).toEqual([{ kind: 'row' }])
})

/** Reads until PayPal has been asked about everything: each job asks about a hundred rows. */
async function syncOften(w: World) {
  for (let n = 0; n < 4; n++) await syncThen(w)
}

test('however many rows of before the books PayPal has touched since, none of them is counted on top of the opening balance', async () => {
  const w = await moneyWorld(t, sim)
  const acts = Array.from({ length: 130 }, (_, n) => ({
    lever: 'addRow',
    accountId: w.app.accountId,
    eventCode: 'T0000',
    amountMinor: 1000 + n,
    feeMinor: -50,
  }))
  const { answers } = await sim.act<{ answers: { transactionId: string }[] }>('inOrder', { acts })
  await w.settle(3 * dayMs)
  const touches = answers.map(({ transactionId }) => ({ lever: 'changeRow', transactionId }))
  await sim.act('inOrder', { acts: touches })
  await w.settle(88.5 * dayMs)
  await syncThen(w)
  // The first job wrote what it had decided, and posted nothing that it was not sure of.
  expect(await w.query(`select count(*) from opening_row`)).toEqual([{ count: 100 }])
  expect(await w.query(`select count(*) from paypal_transaction`)).toEqual([{ count: 0 }])
  expect(await w.query(`select failure from account_sync`)).toEqual([{ failure: '' }])
  await syncOften(w)
  expect(await w.query(`select count(*) from opening_row`)).toEqual([{ count: 130 }])
  expect(await difference(w)).toEqual([0])
}, 120_000)

test.each([
  [true, 'S'],
  [true, 'D'],
  [false, 'S'],
  [false, 'D'],
])(
  'a withdrawal that is pending when the books begin counts once; PayPal takes it early: %s, and it ends as %s',
  async (pendingMoves, status) => {
    await sim.act('configure', { pendingMoves })
    for (const readBefore of [true, false]) {
      const w = await moneyWorld(t, sim)
      await w.pay(await w.invoice(20_000))
      await w.settle(hours(5))
      const { transactionId } = await sim.act<{ transactionId: string }>('withdraw', {
        accountId: w.app.accountId,
        amountMinor: 7000,
        pending: true,
      })
      await w.settle(hours(40))
      await w.settle(90 * dayMs - hours(20))
      // The books begin twenty hours after the withdrawal.
      const end = async () => {
        await sim.act('changeRow', { transactionId, status })
        await w.settle(hours(1))
      }
      if (!readBefore) await end()
      await syncThen(w)
      if (readBefore) {
        await end()
        await t.owner(
          `update sync_run set started_at = started_at - interval '2 days' where company_id = $1`,
          [w.companyId],
        )
        await syncThen(w)
      }
      expect(await difference(w)).toEqual([0])
      expect(await w.query(`select pending_minor from balance_proof`)).toEqual([
        { pendingMinor: 0 },
      ])
    }
    expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
    await sim.act('configure', { pendingMoves: true })
  },
  60_000,
)

test('a movement is explained by as few rows as possible, and by none if two explanations are as simple', () => {
  expect(explains(500, 500, [])).toBe(true)
  expect(explains(0, 500, [])).toBe(false)
  expect(explains(800, 500, [300, 200])).toBe(true)
  expect(explains(300, 500, [300, 200])).toBe(false)
  expect(explains(500, 500, [500])).toBeUndefined()
  expect(explains(123, 500, [300])).toBeUndefined()
  expect(explains(500, 500, [300, 200])).toBe(true)
})
