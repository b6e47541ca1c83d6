import type { Invoice } from '@paydesk/paypal/invoice'
import type { Outcome, Refusal } from '@paydesk/paypal/outcome'
import { expect, test } from 'vitest'
import { isAboutThisOne, lacks } from './recordByItself.ts'

const usd = (amountMinor: number) => ({ currency: 'USD', amountMinor })
const invoice = (
  status: string,
  due: number,
  payments: { id: string; minor: number; note?: string }[] = [],
) =>
  ({
    id: 'INV2-1',
    status,
    detail: { currency_code: 'USD' },
    due_amount: usd(due),
    payments: {
      transactions: payments.map(({ id, minor, note }) => ({
        payment_id: id,
        amount: usd(minor),
        ...(note && { note }),
      })),
    },
    links: [],
  }) as unknown as Invoice
const known = (
  paymentId: string,
  amountMinor: number,
  hasRow: boolean,
  source: 'paypal' | 'external' = 'paypal',
) => ({
  paymentId,
  amountMinor,
  hasRow,
  source,
})
const line = { rowId: 'ROW', currency: 'USD', amountMinor: 4000 }

test.each([
  ['an open invoice', invoice('SENT', 10_000), [], true],
  ['one that was shared by link and asks for just as much', invoice('SHARED', 4000), [], true],
  ['one that was paid meanwhile', invoice('PAID', 0), [], false],
  ['one on which a payment is on its way', invoice('PAYMENT_PENDING', 10_000), [], false],
  [
    'one in another currency',
    { ...invoice('SENT', 10_000), detail: { currency_code: 'EUR' } } as Invoice,
    [],
    false,
  ],
  ['one that asks for less', invoice('PARTIALLY_PAID', 3999), [], false],
  [
    'a payment that we do not know',
    invoice('PARTIALLY_PAID', 6000, [{ id: 'X', minor: 4000 }]),
    [],
    false,
  ],
  [
    'a known payment with its own row',
    invoice('PARTIALLY_PAID', 6000, [{ id: 'X', minor: 4000 }]),
    [known('X', 4000, true)],
    true,
  ],
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
  [
    'the row itself',
    invoice('PARTIALLY_PAID', 6000, [{ id: 'ROW', minor: 4000 }]),
    [known('ROW', 4000, true)],
    false,
  ],
  [
    'the row as an outside payment that someone recorded',
    invoice('PARTIALLY_PAID', 6000, [{ id: 'E', minor: 4000, note: 'ROW #1' }]),
    [known('E', 4000, false, 'external')],
    false,
  ],
] as const)('whether the invoice surely lacks the money: %s', (_, told, payments, expected) => {
  expect(lacks(told, line, [...payments])).toBe(expected)
})

const refused = (by: Refusal['by'], status?: number): Outcome<never> => ({
  outcome: 'refused',
  refusal: { by, name: 'X', message: '', issues: [], ...(status && { status }) },
})
test.each([
  ['PayPal does not know it', refused('paypal', 404), true],
  ['PayPal does not show it to us', refused('paypal', 403), true],
  ['PayPal has had enough of our calls', refused('paypal', 429), false],
  ['the network was down', refused('network'), false],
  ['there was no token', refused('token', 401), false],
  ['it is not our turn', refused('allowance'), false],
  [
    'nobody knows what became of the call',
    { outcome: 'unknown', reason: 'timeout', message: '' } as Outcome<never>,
    false,
  ],
])('whether only this invoice is left out: %s', (_, answer, expected) => {
  expect(isAboutThisOne(answer)).toBe(expected)
})
