import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  changelogSection,
  isGreater,
  lockWithVersion,
  packageWithVersion,
  refusals,
  withDate,
} from './releaseRules.ts'

describe('order of versions', () => {
  test.each([
    ['0.2.0', '0.1.0'],
    ['0.1.1', '0.1.0'],
    ['1.0.0', '0.99.99'],
    ['0.10.0', '0.9.9'],
  ])('%s is greater than %s, not the other way round', (version, than) => {
    expect([
      isGreater(version, than),
      isGreater(than, version),
      isGreater(version, version),
    ]).toEqual([true, false, false])
  })
})

const changelog =
  '# Changelog\n\n## Unreleased\n\n## 0.2.0\n\n### Added\n\n- A thing.\n\n## 0.1.0 - 2026-01-02\n\n- First.\n'

describe('changelog', () => {
  test.each([
    ['0.2.0', '### Added\n\n- A thing.'],
    ['0.1.0', '- First.'],
    ['Unreleased', ''],
    ['0.2', undefined],
    ['0.2.00', undefined],
    ['0x2.0', undefined],
  ])('the entry of %s', (version, entry) =>
    expect(changelogSection(changelog, version)).toBe(entry),
  )

  test('the entry gets its date, and a date that was written before is replaced', () => {
    const dated = withDate(changelog, '0.2.0', '2026-11-16')
    expect(dated).toBe(changelog.replace('## 0.2.0', '## 0.2.0 - 2026-11-16'))
    expect(withDate(dated, '0.2.0', '2026-11-17')).toContain('\n## 0.2.0 - 2026-11-17\n')
  })

  test('our changelog has an entry for the version in package.json', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(changelogSection(readFileSync('CHANGELOG.md', 'utf8'), version)).toBeTruthy()
  })
})

describe('refusals', () => {
  const good = { current: '0.1.0', changed: [], tags: ['v0.0.9'], changelog, due: [] }
  test('none for a greater version with an entry on a clean tree', () =>
    expect(refusals('0.2.0', good)).toEqual([]))
  test.each([
    ['', {}, /no version/],
    ['v0.2.0', {}, /no version/],
    ['0.2.0-beta.1', {}, /no version/],
    ['0.1.0', {}, /not greater than 0\.1\.0/],
    ['0.2.0', { current: '0.2.0' }, /not greater than 0\.2\.0/],
    ['0.2.0', { due: ['drill', 'web'] }, /npm run verify has not seen this tree in: drill, web/],
    ['0.2.0', { changed: [' M README.md'] }, /not clean: {2}M README\.md/],
    ['0.2.0', { tags: ['v0.2.0'] }, /v0\.2\.0 exists already/],
    ['0.3.0', {}, /no entry "## 0\.3\.0"/],
    ['0.2.0', { changelog: '## 0.2.0\n\n## 0.1.0\n' }, /says nothing/],
  ])('%j with %j', (version, facts, reason) => {
    expect(refusals(version, { ...good, ...facts })).toEqual([expect.stringMatching(reason)])
  })
  test('all reasons at once', () =>
    expect(refusals('0.0.1', { ...good, changed: ['?? x'] })).toHaveLength(3))
})

describe('package files', () => {
  test('only the version changes in each package.json and in the lock file', () => {
    for (const file of ['package.json', ...globSync('{apps,packages}/*/package.json')]) {
      const text = readFileSync(file, 'utf8')
      const { version } = JSON.parse(text)
      expect(JSON.parse(packageWithVersion(text, '9.8.7')).version).toBe('9.8.7')
      expect(packageWithVersion(packageWithVersion(text, '9.8.7'), version)).toBe(text)
    }
    const lock = readFileSync('package-lock.json', 'utf8')
    const { version } = JSON.parse(lock)
    const changed = JSON.parse(lockWithVersion(lock, '9.8.7'))
    expect(lockWithVersion(lockWithVersion(lock, '9.8.7'), version)).toBe(lock)
    expect([
      changed.version,
      changed.packages[''].version,
      changed.packages['apps/api'].version,
    ]).toEqual(['9.8.7', '9.8.7', '9.8.7'])
    expect(changed.packages['node_modules/zod'].version).not.toBe('9.8.7')
  })

  test('all of them say the same version', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    const said = ['package.json', ...globSync('{apps,packages}/*/package.json')].map(
      (file) => JSON.parse(readFileSync(file, 'utf8')).version,
    )
    expect(new Set([...said, lock.version, lock.packages[''].version]).size).toBe(1)
  })
})
