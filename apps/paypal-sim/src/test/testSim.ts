import { connect, type PayPal } from '@paydesk/paypal/client'
import { Agent } from 'undici'
import { afterAll, beforeAll, vi } from 'vitest'
import type { Account, App } from '../record/account.ts'
import { type RunningSim, startServer } from '../server.ts'
import { Sim } from '../sim/sim.ts'
import { promptConfig, type SimConfig } from '../world/config.ts'

// Tests run on shared, busy machines, where a slow test is not a failing one.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

/**
 * A running simulator per test file. Closing it fails the file if anything was not as
 * PayPal publishes it.
 */
export function testSim(config: Partial<SimConfig> = {}) {
  const state = {} as {
    running: RunningSim
    account: Account
    app: App
    paypal: PayPal
    agent: Agent
  }
  beforeAll(async () => {
    const sim = new Sim({ ...promptConfig, ...config })
    state.running = await startServer(sim)
    state.agent = new Agent()
    Object.assign(state, sim.addMerchant())
    state.paypal = clientOf(state.running, state.app, { dispatcher: state.agent })
  })
  afterAll(async () => {
    await state.agent.close()
    await state.running.close()
  })
  return state
}

export const clientOf = (
  running: RunningSim,
  app: App,
  more: Partial<Parameters<typeof connect>[0]> = {},
) =>
  connect({
    environment: { kind: 'simulator', baseUrl: running.baseUrl },
    clientId: app.clientId,
    secret: app.secret,
    production: false,
    timeoutMs: 5_000,
    ...more,
  })
