import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { businessFloors, features } from './floors.ts'
import { foreignWrite, owners } from './tables.ts'

const refund = 'apps/api/src/billing/refund/ask.ts'

test('another feature’s table is refused', () => {
  expect(foreignWrite({ table: 'bill', file: refund, line: 7 })).toBe(
    `${refund}:7 writes bill, which is billing/bill's`,
  )
})

test('a table that nobody owns is refused', () => {
  expect(foreignWrite({ table: 'voucher', file: refund, line: 1 })).toContain('which has no owner')
})

test('a table that the text does not name is refused', () => {
  expect(foreignWrite({ table: undefined, file: refund, line: 1 })).toContain(
    'writes a table that it does not name',
  )
})

test('the owner may write, whatever its file', () => {
  expect(
    foreignWrite({ table: 'bill_payment', file: 'apps/api/src/billing/bill/payment.ts', line: 1 }),
  ).toBeUndefined()
  expect(
    foreignWrite({ table: 'ticket', file: 'apps/api/src/lib/ticket.ts', line: 1 }),
  ).toBeUndefined()
})

test('every table of the database has one owner, which exists', () => {
  const tables = [...readFileSync('db/schema.sql', 'utf8').matchAll(/^table (\w+) \($/gm)].map(
    ([, table]) => table,
  )
  expect(tables.length).toBeGreaterThan(60)
  expect(Object.keys(owners).toSorted()).toEqual(tables.toSorted())
  const known = new Set([
    'lib',
    ...businessFloors.flatMap((floor) => features[floor].map((feature) => `${floor}/${feature}`)),
  ])
  expect(Object.values(owners).filter((owner) => !known.has(owner))).toEqual([])
})
