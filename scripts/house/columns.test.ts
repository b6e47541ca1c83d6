import { expect, test } from 'vitest'
import { unnamedColumns } from './columns.ts'

test('a statement that reads whatever columns there are is named with its line', () => {
  expect(unnamedColumns('a.ts', `db\n  .selectFrom('bill')\n  .selectAll()`)).toEqual([
    'a.ts:3: name the columns instead of selectAll()',
  ])
  expect(unnamedColumns('a.ts', `db.updateTable('bill').returningAll('bill')`)).toHaveLength(1)
  expect(unnamedColumns('a.ts', `db.selectFrom('bill').select(['id'])`)).toEqual([])
})
