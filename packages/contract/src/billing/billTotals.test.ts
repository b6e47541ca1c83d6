import { expect, test } from 'vitest'
import { billTotals } from './billTotals.ts'

test('PayPal’s worked example is reproduced to the cent', () => {
  const totals = billTotals({
    items: [
      { quantity: '1', unitAmountMinor: 5000, taxPercent: '7.25', discount: { percent: '5' } },
      { quantity: '1', unitAmountMinor: 1000, taxPercent: '7.25', discount: { amountMinor: 500 } },
    ],
    discount: { percent: '5' },
    shipping: { amountMinor: 1000, taxPercent: '7.25' },
    customMinor: 1000,
  })
  expect(totals).toEqual({
    lines: [
      { grossMinor: 5000, discountMinor: 250, taxMinor: 327 },
      { grossMinor: 1000, discountMinor: 500, taxMinor: 34 },
    ],
    itemTotalMinor: 6000,
    itemDiscountMinor: 750,
    invoiceDiscountMinor: 263,
    taxTotalMinor: 434,
    shippingMinor: 1000,
    customMinor: 1000,
    totalMinor: 7421,
  })
})

test('tax before discount takes the full line, credits round away from zero, bad numbers are refused', () => {
  const item = {
    quantity: '1',
    unitAmountMinor: 1000,
    taxPercent: '10',
    discount: { percent: '50' },
  }
  expect(billTotals({ items: [item], taxAfterDiscount: false }).taxTotalMinor).toBe(100)
  expect(billTotals({ items: [item] }).taxTotalMinor).toBe(50)
  expect(billTotals({ items: [{ quantity: '-0.5', unitAmountMinor: 1 }] }).totalMinor).toBe(-1)
  expect(() => billTotals({ items: [{ quantity: '0.000001', unitAmountMinor: 1 }] })).toThrow(
    RangeError,
  )
})
