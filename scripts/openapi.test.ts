import { execFileSync } from 'node:child_process'
import { allEndpoints } from '@paydesk/contract/registry'
import { expect, test } from 'vitest'

test('the description of the API is printed without a database, with every call of the contract', () => {
  const printed = execFileSync(process.execPath, ['scripts/openapi.ts'], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  const { paths } = JSON.parse(printed) as { paths: Record<string, object> }
  const wanted = allEndpoints.map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
  expect(wanted.filter((path) => !paths[path])).toEqual([])
}, 60_000)
