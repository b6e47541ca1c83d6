import { expect, test } from 'vitest'
import { formatFault, sampleNumber } from './billNumber.ts'

test.each([
  ['{code}-{yyyy}-{seq}', 5, undefined],
  ['{code}_{seq}', 5, 'characters'],
  ['{code}-{week}-{seq}', 5, 'characters'],
  ['{code}-{yyyy}', 5, 'seq'],
  ['{seq}{seq}', 5, 'seq'],
  ['{code}-{yyyy}{mm}{dd}-{seq}', 7, undefined],
  ['{code}-{yyyy}{mm}{dd}-{seq}', 8, 'long'],
] as const)('%s with %i digits: %s', (format, digits, fault) => {
  expect(formatFault(format, digits)).toBe(fault)
})

test('a sample is today’s first number', () => {
  expect(sampleNumber('{code}-{yy}{mm}{dd}-{seq}', 4, 'CX', '2026-11-05')).toBe('CX-261105-0001')
})
