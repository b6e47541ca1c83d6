import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { expect, test } from 'vitest'
import { until } from '../../test/until.ts'
import { billWorld, dataOf } from '../../test/world/billWorld.ts'

const world = billWorld()
const { t, becomes, sent } = world

const edit = (bill: Bill, unitAmountMinor: number) =>
  world.as().call(billApi.edit, {
    params: { id: bill.id },
    body: {
      ...world.input(),
      items: [{ name: 'A', quantity: '1', unitAmountMinor }],
      version: bill.version,
    },
  })
const used = async () =>
  (
    await t.owner(
      'select amount_minor::int as amount, bill_count as count from paypal_account_usage where account_id = $1',
      [world.accountId],
    )
  )[0]

test('a change of a sent bill keeps the account’s limits: more must fit, less is free again, a refused change costs nothing', async () => {
  const { companyId } = world.operator
  await t.owner(
    `insert into paypal_account_limit (company_id, account_id, currency, daily_minor)
     values ($1, $2, 'USD', 15000)`,
    [companyId, world.accountId],
  )
  const open = await sent()
  expect(await used()).toEqual({ amount: 10_000, count: 1 })
  expect(await edit(open, 15_001)).toMatchObject({
    status: 409,
    body: { errorCode: 'bill.noAccount' },
  })
  dataOf(await edit(open, 15_000))
  expect(await used()).toEqual({ amount: 15_000, count: 1 })
  const more = await becomes(open.id, ({ busy, totalMinor }) => !busy && totalMinor === 15_000)
  // A smaller amount frees the difference once PayPal has agreed.
  dataOf(await edit(more, 4000))
  expect(await used()).toEqual({ amount: 15_000, count: 1 })
  const less = await becomes(open.id, ({ busy, totalMinor }) => !busy && totalMinor === 4000)
  expect(await used()).toEqual({ amount: 4000, count: 1 })
  // The invoice is cancelled on PayPal's site meanwhile, so PayPal refuses the change. No look for
  // an earlier event finds that out before.
  await t.owner(`update event_look set rest_until = now() + interval '10 minutes'`)
  await until(async () =>
    (await t.owner('select 1 from event_look where leased_until > now()')).length === 0
      ? true
      : undefined,
  )
  await world.sim.act('addFault', {
    kind: 'dropWebhook',
    eventType: 'INVOICING.INVOICE.CANCELLED',
    times: 1,
  })
  await world.sim.act('changeInPayPal', { invoiceId: less.providerInvoiceId, action: 'cancel' })
  dataOf(await edit(less, 9000))
  await becomes(open.id, ({ busy }) => !busy)
  expect(await used()).toEqual({ amount: 4000, count: 1 })
}, 90_000)
