import { type BillTotalsInput, billTotals } from '@paydesk/contract/billing/billTotals'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DiscountInput } from '../record/invoiceInput.ts'
import { computeTotals } from './totals.ts'

const decimals = (max: number, digits: number) =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 10 ** digits - 1 }))
    .map(([whole, rest]) =>
      digits && rest ? `${whole}.${String(rest).padStart(digits, '0')}` : String(whole),
    )
const percent = fc.oneof(decimals(99, 0), decimals(99, 2), decimals(99, 5), fc.constant('100'))
const quantity = fc.oneof(
  decimals(50, 0),
  decimals(50, 2),
  decimals(50, 5),
  decimals(9, 0).map((q) => `-${q}`),
)
const discount = (max: number) =>
  fc.option(
    fc.oneof(
      percent.map((p) => ({ percent: p })),
      fc.integer({ min: 0, max }).map((amountMinor) => ({ amountMinor })),
    ),
    { nil: undefined },
  )

const invoice: fc.Arbitrary<BillTotalsInput> = fc.record({
  items: fc.array(
    fc.record({
      quantity,
      unitAmountMinor: fc.integer({ min: -1000, max: 100_000_000 }),
      taxPercent: fc.option(percent, { nil: undefined }),
      discount: discount(50_000),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  discount: discount(50_000),
  shipping: fc.option(
    fc.record({
      amountMinor: fc.integer({ min: 0, max: 100_000 }),
      taxPercent: fc.option(percent, { nil: undefined }),
    }),
    { nil: undefined },
  ),
  customMinor: fc.option(fc.integer({ min: -100_000, max: 100_000 }), { nil: undefined }),
  taxAfterDiscount: fc.boolean(),
})

const ofSim = (d: BillTotalsInput['discount']): DiscountInput | undefined =>
  d && ('percent' in d ? { percent: d.percent } : { amountMinor: d.amountMinor })

test('10,000 random invoices: the contract’s totals equal the simulator’s', {
  timeout: 30_000,
}, () => {
  fc.assert(
    fc.property(invoice, (input) => {
      const ours = billTotals(input)
      const theirs = computeTotals({
        items: input.items.map((i) => ({
          quantity: i.quantity,
          unitMinor: i.unitAmountMinor,
          taxPercent: i.taxPercent,
          discount: ofSim(i.discount),
        })),
        invoiceDiscount: ofSim(input.discount),
        shipping: input.shipping,
        customMinor: input.customMinor,
        taxAfterDiscount: input.taxAfterDiscount ?? true,
      })
      expect({
        itemTotal: ours.itemTotalMinor,
        itemDiscount: ours.itemDiscountMinor,
        invoiceDiscount: ours.invoiceDiscountMinor,
        taxTotal: ours.taxTotalMinor,
        total: ours.totalMinor,
        taxes: ours.lines.map((l) => l.taxMinor),
      }).toEqual({
        itemTotal: theirs.itemTotal,
        itemDiscount: theirs.itemDiscount,
        invoiceDiscount: theirs.invoiceDiscount,
        taxTotal: theirs.taxTotal,
        total: theirs.total,
        taxes: theirs.itemTaxes,
      })
    }),
    { numRuns: 10_000, seed: 20_260_101 },
  )
})

test('the published example, written with the API’s own fields', () => {
  const totals = computeTotals({
    items: [
      { quantity: '1', unitMinor: 5000, taxPercent: '7.25', discount: { percent: '5' } },
      { quantity: '1', unitMinor: 1000, taxPercent: '7.25', discount: { amountMinor: 500 } },
    ],
    invoiceDiscount: { percent: '5' },
    shipping: { amountMinor: 1000, taxPercent: '7.25' },
    customMinor: 1000,
    taxAfterDiscount: true,
  })
  expect(totals).toMatchObject({
    itemTotal: 6000,
    itemDiscount: 750,
    invoiceDiscount: 263,
    itemTaxes: [327, 34],
    shippingTax: 73,
    taxTotal: 434,
    total: 7421,
  })
})
