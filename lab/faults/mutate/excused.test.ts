import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../faults.ts'
import { excuses } from './excused.ts'
import { describe } from './mutant.ts'
import also from './tests.json' with { type: 'json' }
import { mutantsOf } from './typescript.ts'

test('each excuse is for a mutant that is still made', () => {
  const stale = excuses.filter(({ file, change }) => {
    if (!existsSync(join(root, file))) return true
    const mutants = mutantsOf(file, readFileSync(join(root, file), 'utf8'))
    return !mutants.some((mutant) => describe(mutant) === change)
  })
  expect(stale).toEqual([])
})

test('each test that is named beyond the convention is there, and so is its file', () => {
  const named = Object.entries(also as Record<string, string[]>).flat(2)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
