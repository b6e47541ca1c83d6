import { expect, test } from 'vitest'
import { readWrites } from './writes.ts'

const tablesIn = (text: string) =>
  readWrites('apps/api/src/billing/refund/ask.ts', text).map(({ table }) => table)

test.each([
  ['an update', 'await sql`\n  update bill set status = 1`'],
  ['an insert', 'await sql`insert into bill (id) values (1)`'],
  ['a delete', 'await sql`delete from bill where true`'],
  ['a merge', 'await sql`merge into bill b using t on true when matched then delete`'],
  ['a copy', 'await client.query("copy bill (id, name) from stdin")'],
  ['a truncation', 'await sql`truncate table only bill`'],
  ['upper case', 'await sql`INSERT INTO Bill (id) values (1)`'],
  ['a quoted name', 'await sql`update "bill" set a = 1`'],
  ['a name with its schema', 'await sql`delete from only "public".bill`'],
  [
    'a part of a larger statement',
    'await sql`with a as (update bill as b set a = 1 returning id) select from a`',
  ],
  ['a line that begins with a star', 'await sql`\n  * 2; update bill set a = 1`'],
  ['code after a comment', '/** Why. */ await sql`update bill set a = 1`'],
  ['a write within a hole', `await sql\`select \${sql\`update bill set a = 1\`}\``],
  ['Kysely', `await db\n  .updateTable('bill')`],
  ['Kysely with an alias', `await db.deleteFrom('bill as b')`],
  ['Kysely in other quotes', 'await db.insertInto("bill")'],
  ['Kysely in backticks', 'await db.insertInto(`bill`)'],
  ['a merge by Kysely', `await db.mergeInto('bill')`],
  ['a replacement by Kysely', `await db.replaceInto('bill')`],
  ['a method by its name', `await db['updateTable']('bill')`],
])('%s is seen', (_, text) => expect(tablesIn(text)).toEqual(['bill']))

test.each([
  ['a hole for the table', `await sql\`update \${table} set a = 1\``],
  ['a hole after an insert', `await sql\`insert into \${sql.table(name)} values (1)\``],
  ['a hole after a delete', `await sql\`delete from \${table}\``],
  ['a hole after a merge', `await sql\`merge into \${table} using t\``],
  ['a hole to copy into', `await sql\`copy \${table} from stdin\``],
  ['a hole to truncate', `await sql\`truncate \${table}\``],
  ['a text that is joined', "await query('insert into ' + table)"],
  ['an update that is joined', "await query('update ' + table)"],
  ['a variable', 'await db.insertInto(table)'],
  ['a list', "await db.deleteFrom(['bill', 'refund'])"],
])('%s names no table', (_, text) => expect(tablesIn(text)).toEqual([undefined]))

test('each table of a list is seen, in snake case', () => {
  expect(tablesIn('await sql`truncate bill, bill_search`')).toEqual(['bill', 'bill_search'])
  expect(tablesIn(`await db.updateTable('billPayment')`)).toEqual(['bill_payment'])
})

test('what only sounds like a write is none', () => {
  const text = `// update bill by hand
    /* insert into bill */
    const update = bill
    sql\`select from bill for update of bill\`
    sql\`select from bill for no key update \${skip}\`
    lock(db, 'update', 'for update')
    sql\`insert into refund as r (id) values (1) on conflict (id) do update set id = 1\``
  expect(tablesIn(text)).toEqual(['refund'])
})

test('the line is that of the verb', () => {
  const text = `sql\`select \${\n  [\n    1\n  ]\n}\n  , a; update bill set a = 1\``
  expect(readWrites('a.ts', text)).toEqual([{ table: 'bill', file: 'a.ts', line: 6 }])
})
