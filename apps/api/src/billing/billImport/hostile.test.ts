import { expect, test } from 'vitest'
import { readPercent } from './cell.ts'
import { readImportTable } from './table.ts'

const quick = async (work: () => unknown) => {
  const startedAt = performance.now()
  await work()
  expect(performance.now() - startedAt).toBeLessThan(300)
}

test('a header of opening brackets is read in a moment', () =>
  quick(() => readImportTable(Buffer.from(`${'('.repeat(30_000)},b\n1,2\n`)).catch(() => {})))

test('a percentage with a great gap is read in a moment', () =>
  quick(() => readPercent(`1${' '.repeat(60_000)}x`)))
