import { billTotals } from '@paydesk/contract/billing/billTotals'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { lineOf, previewLinesOf, type TotalLine, totalLinesOf } from './totals.ts'

// The module of texts reads local storage on import.
vi.mock('../../lib/i18n.ts', () => ({ t: String }))

const percent = fc.integer({ min: 0, max: 10_000 }).map((n) => (n / 100).toFixed(2))
const discount = fc.option(
  fc.oneof(
    percent.map((value) => ({ percent: value })),
    fc.integer({ min: 0, max: 99 }).map((amountMinor) => ({ amountMinor })),
  ),
  {
    nil: undefined,
  },
)
const item = fc.record({
  quantity: fc.integer({ min: 1, max: 99_999 }).map((n) => (n / 1000).toFixed(3)),
  unitAmountMinor: fc.integer({ min: 100, max: 1_000_000 }),
  taxPercent: fc.option(percent, { nil: undefined }),
  discount,
})
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

/**
 * What a person with a pencil does: the lines make the subtotal, and what follows makes the total.
 */
function addsUp(items: Parameters<typeof lineOf>[0][], below: TotalLine[]) {
  const [subtotal, ...rest] = below
  const grand = rest.pop()
  expect(sum(items.map((one) => lineOf(one).grossMinor))).toBe(subtotal?.amountMinor)
  expect(sum([subtotal?.amountMinor ?? 0, ...rest.map(({ amountMinor }) => amountMinor)])).toBe(
    grand?.amountMinor,
  )
  const ofItems = rest.find(({ label }) => label === 'bill.discount.items')?.amountMinor ?? 0
  expect(sum(items.map((one) => lineOf(one).discountMinor)) + ofItems).toBe(0)
}

test('the lines of a bill add up to its subtotal, and the subtotal to the total, in the editor and on the bill', () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 5 }),
      discount,
      fc.integer({ min: 0, max: 5000 }),
      (items, whole, shippingMinor) => {
        const totals = billTotals({
          items,
          discount: whole,
          shipping: { amountMinor: shippingMinor },
        })
        addsUp(items, previewLinesOf(totals))
        const bill = {
          items: items as never,
          subtotalMinor: totals.itemTotalMinor,
          discountTotalMinor: totals.itemDiscountMinor + totals.invoiceDiscountMinor,
          taxTotalMinor: totals.taxTotalMinor,
          shippingMinor: totals.shippingMinor,
          totalMinor: totals.totalMinor,
        }
        addsUp(items, totalLinesOf(bill))
      },
    ),
  )
})
