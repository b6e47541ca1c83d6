import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { allEndpoints } from '@paydesk/contract/registry'
import { TestApp } from '../../../apps/api/src/test/appInProcess.ts'
import { openDoor } from '../../../apps/api/src/test/fuzz/door.ts'
import { fuzzCall, sumOf, type Tally } from '../../../apps/api/src/test/fuzz/fuzz.ts'
import { makeMarked } from '../../../apps/api/src/test/fuzz/marked.ts'
import { keyOf } from '../../../apps/api/src/test/input/inputs.ts'
import { hashOf } from '../../../apps/api/src/test/input/theirs.ts'
import { createDatabase, prepareDatabase } from '../../ground/database.ts'
import { startPrivatePostgres } from '../../ground/postgres.ts'
import { endAll } from '../../ground/processes.ts'
import { testSettings } from '../../ground/testPostgres.ts'
import type { Found, Options } from './run.ts'

/**
 * Sends every call of its share what `fuzzCall` makes of it, and says each fault when it is found.
 */
export async function search({ seed, inputs, minutes, only, share, of }: Options): Promise<Found> {
  const endings: (() => unknown)[] = []
  const until = Date.now() + minutes * 60_000
  try {
    const t = await openApp(endings)
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

async function openApp(endings: (() => unknown)[]): Promise<TestApp> {
  const dir = new URL(`../../../.tmp/fuzz-${process.pid}`, import.meta.url).pathname
  mkdirSync(dir, { recursive: true })
  endings.push(() => rmSync(dir, { recursive: true, force: true }))
  const postgres = await startPrivatePostgres(dir, { keep: false, settings: testSettings })
  // A pool's connections are gone only a moment after it has ended, and PostgreSQL's end
  // must not reach them.
  endings.push(
    () => postgres.stop(),
    () => sleep(300),
  )
  await createDatabase(postgres.ownerUrl('postgres'), 'template_fuzz')
  const { runtimeUrl } = await prepareDatabase(postgres.ownerUrl('template_fuzz'))
  const t = new TestApp(false, () => ({}))
  await t.start({
    ownerUrl: bare(postgres.ownerUrl('postgres')),
    runtimeUrl: bare(runtimeUrl),
    template: 'template_fuzz',
    prefix: 'fuzz',
  })
  endings.push(() => t.stop())
  return t
}

const bare = (url: string) => url.replace(/\/[^/]*$/, '/')
