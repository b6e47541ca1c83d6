import { connect, type PayPal } from '@paydesk/paypal/client'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { Conformance } from '../conformance/conformance.ts'
import type { Account, App } from '../record/account.ts'
import { type RunningSim, startServer } from '../server.ts'
import { Sim } from '../sim/sim.ts'
import { promptConfig, type SimConfig } from '../world/config.ts'

// Tests run on shared, busy machines, where a slow test is not a failing one.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

/** A running simulator per test file, whose whole traffic is held against PayPal's specifications. */
export function testSim(config: Partial<SimConfig> = {}) {
  const state = {} as {
    running: RunningSim
    account: Account
    app: App
    paypal: PayPal
    conformance: Conformance
    agent: Agent
  }
  beforeAll(async () => {
    state.conformance = new Conformance()
    const sim = new Sim({ ...promptConfig, ...config })
    sim.onExchange = state.conformance.observe
    state.running = await startServer(sim)
    state.agent = new Agent()
    Object.assign(state, sim.addMerchant())
    state.paypal = clientOf(state.running, state.app, { dispatcher: state.agent })
  })
  afterAll(async () => {
    await state.agent.close()
    await state.running.close()
    expect(state.conformance.deviations).toEqual([])
  })
  return state
}

export const clientOf = (running: RunningSim, app: App, more: Partial<Parameters<typeof connect>[0]> = {}) =>
  connect({
    environment: { kind: 'simulator', baseUrl: running.baseUrl },
    clientId: app.clientId,
    secret: app.secret,
    production: false,
    timeoutMs: 5_000,
    ...more,
  })
