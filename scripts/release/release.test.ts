import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { release } from './release.ts'

let root: string
let tested: string
const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
const read = (file: string) => readFileSync(join(root, file), 'utf8')
function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'paydesk-release-'))
  write('package.json', json({ name: 'paydesk', version: '0.1.0' }))
  write('apps/api/package.json', json({ name: '@paydesk/api', version: '0.1.0' }))
  write(
    'package-lock.json',
    json({
      name: 'paydesk',
      version: '0.1.0',
      packages: { '': { version: '0.1.0' }, 'apps/api': { version: '0.1.0' } },
    }),
  )
  write('CHANGELOG.md', '# Changelog\n\n## 0.2.0\n\n### Added\n\n- A thing.\n')
  write(
    'docs/operations.md',
    'tar --file paydesk-0.1.0-linux-x64.tar.gz\nbuildah push paydesk:0.1.0\n',
  )
  git('init', '--quiet')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.com')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'First')
  tested = git('rev-parse', 'HEAD')
})
afterEach(() => rmSync(root, { recursive: true }))

const options = (dryRun: boolean) => ({
  date: '2026-11-16',
  dryRun,
  due: () => [],
  record: (version: string, commit: string, date: string) =>
    write('db/migrations/released.json', json([{ version, commit, date }])),
})

test('a release writes versions, dates the entry, records the tested commit, commits and tags', () => {
  release(root, '0.2.0', options(false))
  expect(
    [read('package.json'), read('apps/api/package.json')].map((text) => JSON.parse(text).version),
  ).toEqual(['0.2.0', '0.2.0'])
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.2.0',
    packages: { 'apps/api': { version: '0.2.0' } },
  })
  expect(read('CHANGELOG.md')).toContain('\n## 0.2.0 - 2026-11-16\n')
  expect(read('THIRD-PARTY.md')).toContain('# Third-party software')
  expect(read('docs/operations.md')).toBe(
    'tar --file paydesk-0.2.0-linux-x64.tar.gz\nbuildah push paydesk:0.2.0\n',
  )
  expect(JSON.parse(read('db/migrations/released.json'))).toEqual([
    { version: '0.2.0', commit: tested, date: '2026-11-16' },
  ])
  expect([
    git('log', '-1', '--format=%s'),
    git('rev-parse', 'HEAD~1'),
    git('status', '--porcelain'),
  ]).toEqual(['Release 0.2.0', tested, ''])
  expect([git('cat-file', '-t', 'v0.2.0'), git('rev-parse', 'v0.2.0^{commit}')]).toEqual([
    'tag',
    git('rev-parse', 'HEAD'),
  ])
  expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe(
    'Paydesk 0.2.0\n\n### Added\n\n- A thing.',
  )
})

test('a dry run names the same steps and leaves everything as it was', () => {
  const steps = release(root, '0.2.0', options(true))
  expect([git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag')]).toEqual([
    '',
    tested,
    '',
  ])
  expect(steps).toEqual(release(root, '0.2.0', options(false)))
})

test('a refused release changes nothing', () => {
  write('left.txt', 'over')
  expect(() => release(root, '0.1.0', options(false))).toThrow(
    /not greater[\s\S]*not clean: \?\? left\.txt[\s\S]*no entry/,
  )
  expect([git('rev-parse', 'HEAD'), git('tag'), JSON.parse(read('package.json')).version]).toEqual([
    tested,
    '',
    '0.1.0',
  ])
})
