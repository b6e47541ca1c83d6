import { expect, test } from 'vitest'
import { hashOfInputs, matchesInputs, type Tree } from './inputs.ts'

test.each<[string[], string, boolean]>([
  [['db/'], 'db/schema.sql', true],
  [['db/'], 'dbx/schema.sql', false],
  [['package.json'], 'package.json', true],
  [['package.json'], 'package.json.orig', false],
  [['apps/api/ -tests'], 'apps/api/src/routes.ts', true],
  [['apps/api/ -tests'], 'apps/api/src/routes.test.ts', false],
  [['apps/api/ -tests'], 'apps/api/src/test/world/bills.ts', false],
  [['apps/api/ -tests', 'apps/api/src/test/'], 'apps/api/src/test/world/bills.ts', true],
  [['./', '!.ci/verified'], '.ci/verified', false],
  [['./', '!.ci/verified'], 'README.md', true],
])('inputs %j and %s: %s', (inputs, file, expected) => {
  expect(matchesInputs(inputs, file)).toBe(expected)
})

const tree = (contents: Record<string, string>): Tree => ({
  files: Object.keys(contents).sort(),
  contentHash: (file) => contents[file] ?? '',
})

test('the hash changes with content, name and command, and not with other files', () => {
  const hash = (contents: Record<string, string>, command = 'npm test') =>
    hashOfInputs(['db/'], command, tree(contents))
  const before = hash({ 'db/a.sql': '1', 'README.md': '1' })
  expect(hash({ 'db/a.sql': '1', 'README.md': '2' })).toBe(before)
  expect(hash({ 'db/a.sql': '2' })).not.toBe(before)
  expect(hash({ 'db/b.sql': '1' })).not.toBe(before)
  expect(hash({ 'db/a.sql': '1' }, 'npm run check')).not.toBe(before)
})
