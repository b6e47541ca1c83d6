import { expect, test } from 'vitest'
import { inPieces } from './pieces.ts'

test.each([
  ['nothing', ''],
  ['a short text', '收款'],
  ['a text of exactly one piece', 'x'.repeat(32_768)],
  ['characters of two halves at the joint', `${'x'.repeat(32_767)}😀${'y'.repeat(70_000)}`],
  ['such characters everywhere', '😀'.repeat(50_000)],
  ['half a character at the very end', `${'x'.repeat(32_767)}\ud83d`],
])('%s comes in pieces that encode to the same bytes', (_, text) => {
  const pieces = [...inPieces(text)]
  expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece)))).toEqual(Buffer.from(text))
  expect(Math.max(0, ...pieces.map(({ length }) => length))).toBeLessThanOrEqual(32_769)
})
