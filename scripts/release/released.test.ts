import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordRelease, releaseFaults } from './released.ts'

let root: string
const commit = 'a'.repeat(40)
const at = (name: string) => join(root, 'db/migrations', name)
const write = (name: string, text: string) => writeFileSync(at(name), text)
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: root,
    stdio: 'pipe',
  })
const commitAll = () => {
  git('add', '-A')
  git('commit', '-qm', 'A step')
}

/** Two migrations, released as 0.2.0 and committed. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'released-'))
  mkdirSync(join(root, 'db/migrations'), { recursive: true })
  write('released.json', '{ "releases": [] }')
  write('0001_lib.sql', 'create table a ();')
  write('0002_people.sql', 'create table b ();')
  git('init', '-q')
  commitAll()
  recordRelease('0.2.0', commit, '2026-11-16', root)
  commitAll()
})
afterEach(() => rmSync(root, { recursive: true }))

test('this repository holds what it released', () => expect(releaseFaults()).toEqual([]))

test('a release holds its version, commit, day and the checksum of each migration that is new', () => {
  write('0003_money.sql', 'create table c ();')
  recordRelease('0.2.1', 'b'.repeat(40), '2026-12-01', root)
  expect(JSON.parse(readFileSync(at('released.json'), 'utf8')).releases).toEqual([
    {
      version: '0.2.0',
      commit,
      date: '2026-11-16',
      migrations: {
        '0001_lib.sql': '0db38149e0c353608ccb4a4dfc5867eeca6c9eb16f56c7e30595fdb1a85d4700',
        '0002_people.sql': expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
    {
      version: '0.2.1',
      commit: 'b'.repeat(40),
      date: '2026-12-01',
      migrations: { '0003_money.sql': expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  ])
  expect(releaseFaults(root)).toEqual([])
})

test('a new migration may change until it is released', () => {
  write('0003_money.sql', 'create table c ();')
  commitAll()
  write('0003_money.sql', 'create table d ();')
  expect(releaseFaults(root)).toEqual([])
})

test('a changed or removed released migration is refused, and nothing is released beside it', () => {
  write('0001_lib.sql', 'create table changed ();')
  expect(releaseFaults(root)).toEqual([
    '0001_lib.sql was released with 0.2.0 and has changed: write a new migration',
  ])
  expect(() => recordRelease('0.3.0', commit, '2026-12-01', root)).toThrow(/has changed/)
  rmSync(at('0002_people.sql'))
  expect(releaseFaults(root)).toContain('0002_people.sql was released with 0.2.0 and is gone')
})

test('a checksum that is mended together with its migration is refused', () => {
  write('0001_lib.sql', 'create table changed ();')
  write('released.json', '{ "releases": [] }')
  recordReleaseWithoutHistory()
  expect(releaseFaults(root)).toEqual([
    expect.stringMatching(/^Release 0\.2\.0 of [0-9a-f]{10} was altered$/),
  ])
})

/** As someone who hides the change would do it: the record is made anew where git sees nothing. */
function recordReleaseWithoutHistory() {
  execFileSync('mv', ['.git', 'git'], { cwd: root })
  recordRelease('0.2.0', commit, '2026-11-16', root)
  execFileSync('mv', ['git', '.git'], { cwd: root })
}

test('a release that is taken back is refused, also when that was committed long ago', () => {
  write('released.json', '{ "releases": [] }')
  expect(releaseFaults(root)).toEqual([
    expect.stringMatching(/^Release 0\.2\.0 of [0-9a-f]{10} was taken back$/),
  ])
  commitAll()
  write('0003_money.sql', 'create table c ();')
  commitAll()
  expect(releaseFaults(root)).toEqual([expect.stringMatching(/was taken back$/)])
})

test('a record that is gone or spoilt is refused', () => {
  write('released.json', '{ "releases": [{ "version": "0.2.0" }] }')
  expect(releaseFaults(root)).toEqual([expect.stringMatching(/cannot be read/)])
  rmSync(at('released.json'))
  expect(releaseFaults(root)).toEqual([expect.stringMatching(/cannot be read/)])
})

test('a record that was spoilt once and mended does not stand in the way', () => {
  const record = readFileSync(at('released.json'), 'utf8')
  write('released.json', 'not JSON')
  commitAll()
  write('released.json', record)
  expect(releaseFaults(root)).toEqual([])
})

test.each(['0004_money.sql', '0002_again.sql', 'fix.sql', '0003-money.sql'])(
  '%s does not follow',
  (name) => {
    write(name, 'create table c ();')
    expect(releaseFaults(root)).toContainEqual(expect.stringMatching(/should be number 000\d$/))
  },
)

test.each([
  ['0.2.0', commit, '2026-12-01', /does not follow 0\.2\.0/],
  ['0.1.9', commit, '2026-12-01', /does not follow 0\.2\.0/],
  ['0.3', commit, '2026-12-01', /version/],
  ['0.3.0', 'HEAD', '2026-12-01', /commit/],
  ['0.3.0', commit, 'today', /date/],
])('release %s of %s on %s is refused', (version, ofCommit, date, why) => {
  const before = readFileSync(at('released.json'), 'utf8')
  expect(() => recordRelease(version, ofCommit, date, root)).toThrow(why)
  expect(readFileSync(at('released.json'), 'utf8')).toBe(before)
})

test('0.10.0 follows 0.9.3', () => {
  recordRelease('0.9.3', commit, '2026-12-01', root)
  expect(recordRelease('0.10.0', commit, '2026-12-02', root).migrations).toEqual({})
})
