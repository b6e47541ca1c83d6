import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Lock, readByHand, thirdParty } from './thirdParty.ts'

const lock = (packages: Lock['packages']) => ({
  packages: { '': { version: '1.0.0' }, 'apps/api': { version: '1.0.0' }, ...packages },
})
/** The rows of the first table: packages, and not what the repository itself keeps of others. */
const rowsOf = (text: string) =>
  (text.split('Facts and recordings')[0] ?? '')
    .split('\n')
    .filter((line) => /^\| (?!package)/.test(line))

test('packages of production are listed by name, each version once; packages of development and our own are not', () => {
  const text = thirdParty(
    lock({
      'node_modules/vitest': { version: '5.0.0', license: 'MIT', dev: true },
      'node_modules/types': { version: '1.0.0', license: 'MIT', devOptional: true },
      'node_modules/@paydesk/api': { link: true },
      'node_modules/zod': { version: '4.0.0', license: 'MIT' },
      'node_modules/@a/b': { version: '2.0.0', license: 'ISC' },
      'node_modules/x/node_modules/@a/b': { version: '1.0.0', license: 'ISC' },
      'apps/api/node_modules/@a/b': { version: '1.0.0', license: 'ISC' },
    }),
  )
  expect(rowsOf(text)).toEqual([
    '| @a/b | 1.0.0 | ISC |',
    '| @a/b | 2.0.0 | ISC |',
    '| zod | 4.0.0 | MIT |',
  ])
  expect(text).toContain('The 3 packages')
})

test('a package that names no licence is refused until somebody has read it', () => {
  expect(() => thirdParty(lock({ 'node_modules/dark': { version: '1.0.0' } }))).toThrow(
    /dark@1\.0\.0 names no licence/,
  )
})

test('parts for other operating systems are listed, although they are not installed here', () => {
  expect(rowsOf(thirdParty(JSON.parse(readFileSync('package-lock.json', 'utf8'))))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/argon2-darwin-arm64/),
      expect.stringMatching(/argon2-linux-x64-gnu/),
      expect.stringMatching(/argon2-win32-x64/),
    ]),
  )
})

test('the licences read by hand are of versions that are still used', () => {
  const { packages }: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const used = Object.entries(packages).map(
    ([path, { version }]) => `${path.replace(/.*node_modules\//, '')}@${version}`,
  )
  expect(used).toEqual(expect.arrayContaining(Object.keys(readByHand)))
  expect(readFileSync('node_modules/png-js/LICENSE', 'utf8')).toMatch(/^MIT License/)
})
