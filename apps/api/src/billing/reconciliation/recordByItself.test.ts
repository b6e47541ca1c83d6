import type { Invoice } from '@paydesk/paypal/invoice'
import { expect, test } from 'vitest'
import { lacks } from './recordByItself.ts'

const usd = (amountMinor: number) => ({ currency: 'USD', amountMinor })
const invoice = (status: string, due: number, payments: { id: string; minor: number; note?: string }[] = []) =>
  ({
    id: 'INV2-1',
    status,
    detail: { currency_code: 'USD' },
    due_amount: usd(due),
    payments: { transactions: payments.map(({ id, minor, note }) => ({ payment_id: id, amount: usd(minor), ...(note && { note }) })) },
    links: [],
  }) as unknown as Invoice
const known = (paymentId: string, amountMinor: number, hasRow: boolean, source: 'paypal' | 'external' = 'paypal') => ({
  paymentId,
  amountMinor,
  hasRow,
  source,
})
const line = { rowId: 'ROW', amountMinor: 4000 }

test.each([
  ['an open invoice', invoice('SENT', 10_000), [], true],
  ['one that was shared by link and asks for just as much', invoice('SHARED', 4000), [], true],
  ['one that was paid meanwhile', invoice('PAID', 0), [], false],
  ['one on which a payment is on its way', invoice('PAYMENT_PENDING', 10_000), [], false],
  ['one that asks for less', invoice('PARTIALLY_PAID', 3999), [], false],
  ['a payment that we do not know', invoice('PARTIALLY_PAID', 6000, [{ id: 'X', minor: 4000 }]), [], false],
  ['a known payment with its own row', invoice('PARTIALLY_PAID', 6000, [{ id: 'X', minor: 4000 }]), [known('X', 4000, true)], true],
  [
    'a known payment of the same amount whose row has not come: it may be this one',
    invoice('PARTIALLY_PAID', 6000, [{ id: 'X', minor: 4000 }]),
    [known('X', 4000, false)],
    false,
  ],
  [
    'a known payment of another amount whose row has not come',
    invoice('PARTIALLY_PAID', 7000, [{ id: 'X', minor: 3000 }]),
    [known('X', 3000, false)],
    true,
  ],
  ['the row itself', invoice('PARTIALLY_PAID', 6000, [{ id: 'ROW', minor: 4000 }]), [known('ROW', 4000, true)], false],
  [
    'the row as an outside payment that someone recorded',
    invoice('PARTIALLY_PAID', 6000, [{ id: 'E', minor: 4000, note: 'ROW #1' }]),
    [known('E', 4000, false, 'external')],
    false,
  ],
] as const)('whether the invoice surely lacks the money: %s', (_, told, payments, expected) => {
  expect(lacks(told, line, [...payments])).toBe(expected)
})
