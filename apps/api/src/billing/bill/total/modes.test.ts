import { billTotals } from '@paydesk/contract/billing/billTotals'
import { currencies } from '@paydesk/contract/lib/money'
import { connect } from '@paydesk/paypal/client'
import { afterAll, afterEach, expect, test } from 'vitest'
import { Simulator } from '../../../test/server/simulator.ts'
import { invoiceDraft } from '../content.ts'
import type { Task } from '../look.ts'
import { type Call, perform } from '../perform.ts'

const sim = await Simulator.start()
afterAll(() => sim.stop())
const app = sim.accounts[0] as (typeof sim.accounts)[number]
const client = connect({
  environment: { kind: 'simulator', baseUrl: sim.url },
  clientId: app.clientId,
  secret: app.secret,
  production: false,
  timeoutMs: 3000,
})
const configure = (settings: object) => sim.act('configure', settings)
afterEach(() => configure({ reckonsWrong: '', zeroDecimalRounding: 'halfUp' }))

const taxes = [{}, { taxName: 'VAT', taxPercent: '7.25' }, { taxName: 'VAT', taxPercent: '10' }]
const itemDiscounts = [undefined, { percent: '5' }, { amountMinor: 30 }]
const discounts = [undefined, { percent: '2.5' }, { amountMinor: 55 }]
const shippings = [null, { amountMinor: 105, taxName: 'VAT', taxPercent: '7.25' }]
/**
 * Every mode of tax, of both discounts and of shipping with each other, in amounts that
 * have to be rounded.
 */
const modes = taxes.flatMap((tax) =>
  itemDiscounts.flatMap((discount) =>
    discounts.flatMap((whole) =>
      shippings.map((shipping) => ({
        items: [
          { name: 'A', quantity: '3', unitAmountMinor: 333, ...tax, ...(discount && { discount }) },
          { name: 'B', quantity: '1.5', unitAmountMinor: 115, ...tax },
        ],
        discount: whole ?? null,
        shipping,
      })),
    ),
  ),
)

let count = 0
const recipient = {
  name: 'A',
  businessName: 'A',
  email: 'a@customer.example',
  ccEmails: [],
  country: null,
  language: null,
}
function callFor(
  currency: string,
  mode: (typeof modes)[number],
  request: Task['request'] = { thenSend: 'email' },
): Call {
  const number = `T-${++count}`
  const id = crypto.randomUUID()
  const bill = {
    ...mode,
    number,
    currency,
    recipient,
    billDate: null,
    note: '',
    terms: '',
    term: 'net15',
    dueDate: null,
  }
  const { items, discount, shipping } = mode
  return {
    client,
    task: { id, kind: 'createInvoice', number, invoiceId: null, request },
    draft: invoiceDraft({ ...bill, allowPartial: false, minimumDueMinor: null } as never, id),
    totals: billTotals({
      items,
      ...(discount && { discount }),
      ...(shipping && { shipping }),
    } as never),
    currency,
  }
}
const left = async (call: Call) =>
  (await sim.invoices()).filter(({ number }) => number === call.task.number)

const exponents = ['USD', 'EUR', 'JPY', 'HUF', 'TWD'] as const
test.each(exponents)(
  '%s: every mode of tax and discount comes to what PayPal reckons',
  async (currency) => {
    for (const mode of modes) {
      const call = callFor(currency, mode)
      expect(await perform(call, false), JSON.stringify(mode)).toMatchObject({
        result: 'done',
        facts: { compared: true },
        invoice: { amount: { amountMinor: call.totals.totalMinor } },
      })
    }
  },
  60_000,
)

test.each(exponents)(
  '%s: in every mode a total that is one unit off stops the bill, and its draft is gone',
  async (currency) => {
    await configure({ reckonsWrong: 'total' })
    for (const mode of modes) {
      const call = callFor(currency, mode)
      const { totalMinor } = call.totals
      expect(await perform(call, false), JSON.stringify(mode)).toMatchObject({
        result: 'refused',
        refusal: { by: 'policy', name: 'TOTAL_DIFFERS' },
        facts: {
          removed: true,
          difference: {
            currency,
            oursMinor: totalMinor,
            paypalsMinor: totalMinor + 1,
            part: 'total',
            line: null,
          },
        },
      })
      expect(await left(call)).toEqual([])
    }
  },
  60_000,
)

test('one unit off is noticed in every currency of PayPal’s', async () => {
  await configure({ reckonsWrong: 'total' })
  for (const currency of currencies)
    expect([currency, await perform(callFor(currency, modes[7] as never), false)]).toMatchObject([
      currency,
      { result: 'refused' },
    ])
}, 60_000)

const rich = modes.at(-1) as (typeof modes)[number]
test.each([
  ['items', { part: 'items', line: null }],
  ['discount', { part: 'discount', line: null }],
  ['tax', { part: 'tax', line: 2 }],
] as const)('the part that differs is named: %s', async (reckonsWrong, named) => {
  await configure({ reckonsWrong })
  const result = await perform(callFor('USD', rich), false)
  const { difference } = result.facts as {
    difference: { partOursMinor: number; partPaypalsMinor: number }
  }
  expect(difference).toMatchObject(named)
  expect(Math.abs(difference.partPaypalsMinor - difference.partOursMinor)).toBe(1)
})

test('where PayPal cuts off what we round, a bill that has to be rounded is stopped and any other is not', async () => {
  await configure({ zeroDecimalRounding: 'down' })
  const taxed = (unitAmountMinor: number) =>
    callFor('JPY', {
      items: [{ name: 'A', quantity: '1', unitAmountMinor, taxName: 'VAT', taxPercent: '10' }],
      discount: null,
      shipping: null,
    })
  expect(await perform(taxed(115), false)).toMatchObject({
    facts: {
      difference: {
        oursMinor: 127,
        paypalsMinor: 126,
        part: 'tax',
        line: 1,
        partOursMinor: 12,
        partPaypalsMinor: 11,
      },
    },
  })
  expect((await perform(taxed(110), false)).result).toBe('done')
})

test.each([
  ['dropAfter', 'invoices.create'],
  ['errorAfter', 'invoices.create'],
  ['dropAfter', 'invoices.delete'],
  ['dropBefore', 'invoices.delete'],
])(
  'after a lost answer (%s, %s) the look compares as well, and nothing is left at PayPal',
  async (kind, operation) => {
    await configure({ reckonsWrong: 'tax' })
    await sim.act('addFault', { kind, operation, times: 1 })
    const call = callFor('USD', rich)
    expect((await perform(call, false)).result).toBe('unknown')
    expect(await perform(call, true)).toMatchObject({
      result: 'refused',
      refusal: { name: 'TOTAL_DIFFERS' },
      facts: { removed: true },
    })
    expect(await left(call)).toEqual([])
  },
)

test('a draft whose total nobody could compare is compared right before it is sent; a lost look sends nothing', async () => {
  const draftOf = async (call: Call) => {
    const created = await client.invoices.create(call.draft, {})
    return created.outcome === 'done' ? created.value.id : ''
  }
  const send = async (call: Call): Promise<Call> => ({
    ...call,
    task: {
      ...call.task,
      kind: 'sendInvoice',
      invoiceId: await draftOf(call),
      request: { thenSend: 'email', compare: true },
    },
  })
  await configure({ reckonsWrong: 'discount' })
  const wrong = await send(callFor('USD', rich))
  expect(await perform(wrong, false)).toMatchObject({
    result: 'refused',
    refusal: { name: 'TOTAL_DIFFERS' },
  })
  expect(await left(wrong)).toEqual([])
  await configure({ reckonsWrong: '' })
  const right = await send(callFor('USD', rich))
  await sim.act('addFault', { kind: 'errorBefore', operation: 'invoices.get', times: 2 })
  expect(await perform(right, false)).toMatchObject({ result: 'unknown' })
  expect(await left(right)).toMatchObject([{ status: 'DRAFT' }])
  expect(await perform(right, true)).toMatchObject({ result: 'done' })
  expect(await left(right)).toMatchObject([{ status: 'SENT' }])
})
