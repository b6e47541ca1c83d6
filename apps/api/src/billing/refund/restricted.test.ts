// @module-tag slow

import { refundApi } from '@paydesk/contract/billing/refund'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { billWorld, dataOf } from '../../test/world/billWorld.ts'

const world = billWorld()
const { t, becomesSoon, sent, pay } = world

test.each(['restricted', 'denied'])(
  'an app that may not refund an invoice’s payment says so, frees the money and leaves the account alone; a refund on paypal.com is found (%s)',
  async (position) => {
    await world.sim.act('configure', { invoiceRefund: position })
    const finance = await make.user(t, {
      companyId: world.operator.companyId,
      permissions: ['RefundPayPalBill', 'ViewAllPayPalBill'],
    })
    const open = await sent()
    const { captureId } = (await pay(open)) as { captureId: string }
    const bill = await becomesSoon(open.id, ({ status }) => status === 'paid')
    const paymentId = bill.payments[0]?.id as string
    const body = {
      version: bill.version,
      paymentId,
      amountMinor: 3000,
      reason: '客户退货',
      noteToPayer: '',
    }
    dataOf(await t.as(finance).call(refundApi.ask, { params: { id: bill.id }, body }))
    const refused = await becomesSoon(bill.id, ({ refunds }) =>
      refunds.some(({ state }) => state === 'refused'),
    )
    expect(refused.refunds).toMatchObject([{ failure: { code: 'REFUND_IS_RESTRICTED' } }])
    const [left] = await t.owner(
      'select refunded_minor::int as refunded, refunding_minor::int as refunding from bill_payment where id = $1',
      [paymentId],
    )
    expect(left).toEqual({ refunded: 0, refunding: 0 })
    expect(
      await t.owner(
        `select state, calls from operation where kind = 'refundPayment' and bill_id = $1`,
        [bill.id],
      ),
    ).toEqual([{ state: 'refused', calls: 1 }])
    expect(
      await t.owner('select state from paypal_account where id = $1', [world.accountId]),
    ).toEqual([{ state: 'active' }])
    await world.sim.act('refundInPayPal', { captureId, amountMinor: 3000 })
    await world.sim.act('advanceClock', { ms: 63_000 })
    await t.owner('update account_sync set due_at = now()')
    const found = await becomesSoon(bill.id, ({ status }) => status === 'partiallyRefunded')
    expect(found).toMatchObject({
      refundedMinor: 3000,
      refunds: [{ state: 'refused' }, { state: 'completed', origin: 'paypal' }],
    })
  },
  120_000,
)
