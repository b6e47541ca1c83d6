import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync(new URL('../../docs/spec-coverage.md', import.meta.url), 'utf8')
const references = [...text.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?) › ([^`]+)`/g)].map(
  ([, file, title]) => [file, title] as [string, string],
)

test('the document refers to many tests', () => expect(references.length).toBeGreaterThan(50))

test.each(references)('%s › %s exists', (file, title) => {
  expect(existsSync(file), file).toBe(true)
  expect(readFileSync(file, 'utf8')).toContain(title)
})

test('every line names a test', () => {
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| line'))
  expect(rows.filter((row) => !(row.split(' | ').at(-1) ?? '').includes('`'))).toEqual([])
})
