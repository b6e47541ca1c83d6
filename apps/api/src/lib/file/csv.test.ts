import { expect, test } from 'vitest'
import { csvCell } from './csv.ts'

test.each([
  ['a,b', '"a,b"'],
  ['a"b', '"a""b"'],
  ['a\r\nb', '"a\r\nb"'],
  ['a\tb', '"a\tb"'],
  ['ab', 'ab'],
])('%j stays one cell of a file', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})
