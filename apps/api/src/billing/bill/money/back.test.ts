import { homeApi } from '@paydesk/contract/desk/home'
import { beforeAll, expect, test } from 'vitest'
import { syncAccount } from '../../../intake/reporting/sync.ts'
import { differences } from '../../../test/differential.ts'
import { make, type TestUser } from '../../../test/make.ts'
import { billWorld, dataOf } from '../../../test/world/billWorld.ts'
import { quietLog } from '../../../test/world/moneyWorld.ts'

const world = billWorld()
const { t } = world
let finance: TestUser
let simAccount: string

beforeAll(async () => {
  finance = await make.user(t, {
    companyId: world.operator.companyId,
    permissions: ['ViewAllPayPalBill', 'ViewPayPalBill'],
  })
  const state = (await (await fetch(`${world.sim.url}/sim/state`)).json()) as {
    accounts: { id: string }[]
  }
  simAccount = state.accounts[0]?.id as string
  await sync()
})

async function sync() {
  await world.sim.act('advanceClock', { ms: 65_000 })
  await t.owner('update account_sync set due_at = now()')
  const ref = { companyId: world.operator.companyId, accountId: world.accountId }
  await syncAccount({ pool: t.pool, jobs: t.jobs, outside: t.outside, log: quietLog }, ref)
}
const home = async () => {
  const query = { from: '2026-06-01', to: '2027-05-31' }
  const { currencies } = dataOf<{
    currencies: { collectedMinor: number; refundedMinor: number; feeMinor: number }[]
  }>(await t.as(finance).call(homeApi.figures, { query }))
  return currencies[0] ?? { collectedMinor: 0, refundedMinor: 0, feeMinor: 0 }
}
const paid = async () => {
  const open = await world.sent()
  await world.pay(open)
  const bill = await world.becomes(open.id, ({ status }) => status === 'paid')
  await sync()
  return bill
}
const same = async () => expect(await differences(t.pool, world.operator.companyId)).toEqual([])

test('a lost chargeback goes back with its fee on bill, home and statement alike; won back, it comes again', async () => {
  const before = await home()
  const bill = await paid()
  const captureId = bill.payments[0]?.providerPaymentId
  await world.sim.act('openDispute', { captureId, channel: 'EXTERNAL', reason: 'UNAUTHORISED' })
  await sync()
  // PayPal's row may come before the dispute itself, which is answered below.
  const lost = await world.becomes(
    bill.id,
    ({ status, money, disputes }) =>
      status === 'refunded' && money.wentBackMinor > 0 && disputes.length > 0,
  )
  const fee = lost.money.wentBack.reduce((sum, { feeMinor }) => sum + feeMinor, 0)
  expect(fee).toBeGreaterThan(0)
  expect(lost).toMatchObject({
    refundedMinor: 10_000,
    money: { receivedMinor: 10_000, wentBackMinor: 10_000, owedMinor: 0, provisional: false },
  })
  expect(lost.money.wentBack).toContainEqual(
    expect.objectContaining({ kind: 'chargeback', amountMinor: 10_000 }),
  )
  // All of it went back, and PayPal's fees are lost.
  expect([lost.money.netMinor, lost.money.availableMinor]).toEqual([
    -(lost.feeMinor ?? 0) - fee,
    -(lost.feeMinor ?? 0) - fee,
  ])
  const after = await home()
  expect([after.refundedMinor - before.refundedMinor, after.feeMinor - before.feeMinor]).toEqual([
    10_000,
    fee + (lost.feeMinor ?? 0),
  ])
  await same()
  const { disputes } = lost
  const [{ providerDisputeId } = { providerDisputeId: '' }] = await t.owner<{
    providerDisputeId: string
  }>('select provider_dispute_id as "providerDisputeId" from dispute where id = $1', [
    disputes[0]?.id,
  ])
  await world.sim.act('answerDispute', { disputeId: providerDisputeId, action: 'sellerWins' })
  await sync()
  const won = await world.becomes(
    bill.id,
    ({ status, money }) => status === 'paid' && money.wentBackMinor === 0,
  )
  expect(won.money.wentBack).toContainEqual(
    expect.objectContaining({ kind: 'returned', amountMinor: -10_000 }),
  )
  expect((await home()).refundedMinor).toBe(before.refundedMinor)
  await same()
})

test('a refund on paypal.com counts once, whether the invoice, the refund itself or its row tells of it first', async () => {
  const bill = await paid()
  const before = await home()
  await world.sim.act('refundInPayPal', {
    captureId: bill.payments[0]?.providerPaymentId,
    amountMinor: 3000,
  })
  await sync()
  const back = await world.becomes(
    bill.id,
    ({ money, refunds }) =>
      money.wentBackMinor === 3000 && refunds.length === 1 && !money.provisional,
  )
  expect(back.money.wentBack).toMatchObject([{ kind: 'refund', amountMinor: 3000 }])
  const [{ feeMinor: ofRefund } = { feeMinor: 0 }] = back.money.wentBack
  expect(back.money.netMinor).toBe(10_000 - (back.feeMinor ?? 0) - 3000 - ofRefund)
  expect((await home()).refundedMinor - before.refundedMinor).toBe(3000)
  await same()
})

test('what PayPal withholds of a payment is said with its day, and leaves when it is released', async () => {
  const bill = await paid()
  const referenceId = bill.payments[0]?.providerPaymentId
  await world.sim.act('hold', {
    accountId: simAccount,
    code: 'T2101',
    amountMinor: 2500,
    currency: 'USD',
    referenceId,
  })
  await sync()
  const { money: held, netMinor } = await world.read(bill.id)
  expect(held.withheld).toMatchObject({ amountMinor: 2500, until: null })
  expect([held.netMinor, held.availableMinor]).toEqual([netMinor, (netMinor ?? 0) - 2500])
  await world.sim.act('hold', {
    accountId: simAccount,
    code: 'T2102',
    amountMinor: 2500,
    currency: 'USD',
    referenceId,
  })
  await sync()
  expect((await world.read(bill.id)).money).toMatchObject({
    withheld: null,
    netMinor,
    availableMinor: netMinor,
  })
})

test('the net is not told before the fee of every payment is, and leaves out what came and went another way', async () => {
  const bill = await paid()
  const { feeMinor, money } = await world.read(bill.id)
  const net = money.netMinor
  expect(net).toBe(10_000 - (feeMinor ?? 0))
  const other = `
    insert into bill_payment (
      company_id, bill_id, account_id, provider_payment_id, source, method, currency, amount_minor
    )
    select company_id, id, account_id, new_id()::text, $2, '', currency, 500
    from bill
    where id = $1
    returning id`
  const [outside] = await t.owner<{ id: string }>(other, [bill.id, 'external'])
  // Went back of money that was recorded on the invoice: neither its coming nor its
  // going is in the net.
  await t.owner(
    `insert into refund (
       company_id, account_id, bill_id, payment_id, origin, kind, currency, amount_minor, state,
       provider_refund_id
     )
     select company_id, account_id, bill_id, id, 'paypal', 'refund', currency, 500, 'completed',
       new_id()::text
     from bill_payment
     where id = $1`,
    [outside?.id],
  )
  expect((await world.read(bill.id)).money).toMatchObject({ wentBackMinor: 500, netMinor: net })
  // Dollars cannot be taken off euros: the net is not told then.
  const foreign = `update bill_back set currency = $2 where bill_id = $1 and kind = 'refund'`
  await t.owner(`update refund set payment_id = null where payment_id = $1`, [outside?.id])
  await t.owner(foreign, [bill.id, 'EUR'])
  expect((await world.read(bill.id)).money).toMatchObject({ netMinor: null, availableMinor: null })
  await t.owner(foreign, [bill.id, 'USD'])
  await t.owner(`update refund set payment_id = $1 where bill_id = $2`, [outside?.id, bill.id])
  const [late] = await t.owner<{ id: string }>(other, [bill.id, 'paypal'])
  expect((await world.read(bill.id)).money).toMatchObject({ netMinor: null, availableMinor: null })
  await t.owner('delete from bill_payment where id = $1', [late?.id])
  expect((await world.read(bill.id)).money.netMinor).toBe(net)
})
