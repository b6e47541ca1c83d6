// @module-tag slow

import { allEndpoints } from '@paydesk/contract/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDoor } from './test/fuzz/door.ts'
import { fuzzCall } from './test/fuzz/fuzz.ts'
import { type Marked, makeMarked } from './test/fuzz/marked.ts'
import { keyOf } from './test/input/inputs.ts'
import { hashOf } from './test/input/theirs.ts'
import { testApp } from './test/testApp.ts'

/** `npm run torture -- fuzz` sends many more, with other seeds. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
const inputs = Number(process.env.FUZZ_INPUTS ?? 50)

const t = testApp()
let theirs: Marked
let before: Record<string, string>
beforeAll(async () => {
  theirs = await makeMarked(t)
  before = await hashOf(t, theirs.companyId)
  openDoor(t)
})
afterAll(async () => expect(await hashOf(t, theirs.companyId)).toEqual(before))

test.each(allEndpoints.map((call) => [keyOf(call), call] as const))(
  `%s: no hostile input (seed ${seed}) is answered with 500, late, with another company’s data or with our insides`,
  async (_, call) => {
    const tally = await fuzzCall(t, theirs, call, { seed, inputs })
    expect(tally.faults).toEqual([])
    expect(tally.inputs).toBe(inputs)
  },
  120_000,
)
