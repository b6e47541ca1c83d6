import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSlow, serverTests, testsOfRing } from './slowTests.ts'

test('the two rings together run every test file of the server once', () => {
  const all = globSync(serverTests).sort()
  const gate = testsOfRing('gate')
  const slow = testsOfRing('slow').include
  expect(slow.length).toBeGreaterThan(30)
  expect(gate.exclude.toSorted()).toEqual(slow.toSorted())
  expect(all.filter((file) => slow.includes(file))).toHaveLength(slow.length)
  expect(testsOfRing(undefined)).toEqual({ include: serverTests, exclude: [] })
  expect(() => testsOfRing('fast')).toThrow('TEST_RING')
})

test('the gate plays the slow files of the folders that the change touches', () => {
  const folder = 'apps/api/src/billing/bill'
  const left = testsOfRing('gate', [folder]).exclude
  expect(testsOfRing('gate').exclude).toContain(`${folder}/race.test.ts`)
  expect(left).not.toContain(`${folder}/race.test.ts`)
  expect(left).toContain(`${folder}/list/listPlan.test.ts`)
})

test('a file is slow by its first lines alone', () => {
  expect(isSlow('// @module-tag slow\n\nimport x')).toBe(true)
  expect(isSlow(`${'import x\n'.repeat(100)}// @module-tag slow\n`)).toBe(false)
})
