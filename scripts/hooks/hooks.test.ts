import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'paydesk-hooks-'))
const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
const commit = (message: string, hooks = '.githooks') => {
  git('add', 'packages/contract/src/lib/planted.ts', 'THIRD-PARTY.md')
  const { status, stdout, stderr } = git('-c', `core.hooksPath=${hooks}`, 'commit', '-m', message)
  return { status, said: stdout + stderr }
}
/**
 * The pre-commit hook parses the whole repository: seconds of processor time, and more where cores
 * are shared.
 */
const wholeRepository = { timeout: 120_000 }

beforeAll(() => {
  const ours = [
    '.githooks',
    '.gitignore',
    'biome.json',
    'package.json',
    'package-lock.json',
    'THIRD-PARTY.md',
    'scripts',
    'apps',
    'packages',
  ]
  for (const name of ours)
    cpSync(name, join(root, name), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  git('init', '--quiet')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.com')
  mkdirSync(join(root, '.git/messageHook'))
  symlinkSync(join(root, '.githooks/commit-msg'), join(root, '.git/messageHook/commit-msg'))
})
afterAll(() => rmSync(root, { recursive: true }))

const planted = join(root, 'packages/contract/src/lib/planted.ts')

test(
  'refuses a commit for its format, its imports and its list of licences',
  wholeRepository,
  () => {
    writeFileSync(
      planted,
      `import { buildApp } from '../../../../apps/api/src/app.ts';\nexport const planted = buildApp\n`,
    )
    writeFileSync(join(root, 'THIRD-PARTY.md'), 'nothing\n')
    const { status, said } = commit('Plant breaches')
    expect(status).toBe(1)
    expect(said).toMatch(/planted\.ts format/)
    expect(said).toMatch(/planted\.ts.*apps\/api\/src\/app\.ts/)
    expect(said).toMatch(/THIRD-PARTY\.md is not what package-lock\.json says/)
  },
)

const plantNothing = () => {
  writeFileSync(planted, `export const planted = 1\n`)
  cpSync('THIRD-PARTY.md', join(root, 'THIRD-PARTY.md'))
}

test('refuses a commit for its subject', () => {
  plantNothing()
  expect(commit('x'.repeat(73), '.git/messageHook')).toMatchObject({
    status: 1,
    said: expect.stringContaining('73 characters'),
  })
})

test('accepts a commit without faults', wholeRepository, () => {
  plantNothing()
  const { status, said } = commit('Plant nothing')
  expect(status, said).toBe(0)
})
