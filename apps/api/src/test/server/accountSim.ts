import { afterAll } from 'vitest'
import { Simulator } from './simulator.ts'

export type SimApp = {
  id: string
  accountId: string
  clientId: string
  secret: string
  scopes: string[]
}

/**
 * A simulator for tests that make accounts there; call it before `testApp` and hand that
 * its `environment`.
 */
export async function accountSim() {
  const sim = await Simulator.start()
  afterAll(() => sim.stop())
  return {
    environment: { PAYPAL_SIMULATOR_URL: sim.url },
    act: <T>(action: string, input: object = {}) => sim.act<T>(action, input),
    addAccount: async (values: object = {}) =>
      (await sim.act<{ app: SimApp }>('addAccount', values)).app,
    /** What really happened to an account at the simulator, in order: `webhook.created …`. */
    effects: async ({ accountId }: SimApp): Promise<string[]> => {
      type Entry = { accountId: string; effects: string[] }
      const { entries } = (await (await fetch(`${sim.url}/sim/journal`)).json()) as {
        entries: Entry[]
      }
      return entries
        .filter((entry) => entry.accountId === accountId)
        .flatMap(({ effects }) => effects)
    },
  }
}
