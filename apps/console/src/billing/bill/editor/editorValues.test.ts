import type { Bill } from '@paydesk/contract/billing/bill'
import { billTotals } from '@paydesk/contract/billing/billTotals'
import { expect, test } from 'vitest'
import { type BillDefaults, blankValues, emptyItem, inputOf, valuesOf } from './editorValues.ts'

const defaults: BillDefaults = {
  currency: 'USD',
  allowedCurrencies: ['USD', 'JPY'],
  paymentTermDays: 15,
  note: 'Thanks',
  terms: '',
  allowPartial: false,
  routingMode: 'automatic',
  allowOverride: true,
  today: '2026-02-20',
}

test('a new bill starts with the company’s settings; a term that PayPal has no name for becomes a day', () => {
  expect(blankValues(defaults)).toMatchObject({
    currency: 'USD',
    term: 'net15',
    dueDate: null,
    note: 'Thanks',
    items: [emptyItem],
  })
  expect(blankValues({ ...defaults, paymentTermDays: 20 })).toMatchObject({
    term: 'onDate',
    dueDate: '2026-03-12',
  })
  expect(blankValues({ ...defaults, paymentTermDays: 0 })).toMatchObject({ term: 'onReceipt' })
})

test('typed values become the input that the API takes', () => {
  const item = {
    ...emptyItem,
    name: ' Lamp ',
    quantity: '2',
    unitAmount: '1,000.50',
    taxPercent: '7.5',
    discount: '10%',
  }
  const values = {
    ...blankValues(defaults),
    items: [item],
    discount: '5',
    shipping: '12',
    allowPartial: true,
    minimumDue: '100',
  }
  const input = inputOf(values)
  expect(input).toMatchObject({
    items: [
      {
        name: 'Lamp',
        quantity: '2',
        unitAmountMinor: 100_050,
        taxPercent: '7.5',
        discount: { percent: '10' },
      },
    ],
    discount: { amountMinor: 500 },
    shipping: { amountMinor: 1200 },
    minimumDueMinor: 10_000,
  })
  expect(
    billTotals({
      ...input,
      discount: input.discount ?? undefined,
      shipping: input.shipping ?? undefined,
    }).totalMinor,
  ).toBe(194_259)
})

test('half-typed figures count as nothing', () => {
  const values = {
    ...blankValues(defaults),
    items: [{ ...emptyItem, quantity: '', unitAmount: 'x', discount: '%' }],
    minimumDue: '9',
    allowPartial: false,
  }
  const input = inputOf(values)
  expect(input.items[0]).toEqual({
    name: '',
    description: '',
    quantity: '0',
    unitAmountMinor: 0,
    taxName: '',
  })
  expect(input.minimumDueMinor).toBeNull()
  expect(billTotals({ items: input.items }).totalMinor).toBe(0)
})

test('a bill that is opened and saved unchanged is the same bill', () => {
  const content = {
    customerId: '01900000-0000-7000-8000-000000000001',
    title: 'Order 7',
    currency: 'JPY' as const,
    items: [
      {
        name: 'a',
        description: 'b',
        quantity: '1.5',
        unitAmountMinor: 700,
        taxName: 'VAT',
        taxPercent: '10',
        discount: { amountMinor: 50 },
      },
      { name: 'c', description: '', quantity: '3', unitAmountMinor: 5, taxName: '' },
    ],
    discount: { percent: '2.5' },
    shipping: { amountMinor: 300, taxName: '', taxPercent: '8' },
    note: 'n',
    terms: 't',
    memo: 'm',
    allowPartial: true,
    minimumDueMinor: 100,
    billDate: '2026-03-01',
    term: 'onDate' as const,
    dueDate: '2026-03-31',
    accountId: null,
    tags: ['x'],
  }
  const { customerId, ...rest } = content
  const values = valuesOf(content as unknown as Bill)
  expect(values.customerId).toBe(customerId)
  expect(inputOf(values)).toEqual(rest)
})
