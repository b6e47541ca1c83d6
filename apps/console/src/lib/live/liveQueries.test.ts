import { expect, test } from 'vitest'
import { isTouched } from './liveQueries.ts'

const bill = [{ entity: 'bill' as const, id: 'b1' }]

test('a changed bill touches lists, counts and itself, and not another bill', () => {
  expect(isTouched(['GET', '/api/payPalBill', { query: { current: 1 } }], bill)).toBe(true)
  expect(isTouched(['GET', '/api/payPalBill/count', {}], bill)).toBe(true)
  expect(isTouched(['GET', '/api/payPalBill/:id', { params: { id: 'b1' } }], bill)).toBe(true)
  expect(isTouched(['GET', '/api/payPalBill/:id/timeline', { params: { id: 'b1' } }], bill)).toBe(
    true,
  )
  expect(isTouched(['GET', '/api/payPalBill/:id', { params: { id: 'b2' } }], bill)).toBe(false)
})

test('a changed bill touches everything that is summed up from bills', () => {
  expect(isTouched(['GET', '/api/home', {}], bill)).toBe(true)
  expect(isTouched(['GET', '/api/customer/:id', { params: { id: 'c1' } }], bill)).toBe(true)
})

test('a changed bill touches nothing else, and an entity of a later release touches nothing', () => {
  expect(isTouched(['GET', '/api/user', {}], bill)).toBe(false)
  expect(isTouched(['currentUser', 'token'], bill)).toBe(false)
  expect(isTouched(['GET', '/api/payPalBillX', {}], bill)).toBe(false)
  expect(isTouched(['GET', '/api/payPalBill', {}], [{ entity: 'planet' as never, id: 'x' }])).toBe(
    false,
  )
})
