import { allEndpoints } from '@paydesk/contract/registry'
import { openDoor } from '../../../apps/api/src/test/fuzz/door.ts'
import { fuzzCall } from '../../../apps/api/src/test/fuzz/fuzz.ts'
import { makeMarked } from '../../../apps/api/src/test/fuzz/marked.ts'
import { sumOf, type Tally } from '../../../apps/api/src/test/fuzz/tally.ts'
import { keyOf } from '../../../apps/api/src/test/input/inputs.ts'
import { hashOf } from '../../../apps/api/src/test/input/theirs.ts'
import { endAll } from '../../ground/processes.ts'
import { testSettings } from '../../ground/testPostgres.ts'
import { openHarness } from '../../stack/harness.ts'

export type Options = {
  seed: number
  inputs: number
  minutes: number
  only: string
  share: number
  of: number
}
export type Found = { calls: number; left: string[]; changed: string[]; tally: Tally }

/**
 * Sends every call of its share what `fuzzCall` makes of it, and says each fault when it is found.
 */
export async function search({ seed, inputs, minutes, only, share, of }: Options): Promise<Found> {
  const endings: (() => unknown)[] = []
  const until = Date.now() + minutes * 60_000
  try {
    const t = await openHarness({ name: 'fuzz', settings: testSettings, endings })
    const theirs = await makeMarked(t)
    const before = await hashOf(t, theirs.companyId)
    openDoor(t)
    const calls = allEndpoints.filter(
      (call, index) => index % of === share && keyOf(call).includes(only),
    )
    const tallies: Tally[] = []
    const left: string[] = []
    for (const call of calls) {
      if (Date.now() > until) left.push(keyOf(call))
      else {
        const tally = await fuzzCall(t, theirs, call, { seed, inputs })
        tallies.push(tally)
        for (const fault of tally.faults) console.log(JSON.stringify(fault))
      }
    }
    const after = await hashOf(t, theirs.companyId)
    const changed = Object.keys(before).filter((table) => before[table] !== after[table])
    return { calls: tallies.length, left, changed, tally: sumOf(tallies) }
  } finally {
    await endAll(endings)
  }
}
