import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readVersion, versionFile, versionText } from './version.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'paydesk-version-'))
  writeFileSync(join(dir, 'package.json'), '{"version":"1.2.3"}')
})
afterEach(() => rmSync(dir, { recursive: true }))

const git = (...args: string[]) =>
  execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
function commit() {
  git('init', '--quiet')
  git(
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.com',
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    'First',
  )
  return git('rev-parse', 'HEAD').slice(0, 7)
}
function build(version: string) {
  mkdirSync(join(dir, 'dist'))
  writeFileSync(versionFile(dir), JSON.stringify({ version, commit: 'abc1234' }))
}

test('the commit comes from the repository, whatever a build wrote', () => {
  const head = commit()
  build('1.2.3')
  expect(readVersion(dir)).toEqual({ version: '1.2.3', commit: head })
  expect(versionText(readVersion(dir))).toBe(`1.2.3 (${head})`)
})

test('without a repository the commit is what the build wrote', () => {
  build('1.2.3')
  expect(readVersion(dir)).toEqual({ version: '1.2.3', commit: 'abc1234' })
})

test('a version file from the build of another version is ignored', () => {
  build('1.2.2')
  expect(readVersion(dir)).toEqual({ version: '1.2.3', commit: null })
  expect(versionText(readVersion(dir))).toBe('1.2.3')
})

test('a repository around the installation is ignored', () => {
  commit()
  const inside = join(dir, 'installed')
  mkdirSync(inside)
  writeFileSync(join(inside, 'package.json'), '{"version":"1.2.3"}')
  expect(readVersion(inside)).toEqual({ version: '1.2.3', commit: null })
})

test('a repository without a commit has none', () => {
  git('init', '--quiet')
  expect(readVersion(dir).commit).toBe(null)
})
