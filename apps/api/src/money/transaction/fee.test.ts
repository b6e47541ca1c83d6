import { expect, test } from 'vitest'
import { toldRow } from '../../test/told.ts'
import { feeKey, feesOfRows } from './fee.ts'

const row = (values: object) =>
  toldRow('a1', { providerTransactionId: 'P1', grossMinor: 10_000, feeMinor: -398, ...values })

test('a payment’s fee is a positive amount, and the rest is what came', () => {
  expect(feesOfRows([row({})]).get(feeKey('a1', 'P1'))).toMatchObject({
    feeMinor: 398,
    netMinor: 9602,
  })
  expect(feesOfRows([row({ feeMinor: 0 })]).get(feeKey('a1', 'P1'))).toMatchObject({
    feeMinor: 0,
    netMinor: 10_000,
  })
})

test.each([
  ['pending', { status: 'P' }],
  ['denied', { status: 'D' }],
  ['money that left', { grossMinor: -10_000, feeMinor: 398 }],
])('%s tells no fee', (_, values) => {
  expect(feesOfRows([row(values)]).size).toBe(0)
})

test('the same payment id at two accounts is two payments', () => {
  const fees = feesOfRows([row({}), toldRow('a2', { providerTransactionId: 'P1', feeMinor: -1 })])
  expect(fees.get(feeKey('a1', 'P1'))?.feeMinor).toBe(398)
  expect(fees.get(feeKey('a2', 'P1'))?.feeMinor).toBe(1)
  expect(fees.get(feeKey(null, 'P1'))).toBeUndefined()
})
