import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')
const paths = [...text.matchAll(/`((?:apps|packages|scripts|docs|db|lab)\/[\w./-]+)`/g)].map(
  ([, path]) => path as string,
)

test('every file that docs/security.md names is there', () => {
  expect(paths.length).toBeGreaterThan(80)
  expect([...new Set(paths)].filter((path) => !existsSync(path))).toEqual([])
})

test('a row that is met names where', () => {
  const rows = text.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows.length).toBeGreaterThan(120)
  expect(rows.filter((row) => / \| met \| *\|$/.test(row))).toEqual([])
})
