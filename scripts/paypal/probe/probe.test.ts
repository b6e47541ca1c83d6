import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type RunningSim, startServer } from '../../../apps/paypal-sim/src/server.ts'
import { Sim } from '../../../apps/paypal-sim/src/sim/sim.ts'
import { promptConfig, type SimConfig } from '../../../apps/paypal-sim/src/world/config.ts'
import { switches } from '../../../apps/paypal-sim/src/world/switches.ts'
import type { Position } from './question.ts'
import { questions } from './questions.ts'
import { type Options, type Result, runProbe } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-probe-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [hour, day] = [3_600_000, 86_400_000]

/** Figures of the simulator that answer a question; the switches' positions are listed in the simulator. */
const figures: Record<string, number[]> = {
  deliveryTimeoutMs: [1000, 500],
  reportingPerMinute: [50, 20, 30, 0],
  reportingBanMs: [300_000, 120_000],
  reportingEnabledAfterMs: [9 * hour, 0],
  eventsKeptMs: [7 * day, 30 * day],
}
const positions: Record<string, readonly Position[]> = { ...switches, ...figures }
const at = (run: number) => Object.fromEntries(Object.entries(positions).map(([name, list]) => [name, list[run % list.length] as Position]))

/** What one position of a switch makes unanswerable: the run does not count for these, another one must. */
const runs: { config: Record<string, Position>; unanswered: string[] }[] = [
  { config: at(0), unanswered: ['invoiceFollowsRefund'] },
  { config: at(1), unanswered: [] },
  { config: { ...at(2), invoiceRefund: 'allowed' }, unanswered: [] },
  { config: at(3), unanswered: ['retryAfter', 'reportingBanMs'] },
]

type Ran = Result & { printed: string; state: Record<string, string>; tokens: Set<string>; running: RunningSim }

async function probeSim(name: string, config: Partial<SimConfig>, more: Partial<Options> = {}): Promise<Ran & { options: Options }> {
  const sim = new Sim({ ...promptConfig, reportingLagMs: 3 * hour, ...config })
  const tokens = new Set<string>()
  sim.onExchange = ({ answer }) => {
    if (answer.operation === 'token') tokens.add(JSON.parse(answer.body.toString()).access_token)
  }
  const running = await startServer(sim)
  const { app } = sim.addMerchant()
  // Reporting windows of the probe reach back an hour, and the account is to exist by then.
  await sim.advance(2 * day)
  const place = mkdtempSync(join(folder, `${name}-`))
  const options: Options = {
    environment: { kind: 'simulator', baseUrl: running.baseUrl },
    clientId: app.clientId,
    secret: app.secret,
    out: join(place, 'switches.json'),
    stateFile: join(place, 'state.json'),
    resume: false,
    browser: true,
    ...more,
  }
  const lines: string[] = []
  const result = await runProbe(options, (line) => lines.push(line))
  const state = Object.fromEntries(readdirSync(place).map((file) => [file, readFileSync(join(place, file), 'utf8')]))
  return { ...result, printed: lines.join('\n'), state, tokens, running, options }
}

describe('against a simulator with every switch in every position', () => {
  const reported = new Set<string>()

  test.for(runs.map((run, index) => ({ ...run, index })))('run $index reports the positions', { timeout: 60_000 }, async (run) => {
    const probe = await probeSim(`run${run.index}`, run.config as Partial<SimConfig>)
    await probe.running.close()
    const found = Object.fromEntries(Object.entries(probe.findings).map(([name, finding]) => [name, finding.position ?? finding]))
    const expected = Object.entries(run.config).filter(([name]) => !run.unanswered.includes(name))
    expect(found).toMatchObject(Object.fromEntries(expected))
    for (const name of run.unanswered) expect(probe.findings[name]?.notAnswered).toBeTruthy()
    expect(probe.exitCode).toBe(run.unanswered.length ? 2 : 0)
    expect(JSON.parse(probe.state['switches.json'] ?? '')).toEqual(Object.fromEntries(expected))
    for (const [name, position] of expected) reported.add(`${name} ${position}`)
  })

  test('no position was left out', () => {
    const all = Object.entries(positions).flatMap(([name, list]) => list.map((position) => `${name} ${position}`))
    expect(all.filter((one) => !reported.has(one))).toEqual([])
  })
})

test('every switch has a question', () => {
  const names = questions.map(({ name }) => name)
  expect(Object.keys(positions).filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})
