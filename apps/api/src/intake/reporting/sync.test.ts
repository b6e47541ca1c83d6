import { expect, test } from 'vitest'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { moneyWorld } from '../../test/world/moneyWorld.ts'

const sim = await accountSim()
const t = testApp({ environment: () => ({ ...sim.environment, PAYPAL_TIMEOUT_MS: '2000' }) })

type World = Awaited<ReturnType<typeof moneyWorld>>

/**
 * Payments, part refunds, a conversion, holds won and lost, a chargeback, an eCheck that clears and
 * one that does not, a withdrawal.
 */
async function mixedDay(w: World) {
  const first = await w.pay(await w.invoice(20_000))
  await w.refund(first, 2500)
  const whole = await w.pay(await w.invoice(5000))
  await w.refund(whole)
  const zloty = await w.pay(await w.invoice(40_000, 'PLN'))
  await w.refund(zloty, 1000)
  await w.pay(await w.invoice(9000, 'EUR'))
  await w.settle()
  const lost = await sim.act<{ disputeId: string }>('openDispute', {
    captureId: await w.pay(await w.invoice(7000)),
  })
  const won = await sim.act<{ disputeId: string }>('openDispute', {
    captureId: await w.pay(await w.invoice(3000)),
  })
  await sim.act('openDispute', { captureId: await w.pay(await w.invoice(4000)) })
  const echeck = await w.pay(await w.invoice(6000), { how: 'echeck' })
  const bounced = await w.pay(await w.invoice(6500), { how: 'echeck' })
  await w.settle()
  return { lost: lost.disputeId, won: won.disputeId, echeck, bounced }
}

async function nextDay(
  w: World,
  { lost, won, echeck, bounced }: Awaited<ReturnType<typeof mixedDay>>,
) {
  await w.settle(36 * 3_600_000)
  await sim.act('answerDispute', { disputeId: lost, action: 'buyerWins' })
  await sim.act('answerDispute', { disputeId: won, action: 'sellerWins' })
  await sim.act('openDispute', {
    captureId: await w.pay(await w.invoice(8000)),
    channel: 'EXTERNAL',
  })
  await sim.act('settlePayment', { captureId: echeck })
  await sim.act('settlePayment', { captureId: bounced, how: 'decline' })
  await sim.act('withdraw', { accountId: w.app.accountId, amountMinor: 5000 })
  await w.settle()
}

test.each(['updated', 'initiated'] as const)(
  'after a mixed day the books equal PayPal’s balance to the cent, windows by %s date',
  async (by) => {
    await sim.act('configure', { reportingWindowBy: by })
    const w = await moneyWorld(t, sim)
    const day = await mixedDay(w)
    await w.sync()
    const before = await w.proofs()
    expect(before.map(({ currency, difference }) => [currency, difference])).toEqual([
      ['EUR', 0],
      ['PLN', 0],
      ['USD', 0],
    ])
    expect(before.find(({ currency }) => currency === 'USD')?.ledger).toBeGreaterThan(0)
    await nextDay(w, day)
    // The next question about pending rows is due in an hour; here a day has passed.
    await t.owner(`update sync_run set started_at = started_at - interval '1 day'`)
    await w.sync()
    const after = await w.proofs()
    expect(after.map(({ difference }) => difference)).toEqual([0, 0, 0])
    expect(after[2]?.asOf).not.toBe(before[2]?.asOf)
    const pending = await w.query(
      `select status
       from paypal_transaction
       where provider_transaction_id in ('${day.echeck}', '${day.bounced}')
       order by 1`,
    )
    expect(pending).toEqual([{ status: 'D' }, { status: 'S' }])
    const withheld = await w.query(
      `select balance_minor from ledger_balance where book = 'withheld' and currency = 'USD'`,
    )
    expect(withheld).toEqual([{ balanceMinor: 4000 }])
    const conversions = await w.query(
      `select count(*)
       from paypal_transaction
       where class = 'conversion' and group_id is not null`,
    )
    expect(conversions).toEqual([{ count: 4 }])
    expect(await w.query(`select failure from account_sync`)).toEqual([{ failure: '' }])
    await sim.act('configure', { reportingWindowBy: 'initiated' })
  },
  60_000,
)

test('reading again changes nothing; coverage has no gap and is complete through the time that PayPal states', async () => {
  const w = await moneyWorld(t, sim)
  await w.pay(await w.invoice())
  await w.settle()
  await w.sync()
  await w.sync()
  const runs = await w.query<{
    rowsSeen: number
    rowsNew: number
    rowsChanged: number
    state: string
  }>(
    `select state, rows_seen, rows_new, rows_changed
     from sync_run
     where kind = 'regular'
     order by started_at`,
  )
  expect(runs).toMatchObject([
    { state: 'done', rowsSeen: 1, rowsNew: 1, rowsChanged: 0 },
    { state: 'done', rowsSeen: 1, rowsNew: 0, rowsChanged: 0 },
  ])
  const [state] = await w.query<{ ranges: number; whole: boolean }>(
    `select (select count(*) from unnest(covered)) as ranges,
       lower(covered) < begins_at and upper(covered) = complete_through as whole
     from account_sync`,
  )
  expect(state).toEqual({ ranges: 1, whole: true })
})

test('reporting that stands still is no failure: it is complete up to there, and the rest is read when it continues', async () => {
  const w = await moneyWorld(t, sim)
  await w.pay(await w.invoice())
  await w.settle()
  await w.sync()
  await sim.act('freezeReporting', { frozen: true })
  await w.settle(3_600_000)
  await w.pay(await w.invoice())
  await w.settle()
  await w.sync()
  const through = () => w.query<{ at: string }>('select complete_through as at from account_sync')
  const [frozen] = await through()
  expect(await w.query(`select count(*) from paypal_transaction`)).toEqual([{ count: 1 }])
  await sim.act('freezeReporting', { frozen: false })
  await w.sync()
  const [after] = await through()
  expect(Date.parse(after?.at as string)).toBeGreaterThan(
    Date.parse(frozen?.at as string) + 3_600_000,
  )
  expect(await w.query(`select count(*) from paypal_transaction`)).toEqual([{ count: 2 }])
  expect((await w.proofs()).map(({ difference }) => difference)).toEqual([0])
})

test('a window that is too large is halved until PayPal answers it', async () => {
  // PayPal's own limit is 10,000, for which this would take half a minute.
  await sim.act('configure', { reportingMaxRows: 1500 })
  const w = await moneyWorld(t, sim)
  for (let n = 0; n < 3; n++) {
    await sim.act('addRows', { accountId: w.app.accountId, count: 600 })
    // Not a whole minute: the simulator gives balances of whole minutes, and none of
    // them would be quiet.
    await w.settle(67_000)
  }
  await w.sync()
  await w.sync()
  expect(await w.query(`select count(*) from paypal_transaction`)).toEqual([{ count: 1800 }])
  expect((await w.proofs()).map(({ difference }) => difference)).toEqual([0])
  await sim.act('configure', { reportingMaxRows: 10_000 })
}, 60_000)

test('rows that move between the pages while they are read are not lost', async () => {
  const w = await moneyWorld(t, sim)
  await sim.act('addRows', { accountId: w.app.accountId, count: 1200 })
  await w.settle()
  const { id } = await sim.act<{ id: string }>('addFault', {
    kind: 'pageShift',
    accountId: w.app.accountId,
    times: -1,
  })
  await w.sync()
  await sim.act('removeFault', { id })
  await w.settle()
  await w.sync()
  const [known] = await w.query<{ count: number }>(`select count(*) from paypal_transaction`)
  expect(known?.count).toBeGreaterThan(1201)
  expect((await w.proofs()).map(({ difference }) => difference)).toEqual([0])
}, 60_000)

test('PayPal’s balance before the books begin is their opening balance, and its rows are not counted again', async () => {
  const w = await moneyWorld(t, sim)
  const old = await w.pay(await w.invoice(30_000))
  const held = await w.pay(await w.invoice(2000), { how: 'echeck' })
  await w.settle(100 * 86_400_000 - 1)
  await w.refund(old)
  await w.pay(await w.invoice(1000))
  await w.settle()
  // This reads for the first time now, by the simulator's clock.
  const now = Date.now
  const ahead = (await sim.act<{ now: string }>('advanceClock', { ms: 0 })).now
  Date.now = () => Date.parse(ahead)
  try {
    await w.sync()
  } finally {
    Date.now = now
  }
  expect(held).not.toBe(old)
  expect((await w.proofs()).map(({ currency, difference }) => [currency, difference])).toEqual([
    ['USD', 0],
  ])
  expect(await w.query(`select kind from journal where kind = 'opening'`)).toHaveLength(1)
  expect(
    await w.query(
      `select provider_transaction_id
       from paypal_transaction
       where provider_transaction_id = '${old}'`,
    ),
  ).toEqual([])
})

test('the reason why a payment is pending is asked for once, as reporting is silent about it, and kept while it is pending', async () => {
  // PayPal may hide the captures behind invoices (paypal §3.7); then nobody can say why one is
  // pending.
  await sim.act('configure', { invoiceCapture: 'shown' })
  const w = await moneyWorld(t, sim)
  const echeck = await w.pay(await w.invoice(6000), { how: 'echeck' })
  // These payments were taken on PayPal's site: no app may read them.
  await sim.act('doBusiness', { accountId: w.app.accountId, count: 12, seed: 3, bills: [] })
  await w.settle()
  await w.sync()
  const reasons = () =>
    w.query<{ id: string; reason: string }>(
      `select provider_transaction_id as id, pending_reason as reason
       from paypal_transaction
       where status = 'P'
       order by pending_reason`,
    )
  const told = await reasons()
  expect(told.find(({ id }) => id === echeck)).toEqual({ id: echeck, reason: 'ECHECK' })
  expect(told.map(({ reason }) => reason)).not.toContain('')
  await w.sync()
  expect(await reasons()).toEqual(told)
  await sim.act('settlePayment', { captureId: echeck })
  await w.settle()
  await w.sync()
  const [settled] = await w.query(
    `select status, pending_reason as reason
     from paypal_transaction
     where provider_transaction_id = '${echeck}'`,
  )
  expect(settled).toEqual({ status: 'S', reason: '' })
  expect(await w.query(`select failure from account_sync`)).toEqual([{ failure: '' }])
}, 60_000)
