// @module-tag slow

import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accountSim } from '../../apps/api/src/test/server/accountSim.ts'
import { testApp } from '../../apps/api/src/test/testApp.ts'
import { playMoneyStory } from '../../apps/api/src/test/world/moneyStory.ts'
import { switches } from '../../apps/paypal-sim/src/world/switches.ts'
import { type Combination, covered, coveringCombinations, randomCombinations } from './coverage.ts'

const sim = await accountSim()
const t = testApp({ environment: () => ({ ...sim.environment, PAYPAL_TIMEOUT_MS: '5000' }) })

/** What `npm run matrix` asks for; without it every pair of positions. */
const {
  MATRIX_FORM: form = 'pairs',
  MATRIX_COUNT: count = '100',
  MATRIX_SEED: seed,
  MATRIX_OUT: out,
} = process.env

function chosen(): Combination[] {
  if (form === 'random') return randomCombinations(switches, Number(count), Number(seed ?? 1))
  if (form === 'whole' || seed)
    return coveringCombinations(switches, form === 'whole' ? 3 : 2, Number(seed ?? 1))
  // Each story takes seconds, and the lists of some seeds are a fifth shorter than those of others.
  const lists = Array.from({ length: 30 }, (_, index) =>
    coveringCombinations(switches, 2, index + 1),
  )
  return lists.reduce((short, list) => (list.length < short.length ? list : short))
}

test('the money stories end the same in every combination of the simulator’s switches', async () => {
  const combinations = chosen()
  const failures: { switches: Combination; differences: string[] }[] = []
  for (const one of combinations) {
    await sim.act('configure', one)
    const differences = await playMoneyStory(
      t,
      sim,
      sim.environment.PAYPAL_SIMULATOR_URL,
      one.invoiceRefund === 'allowed',
    ).catch((error: Error) => [error.stack ?? error.message])
    if (differences.length > 0) failures.push({ switches: one, differences })
    if (out)
      process.stderr.write(
        `${failures.length > 0 && failures.at(-1)?.switches === one ? 'FAIL' : 'ok'} ${differences.join('; ')}\n`,
      )
  }
  const pairs = covered(switches, 2, combinations)
  if (out)
    writeFileSync(
      out,
      JSON.stringify({
        form,
        combinations: combinations.length,
        pairs: pairs.all,
        pairsCovered: pairs.covered,
        failures,
      }),
    )
  if (form !== 'random') expect(pairs.covered).toBe(pairs.all)
  expect(failures).toEqual([])
}, 7_200_000)
