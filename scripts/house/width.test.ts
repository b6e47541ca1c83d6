import { expect, test } from 'vitest'
import { tooWide } from './width.ts'

const line = (length: number) => 'x'.repeat(length)
const file = (...lengths: number[]) => lengths.map((length) => `${line(length)}\n`).join('')

test('names a line that is too long', () => {
  const text = file(10, 150, ...Array.from({ length: 98 }, () => 149 - 100))
  expect(tooWide(new Map([['packages/contract/src/a.ts', text]]))).toEqual([
    'packages/contract/src/a.ts:2 has 150 characters',
  ])
})

test('names a part with too many long lines, over all of its files', () => {
  const short = file(...Array.from({ length: 96 }, () => 99))
  const files = (...lengths: number[]) =>
    new Map([
      ['apps/api/src/billing/bill/act.ts', short],
      ['apps/api/src/lib/db.ts', file(...lengths)],
    ])
  expect(tooWide(files(100, 100, 100, 99))).toEqual([])
  expect(tooWide(files(100, 149, 100, 100))).toEqual([
    'apps/api: 4.0 % of its lines have 100 characters or more',
  ])
})

test('counts characters, not bytes, and neither tests nor generated code', () => {
  const chinese = `${'账'.repeat(99)}\n`
  const wide = file(200)
  const sources = [
    ['apps/console/src/lib/texts/zh-CN/bill.ts', chinese],
    ['apps/api/src/billing/bill/act.test.ts', wide],
    ['apps/api/src/test/world.ts', wide],
    ['apps/api/src/lib/database.ts', wide],
    ['lab/bench/lists.ts', wide],
  ] as const
  expect(tooWide(new Map(sources))).toEqual([])
})
