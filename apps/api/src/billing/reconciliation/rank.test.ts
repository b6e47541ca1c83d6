import { expect, test } from 'vitest'
import {
  certaintyOf,
  numbersIn,
  type Offer,
  type Reason,
  rankOf,
  similarity,
  type Wanted,
} from './rank.ts'

const wanted: Wanted = {
  amountMinor: 10_000,
  payerName: 'Nordlys Trading Ltd',
  texts: '',
  occurredAt: '2026-06-15T00:00:00Z',
  customerIds: ['c1'],
  nearBasisPoints: 100,
}
const offer: Offer = {
  number: 'CX-0001',
  customerId: 'c2',
  customerName: 'Someone Else',
  amountsMinor: [1],
  since: '2026-01-01T00:00:00Z',
}

test.each<[string, Partial<Wanted>, Partial<Offer>, number, string[]]>([
  ['nothing in common', {}, {}, 0, []],
  ['its number', { texts: 'Re: cx-0001, thanks' }, {}, 45, ['number']],
  ['its customer', {}, { customerId: 'c1' }, 25, ['email']],
  ['the exact amount', {}, { amountsMinor: [5, 10_000] }, 25, ['amount']],
  ['an amount at the edge of near', {}, { amountsMinor: [10_101] }, 10, ['nearAmount']],
  ['an amount beyond it', {}, { amountsMinor: [10_102] }, 0, []],
  ['an amount near and one exact', {}, { amountsMinor: [10_050, 10_000] }, 25, ['amount']],
  ['half of the name', {}, { customerName: 'Nordlys Shipping' }, 15, ['name']],
  ['a third of the name', {}, { customerName: 'Nordlys Shipping Lines Nordic' }, 0, []],
  ['a day within two weeks', {}, { since: '2026-06-01T00:00:00Z' }, 5, ['time']],
  ['a day before that', {}, { since: '2026-05-31T23:00:00Z' }, 0, []],
])('%s', (_, row, bill, rank, reasons) => {
  expect(rankOf({ ...wanted, ...row }, { ...offer, ...bill })).toEqual({ rank, reasons })
})

test('everything together is a hundred and not more', () => {
  const same = {
    customerId: 'c1',
    customerName: 'Nordlys Trading',
    amountsMinor: [10_000],
    since: '2026-06-10T00:00:00Z',
  }
  expect(rankOf({ ...wanted, texts: 'CX-0001' }, { ...offer, ...same }).rank).toBe(100)
})

test('numbers are found in what people write, and the kind of company says nothing about a name', () => {
  expect(numbersIn('支付 cx-0001. and ＣＸ－０００２，thanks')).toEqual(['CX-0001', 'CX-0002'])
  expect(numbersIn('thanks a lot')).toEqual([])
  expect(similarity('晨星贸易有限公司', '晨星贸易')).toBe(1)
  expect(similarity('Ltd', 'Ltd')).toBe(0)
})

test.each<[Reason[], string]>([
  [['amount', 'number'], 'certain'],
  [['amount', 'email'], 'certain'],
  [['number', 'email', 'nearAmount', 'time'], 'likely'],
  [['amount', 'name', 'time'], 'likely'],
  [['email', 'nearAmount'], 'likely'],
  [['name', 'nearAmount', 'time'], 'possible'],
  [['amount', 'time'], 'possible'],
  [['email', 'name', 'time'], 'possible'],
  [[], 'possible'],
])('%j is %s', (reasons, certainty) => expect(certaintyOf(reasons)).toBe(certainty))
