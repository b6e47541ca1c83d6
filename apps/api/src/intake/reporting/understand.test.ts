import { TransactionPage } from '@paydesk/paypal/reporting'
import { expect, test } from 'vitest'
import { isSameRow, toldOf, understand } from './understand.ts'

const accountId = '01900000-0000-7000-8000-000000000000'
const info = {
  transaction_id: '5TY05013RG002845M',
  transaction_event_code: 'T0006',
  transaction_status: 'S',
  transaction_initiation_date: '2026-11-01T10:00:00+0000',
  transaction_updated_date: '2026-11-01T10:00:00+0000',
  transaction_amount: { currency_code: 'USD', value: '10.00' },
}
const read = (changes: object = {}, page: object = {}) =>
  understand(
    accountId,
    TransactionPage.parse({
      transaction_details: [{ transaction_info: { ...info, ...changes } }],
      ...page,
    }),
  )
const whyOf = (changes: object) => read(changes).aside.map(({ why }) => why)

test('an ordinary row is understood', () => {
  expect(read()).toMatchObject({
    rows: [{ providerTransactionId: info.transaction_id, grossMinor: 1000, feeMinor: 0 }],
    aside: [],
  })
  expect(read({ fee_amount: null, paypal_reference_id: null }).rows).toHaveLength(1)
})

test.each<[string, object]>([
  ['id', { transaction_id: '' }],
  ['id', { transaction_id: 'A'.repeat(65) }],
  ['eventCode', { transaction_event_code: 'T000' }],
  ['eventCode', { transaction_event_code: 'T00066' }],
  ['status', { transaction_status: 'X' }],
  ['status', { transaction_status: 'toString' }],
  ['amount', { transaction_amount: { currency_code: 'XYZ', value: '1.00' } }],
  ['amount', { transaction_amount: { currency_code: 'USD', value: '100000000000.01' } }],
  ['fee', { fee_amount: { currency_code: 'EUR', value: '-1.00' } }],
  ['fee', { fee_amount: { currency_code: 'USD', value: '1,00' } }],
  ['date', { transaction_initiation_date: '0' }],
  ['date', { transaction_initiation_date: '1997-12-31T23:59:59Z' }],
  ['date', { transaction_updated_date: '9999-12-31T00:00:00Z' }],
])('%s that is odd sets the row aside: %j', (why, changes) => {
  expect(whyOf(changes)).toEqual([why])
  expect(read(changes).rows).toEqual([])
})

test('what is no row at all stands aside too, each by itself', () => {
  const page = TransactionPage.parse({
    transaction_details: [null, 7, 'x', [], {}, { transaction_info: info }],
  })
  const { rows, aside } = understand(accountId, page)
  expect(rows).toHaveLength(1)
  expect(aside.map(({ why }) => why)).toEqual(Array(5).fill('shape'))
  expect(new Set(aside.map(({ key }) => key)).size).toBe(5)
})

test('a row may be dated until a day after PayPal’s own clock', () => {
  const refreshed = new Date(Date.now() + 40 * 86_400_000)
  const at = new Date(refreshed.getTime() + 3_600_000).toISOString()
  expect(read({ transaction_updated_date: at }).aside).toHaveLength(1)
  expect(
    read({ transaction_updated_date: at }, { last_refreshed_datetime: refreshed.toISOString() })
      .rows,
  ).toHaveLength(1)
})

test('a row is known again by PayPal’s identity, apart from what was odd', () => {
  const told = toldOf({ transaction_info: info })
  const then = (why: 'status' | 'eventCode' | 'date' | 'amount', changes: object) => ({
    told: toldOf({ transaction_info: { ...info, ...changes } }),
    why,
  })
  expect(isSameRow(told, then('status', { transaction_status: 'X' }))).toBe(true)
  expect(isSameRow(told, then('eventCode', { transaction_event_code: 'X' }))).toBe(true)
  expect(isSameRow(told, then('date', { transaction_initiation_date: 'X' }))).toBe(true)
  expect(
    isSameRow(told, then('amount', { transaction_amount: { currency_code: 'XYZ', value: '1' } })),
  ).toBe(true)
  for (const other of [
    { transaction_id: 'B' },
    { transaction_event_code: 'T0200' },
    { transaction_initiation_date: '2026-11-02T10:00:00+0000' },
    { transaction_amount: { currency_code: 'USD', value: '10.01' } },
    { transaction_amount: { currency_code: 'EUR', value: '10.00' } },
    { transaction_id: undefined },
  ])
    expect(isSameRow(told, then('status', other))).toBe(false)
})
