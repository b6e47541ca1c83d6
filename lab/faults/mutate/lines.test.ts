import { expect, test } from 'vitest'
import { changedLines, isMutable } from './lines.ts'

const file = 'apps/api/src/money/a.ts'
const diff = (...rows: string[]) => ['diff --git a/x b/x', ...rows].join('\n')

test('reads the added lines of each hunk', () => {
  const changed = changedLines(
    diff(
      `--- a/${file}`,
      `+++ b/${file}`,
      '@@ -3 +3,2 @@ f() {',
      '-a',
      '+b',
      '+c',
      '@@ -9,2 +10 @@',
    ),
  )
  expect([...(changed.get(file) ?? [])]).toEqual([3, 4, 10])
})

test('counts the line behind lines that only went', () => {
  const changed = changedLines(diff(`+++ b/${file}`, '@@ -5,3 +4,0 @@'))
  expect([...(changed.get(file) ?? [])]).toEqual([4])
})

test('takes no lines of files that went or hold no rules', () => {
  expect(changedLines(diff('+++ /dev/null', '@@ -1,3 +0,0 @@')).size).toBe(0)
  expect(changedLines(diff('+++ b/db/a.sql', '@@ -1 +1 @@')).size).toBe(0)
})

test.each([
  [file, true],
  ['packages/contract/src/billing/billTotals.ts', true],
  ['apps/console/src/lib/dateRange.ts', true],
  ['apps/console/src/billing/Bill.tsx', false],
  ['apps/api/src/money/a.test.ts', false],
  ['apps/api/src/test/make.ts', false],
  ['lab/ground/postgres.ts', false],
])('%s is mutated: %s', (name, expected) => {
  expect(isMutable(name)).toBe(expected)
})
