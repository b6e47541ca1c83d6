import { expect, test } from 'vitest'
import { type Facts, foldersOf, gateMinutes, planFull, planGate, storiesOf } from './plan.ts'
import type { Suite } from './suites.ts'

const suite = (values: Partial<Suite> & Pick<Suite, 'name' | 'ring'>): Suite => ({
  protects: 'something',
  command: 'true',
  inputs: ['apps/'],
  minutes: 1,
  cores: 2,
  ...values,
})

const green = { hash: 'same', date: '2026-01-01', seconds: 1, processorSeconds: 1 }

const facts = (values: Partial<Facts>): Facts => ({
  suites: [],
  changed: [],
  files: [],
  verified: {},
  hashOf: () => 'same',
  ...values,
})

const running = (values: Partial<Facts>) =>
  planGate(facts(values)).flatMap((decision) => (decision.runs ? decision.suite.name : []))

const quick = suite({ name: 'quick', ring: 'gate', inputs: ['./'], always: true })
const unit = suite({ name: 'unit', ring: 'gate', inputs: ['apps/api/'] })
const long = suite({ name: 'long', ring: 'full', focus: ['apps/api/src/money/'] })

test('a suite of the gate runs when the change touches its inputs, or when it was never verified', () => {
  const verified = { unit: green }
  const changed = ['apps/console/x.ts']
  expect(running({ suites: [quick, unit], changed })).toEqual(['quick', 'unit'])
  expect(running({ suites: [quick, unit], changed, verified })).toEqual(['quick'])
  const part = { ...unit, name: 'unit-part', partOf: 'unit' }
  expect(running({ suites: [part, unit], changed, verified })).toEqual([])
  const mutants = { ...unit, name: 'mutants', byChange: true as const }
  expect(running({ suites: [mutants], changed })).toEqual([])
  expect(running({ suites: [quick, unit], verified, changed: ['apps/api/x.ts'] })).toEqual([
    'quick',
    'unit',
  ])
})

test('a long suite runs in the gate when it is due and the change touches its focus', () => {
  const changed = ['apps/api/src/money/match.ts']
  expect(running({ suites: [long], changed })).toEqual(['long'])
  expect(running({ suites: [long], changed: ['apps/api/src/people/user.ts'] })).toEqual([])
  expect(running({ suites: [long], changed, verified: { long: green } })).toEqual([])
  const stale = { ...green, hash: 'other' }
  expect(running({ suites: [long], changed, verified: { long: stale } })).toEqual(['long'])
})

test('long suites that take the gate over its limit are left out, dearest first', () => {
  const changed = ['apps/api/src/money/match.ts']
  const dear = { ...long, name: 'dear', minutes: gateMinutes }
  const plan = planGate(facts({ suites: [unit, dear, long], changed }))
  expect(plan.map(({ suite: { name }, runs }) => [name, runs])).toEqual([
    ['unit', true],
    ['dear', false],
    ['long', true],
  ])
  expect(plan[1]?.why).toContain(`over ${gateMinutes} minutes`)
})

test('suites that only wait cost the gate less than they last', () => {
  const waits = { ...long, minutes: 40, cores: 0.5 as const }
  expect(running({ suites: [waits], changed: ['apps/api/src/money/match.ts'] })).toEqual(['long'])
})

test('a suite brings along those whose output it uses', () => {
  const build = suite({ name: 'build', ring: 'gate', inputs: ['apps/console/'] })
  const stories = suite({ name: 'stories', ring: 'gate', inputs: ['apps/api/'], needs: ['build'] })
  const verified = { build: green }
  const plan = planGate(facts({ suites: [build, stories], changed: ['apps/api/x.ts'], verified }))
  expect(plan[0]).toMatchObject({ runs: true, why: 'needed by stories' })
})

test('the full ring runs what is due, all, or what is named', () => {
  const suites = [unit, long, suite({ name: 'stories-gate', ring: 'gate', partOf: 'long' })]
  const names = (options: { all: boolean; only: string[] }) =>
    planFull(facts({ suites, verified: { unit: green } }), options).flatMap((decision) =>
      decision.runs ? decision.suite.name : [],
    )
  expect(names({ all: false, only: [] })).toEqual(['long'])
  expect(names({ all: true, only: [] })).toEqual(['unit', 'long'])
  expect(names({ all: false, only: ['unit'] })).toEqual(['unit'])
})

test('the gate plays the stories of each feature that changed, or of its floor', () => {
  const stories = ['billing/refund', 'billing/bill', 'billing/billFlow', 'people/user']
  const files = stories.map((name) => `lab/stories/${name}.e2e.ts`)
  const of = (...changed: string[]) => storiesOf(changed, files)
  expect(of()).toBe('@gate')
  expect(of('apps/api/src/billing/refund/refund.test.ts')).toBe('@gate')
  expect(of('apps/api/src/billing/refund/ask.ts', 'README.md')).toBe('@gate|billing/refund')
  expect(of('packages/contract/src/billing/bill.ts')).toBe('@gate|billing/bill')
  expect(of('packages/contract/src/money/transaction.ts')).toBe('@gate|billing/')
  expect(of('apps/console/src/people/user/Page.tsx')).toBe('@gate|people/user')
  expect(of('lab/stories/billing/billFlow.e2e.ts')).toBe('@gate|billing/billFlow')
  expect(of('apps/api/src/people/session/x.ts', 'apps/api/src/people/user/x.ts')).toBe(
    '@gate|people/',
  )
})

test('the gate plays the slow tests beside the files that changed', () => {
  const changed = ['apps/api/src/billing/bill/a.ts', 'apps/api/src/billing/bill/b.ts', 'README.md']
  expect(foldersOf(changed)).toEqual(['apps/api/src/billing/bill'])
})
