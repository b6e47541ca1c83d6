import { expect, test } from 'vitest'
import { hole, sqlChanges } from './sql.ts'

const of = (sql: string) =>
  sqlChanges(sql).map(({ start, end, replacement }) =>
    `${sql.slice(start, end).trim()} → ${replacement.trim()}`.replaceAll(hole, '$'),
  )

test.each<[string, string, string[]]>([
  [
    'each condition',
    `select a from b where c = 1 and d is null`,
    ['c = 1 → true', 'd is null → true'],
  ],
  ['alternatives', 'select a from b where (c or d)', ['(c or d) → true', 'c → false', 'd → false']],
  [
    'a range as one condition',
    'select a from b where c between 1 and 2 and d',
    ['c between 1 and 2 → true', 'd → true'],
  ],
  ['a join', 'select a from b join c on c.id = b.id', ['c.id = b.id → true']],
  ['a case', 'select case when a then b else c end', ['a → true']],
  ['a fragment', 'and a = 1', ['a = 1 → true']],
  ['a boundary', 'select a <= b', ['<= → <']],
  ['a sum', 'select a + b', ['+ → -']],
  ['a sign', 'select (-a)', ['- → ']],
  ['a smallest', 'select min(a)', ['min → max']],
  ['a fallback', 'select coalesce(a, 0)', ['coalesce(a, 0) → (a)']],
  ['an order', 'select a from b order by a desc', ['desc → asc']],
  ['distinctness', 'select distinct a from b', ['distinct → ']],
  ['a lock', 'select a from b for no key update', ['for no key update → ']],
  [
    'a lock that skips',
    'select a from b for update of b skip locked',
    ['for update of b skip locked → '],
  ],
  [
    'each assignment',
    'update a set b = 1, c = f(1, 2) where d',
    ['d → true', 'b = 1, → ', ', c = f(1, 2) → '],
  ],
])('changes %s', (_, sql, expected) => {
  expect(of(sql)).toEqual(expected)
})

test.each([
  [
    'the company, which row-level security says again',
    `select a from b where b.company_id = ${hole.repeat(9)}`,
  ],
  ['the company of a joined table', 'select a from b join c on c.company_id = b.company_id'],
  ['texts', `select 'a < b and c + d'`],
  ['comments', '-- a < b\nselect a'],
  ['a single assignment', 'update a set b = 1'],
  ['the target of a conflict', 'insert into a on conflict (b) do nothing'],
])('leaves %s as it is', (_, sql) => {
  expect(of(sql)).toEqual([])
})
