import { expect, test } from 'vitest'
import { foreignWrite, readWrites } from './tables.ts'

const refund = 'apps/api/src/billing/refund/ask.ts'

test.each([
  ['raw SQL', 'await sql`\n  update bill set status = 1`'],
  ['an insert', 'await sql`insert into bill (id) values (1)`'],
  ['a delete', 'await sql`delete from bill where true`'],
  ['Kysely', `await db\n  .updateTable('bill')`],
])('%s on another feature’s table is refused', (_, text) => {
  const [write] = readWrites(refund, text)
  expect(write && foreignWrite(write)).toMatch(/^apps\/api\/src\/billing\/refund\/ask\.ts:\d+ writes bill, which is billing\/bill's$/)
})

test('a table that nobody owns is refused', () => {
  const [write] = readWrites(refund, "db.insertInto('voucher')")
  expect(write && foreignWrite(write)).toContain('which has no owner')
})

test('what only sounds like a write is none', () => {
  const text = `// update bill by hand\nsql\`select from bill for update of bill\`\nsql\`insert into refund as r (id) values (1) on conflict (id) do update set id = 1\``
  expect(readWrites(refund, text).map(({ table }) => table)).toEqual(['refund'])
  expect(readWrites(refund, text).map(foreignWrite)).toEqual([undefined])
})

test('the owner may write, whatever its file', () => {
  expect(foreignWrite({ table: 'bill_payment', file: 'apps/api/src/billing/bill/payment.ts', line: 1 })).toBeUndefined()
  expect(foreignWrite({ table: 'ticket', file: 'apps/api/src/lib/ticket.ts', line: 1 })).toBeUndefined()
})
