import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matchesInputs, readTree } from './inputs.ts'
import { commandOf, isSeeded, suites } from './suites.ts'

const names = suites.map(({ name }) => name)
const root = new URL('../..', import.meta.url).pathname
const { files } = readTree(root)

test('each suite has a name of its own, and what it needs exists', () => {
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  const missing = suites.flatMap(({ needs = [] }) => needs.filter((name) => !names.includes(name)))
  expect(missing).toEqual([])
})

test('every input and focus names something that exists', () => {
  const paths = suites.flatMap(({ name, inputs, focus = [] }) =>
    [...inputs, ...focus].map((input) => ({ name, path: input.replace(/^!| -tests$/g, '') })),
  )
  const missing = paths.filter(({ path }) => path !== '.ci/verified' && !existsSync(root + path))
  expect(missing).toEqual([])
})

test('a change in the focus of a long suite changes its hash', () => {
  for (const { name, inputs, focus = [] } of suites) {
    const outside = files.filter(
      (file) =>
        !/\.test\.tsx?$/.test(file) && matchesInputs(focus, file) && !matchesInputs(inputs, file),
    )
    expect(outside, name).toEqual([])
  }
})

test('every production file is an input of the gate’s tests and of a long suite', () => {
  const tests = suites.filter(({ name }) => name === 'unit' || name === 'unit-console')
  const long = suites.filter(({ ring }) => ring === 'full')
  const production = files.filter(
    (file) => /^(apps|packages)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  expect(production.length).toBeGreaterThan(1000)
  for (const group of [tests, long]) {
    const unseen = production.filter(
      (file) => !group.some(({ inputs }) => matchesInputs(inputs, file)),
    )
    expect(unseen).toEqual([])
  }
})

test('every file outside the console is an input of the tests that read documents and settings', () => {
  const unit = suites.find(({ name }) => name === 'unit')
  for (const file of ['.github/workflows/ci.yml', '.nvmrc', 'CHANGELOG.md', 'docs/ci.md'])
    expect(matchesInputs(unit?.inputs ?? [], file), file).toBe(true)
  expect(matchesInputs(unit?.inputs ?? [], 'apps/console/src/main.ts')).toBe(false)
})

test.each(['torture', 'bench'])('every %s has a suite', (kind) => {
  const folders = readdirSync(`${root}lab/${kind}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(`${root}lab/${kind}/${entry.name}/run.ts`))
    .map(({ name }) => name)
  const run = suites.map(({ command }) => new RegExp(`${kind} -- (\\w+)`).exec(command)?.[1])
  expect(folders.filter((name) => !run.includes(name))).toEqual([])
})

test('every npm script that a suite runs exists', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    scripts: Record<string, string>
  }
  const called = suites.flatMap(
    ({ command }) => /npm run --silent ([\w:-]+)/.exec(command)?.[1] ?? [],
  )
  expect(called.length).toBeGreaterThan(20)
  expect(called.filter((name) => !(name in scripts))).toEqual([])
})

/** npm script → the suite or test that covers it. */
const runBy: Record<string, string> = {
  dev: 'operations',
  build: 'build',
  start: 'install',
  version: 'scripts/release/releaseRules.test.ts',
  hooks: 'scripts/hooks/hooks.test.ts',
  release: 'scripts/release/release.test.ts',
  image: 'image',
  operations: 'operations',
  schema: 'quick',
  check: 'quick',
  test: 'unit',
  verify: 'scripts/ci/plan.test.ts',
  e2e: 'stories',
  screenshots: 'pictures',
  thirdParty: 'quick',
  bom: 'scripts/release/bom.test.ts',
  openapi: 'scripts/openapi.test.ts',
  budget: 'budget',
  'demo:verify': 'operations',
  'audit:verify': 'operations',
  'ledger:verify': 'operations',
  drill: 'drill',
  backups: 'backups',
  'paypal:facts': 'lab/paypal/paypalFacts.test.ts',
  matrix: 'matrix',
  'paypal:probe': 'lab/paypal/probe/probe.test.ts',
  sim: 'operations',
  bench: 'bench-sim',
  torture: 'torture-bills',
  dashboard: 'lab/ops/dashboard.test.ts',
  'watch:test': 'watch',
  mutants: 'mutants-hand',
}

test('names a suite or test for each npm script', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(Object.keys(runBy).sort()).toEqual(Object.keys(scripts).sort())
  const missing = Object.values(runBy).filter((by) => !names.includes(by) && !existsSync(root + by))
  expect(missing).toEqual([])
})

test('each torture takes the seed of its run', () => {
  const parameters = { seed: 7, stories: '@gate', folders: '', base: 'abc' }
  for (const suite of suites.filter(({ name }) => name.startsWith('torture-'))) {
    expect(isSeeded(suite), suite.name).toBe(true)
    expect(commandOf(suite, parameters)).toContain('--seed 7')
  }
})

test('no story of the gate’s tag is missing: about thirty carry it', () => {
  const tagged = files
    .filter((file) => file.endsWith('.e2e.ts'))
    .flatMap((file) => readFileSync(root + file, 'utf8').match(/tag: '@gate'/g) ?? [])
  expect(tagged.length).toBeGreaterThanOrEqual(25)
  expect(tagged.length).toBeLessThanOrEqual(40)
})
