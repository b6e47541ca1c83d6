import { expect, test } from 'vitest'
import { outgrown, spread } from './sizes.ts'

test('a file that is too long and a folder that is too full are named', () => {
  const files = new Map([
    ['apps/api/src/billing/bill/act.ts', 501],
    ...Array.from({ length: 31 }, (_, n) => [`e2e/lib/${n}.ts`, 10] as const),
  ])
  expect(outgrown(files)).toEqual([
    'apps/api/src/billing/bill/act.ts has 501 lines, more than 500',
    'e2e/lib holds 31 files, more than 30: give it rooms',
  ])
  expect(outgrown(new Map([['apps/console/src/lib/texts/zh-CN/bill.ts', 900]]))).toEqual([])
})

test('lines per file are told by the middle and the end', () => {
  expect(spread(new Map(Array.from({ length: 100 }, (_, n) => [`${n}.ts`, n + 1])))).toEqual({
    median: 51,
    p95: 96,
    max: 100,
  })
})
