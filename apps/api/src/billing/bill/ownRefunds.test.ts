import type { Invoice } from '@paydesk/paypal/invoice'
import { expect, test } from 'vitest'
import { withOwnRefunds } from './ownRefunds.ts'

const usd = (amountMinor: number) => ({ currency: 'USD', amountMinor })
const invoice = (
  status: string,
  paid: number,
  listed: { id: string; minor: number }[] = [],
): Invoice => ({
  id: 'INV2-1',
  status,
  detail: { currency_code: 'USD' },
  amount: { ...usd(10_000), breakdown: undefined },
  payments: { paid_amount: usd(paid), transactions: [] },
  ...(listed.length > 0 && {
    refunds: {
      refund_amount: usd(listed.reduce((sum, { minor }) => sum + minor, 0)),
      transactions: listed.map(({ id, minor }) => ({
        recipient_transaction_id: id,
        amount: usd(minor),
      })),
    },
  }),
  links: [],
})
const own = (id: string, amountMinor: number, listedAs: string | null = null) => ({
  id,
  listedAs,
  amountMinor,
  refundedOn: '2026-11-01',
})

test.each([
  ['no refund of ours', invoice('PAID', 10_000), [], ['PAID', 0, 0]],
  [
    'one that the invoice does not know',
    invoice('PAID', 10_000),
    [own('A', 4000)],
    ['PARTIALLY_REFUNDED', 4000, 1],
  ],
  ['all of it', invoice('PAID', 10_000), [own('A', 4000), own('B', 6000)], ['REFUNDED', 10_000, 2]],
  [
    'one that it lists',
    invoice('PARTIALLY_REFUNDED', 10_000, [{ id: 'A', minor: 4000 }]),
    [own('A', 4000)],
    ['PARTIALLY_REFUNDED', 4000, 1],
  ],
  [
    'one that it lists under another id',
    invoice('REFUNDED', 10_000, [{ id: 'X', minor: 10_000 }]),
    [own('A', 10_000)],
    ['REFUNDED', 10_000, 1],
  ],
  [
    'one on paypal.com and one of ours',
    invoice('PARTIALLY_REFUNDED', 10_000, [{ id: 'X', minor: 1000 }]),
    [own('X-own', 1000, 'X'), own('A', 2000)],
    ['PARTIALLY_REFUNDED', 3000, 2],
  ],
  [
    'more than was billed, because of a tip',
    invoice('PAID', 10_000),
    [own('A', 10_500)],
    ['REFUNDED', 10_000, 1],
  ],
  [
    'a part payment, whose invoice stays open',
    invoice('PARTIALLY_PAID', 4000),
    [own('A', 4000)],
    ['PARTIALLY_PAID', 4000, 1],
  ],
] as const)('%s', (_, told, refunds, expected) => {
  const { status, refunds: known } = withOwnRefunds(told, { refunds: [...refunds], takenMinor: 0 })
  expect([
    status,
    known?.refund_amount?.amountMinor ?? 0,
    known?.transactions?.length ?? 0,
  ]).toEqual(expected)
})

test.each([
  ['all of a paid bill is refunded', 'PAID', 10_000, 10_000, 'REFUNDED'],
  ['a part of it', 'PAID', 10_000, 4000, 'PARTIALLY_REFUNDED'],
  [
    'the rest of one of which PayPal refunded a part',
    'PARTIALLY_REFUNDED',
    10_000,
    10_000,
    'REFUNDED',
  ],
  ['a part payment, whose invoice stays open', 'PARTIALLY_PAID', 4000, 4000, 'PARTIALLY_PAID'],
  ['nothing: it was won back', 'PAID', 10_000, 0, 'PAID'],
] as const)(
  'what was taken back decides like a refund: %s',
  (_, status, paid, takenMinor, expected) => {
    const after = withOwnRefunds(invoice(status, paid), { refunds: [], takenMinor })
    expect([after.status, after.refunds]).toEqual([expected, undefined])
  },
)
