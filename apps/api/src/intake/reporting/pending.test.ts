// @module-tag slow

import { expect, test } from 'vitest'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { moneyWorld } from '../../test/world/moneyWorld.ts'
import { addTransactions } from '../../test/world/transactions.ts'

const sim = await accountSim()
const t = testApp({ environment: () => sim.environment })
const dayMs = 86_400_000

test.each([
  ['a refund', 0],
  ['a lost dispute and a refund of the rest', 1500],
])(
  'a payment that went back wholly by %s is known as reversed, though no window shows it again',
  async (_, lostMinor) => {
    await sim.act('configure', { reportingWindowBy: 'initiated' })
    const w = await moneyWorld(t, sim)
    // The account is there before its first payment: PayPal shows nothing from before it.
    await w.settle()
    const captureId = await w.pay(await w.invoice())
    await w.settle()
    await w.sync()
    await w.settle(9 * dayMs)
    await w.sync()
    if (lostMinor > 0) {
      const { disputeId } = await sim.act<{ disputeId: string }>('openDispute', {
        captureId,
        amountMinor: lostMinor,
      })
      await sim.act('answerDispute', { disputeId, action: 'buyerWins' })
    }
    await sim.act('refundInPayPal', { captureId, amountMinor: 10_000 - lostMinor })
    await w.settle()
    await w.sync()
    await t.owner(`update sync_run set started_at = started_at - interval '1 day'`)
    await w.sync()
    expect(
      await w.query(
        `select status from paypal_transaction where provider_transaction_id = '${captureId}'`,
      ),
    ).toEqual([{ status: 'V' }])
    expect((await w.proofs()).map(({ difference }) => difference)).toEqual([0])
  },
  60_000,
)

test('a pending withdrawal does not wait behind many payments that went back', async () => {
  await sim.act('configure', { reportingWindowBy: 'initiated' })
  const w = await moneyWorld(t, sim)
  await w.settle()
  await w.pay(await w.invoice())
  const { transactionId } = await sim.act<{ transactionId: string }>('withdraw', {
    accountId: w.app.accountId,
    amountMinor: 500,
    pending: true,
  })
  await w.settle()
  await w.sync()
  await w.settle(9 * dayMs)
  await w.sync()
  await sim.act('changeRow', { transactionId, status: 'S' })
  await w.settle()
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const { companyId, accountId } = w
  const gone = Array.from({ length: 2000 }, (_, n) => [
    { accountId, gross: 1000, providerId: `PAID${String(n).padStart(13, '0')}`, at },
    {
      accountId,
      gross: -1000,
      code: 'T1107',
      referenceId: `PAID${String(n).padStart(13, '0')}`,
      at,
    },
  ])
  await addTransactions(t, companyId, gone.flat())
  await t.owner(`update sync_run set started_at = started_at - interval '1 day'`)
  await w.sync()
  expect(
    await w.query(
      `select status from paypal_transaction where provider_transaction_id = '${transactionId}'`,
    ),
  ).toEqual([{ status: 'S' }])
  expect(
    await w.query(
      `select calls from sync_run where kind = 'pending' order by started_at desc limit 1`,
    ),
  ).toEqual([{ calls: 40 }])
}, 60_000)
