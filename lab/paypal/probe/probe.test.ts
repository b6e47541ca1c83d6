// @module-tag slow

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { controlActions } from '../../../apps/paypal-sim/src/control/actions.ts'
import { byPayToken } from '../../../apps/paypal-sim/src/invoice/invoice.ts'
import { type RunningSim, startServer } from '../../../apps/paypal-sim/src/server.ts'
import { Sim } from '../../../apps/paypal-sim/src/sim/sim.ts'
import {
  promptConfig,
  readSettings,
  type SimConfig,
} from '../../../apps/paypal-sim/src/world/config.ts'
import { switches } from '../../../apps/paypal-sim/src/world/switches.ts'
import type { Position } from './answer.ts'
import { nobody, person, simulatorHand } from './hand.ts'
import { readArguments, readOptions } from './probe.ts'
import { chosen, questions } from './questions.ts'
import { type Options, runProbe } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-probe-'))
const started: RunningSim[] = []
afterAll(async () => {
  for (const running of started) await running.close()
  rmSync(folder, { recursive: true, force: true })
})

const [hour, day] = [3_600_000, 86_400_000]

/**
 * The simulator's figures that answer a question. The positions of its switches are listed
 * in the simulator.
 */
const figures: Record<string, number[]> = {
  deliveryTimeoutMs: [1000, 4000],
  reportingPerMinute: [50, 20, 30, 0],
  reportingBanMs: [300_000, 120_000],
  reportingEnabledAfterMs: [9 * hour, 0],
  eventsKeptMs: [7 * day, 30 * day],
}
const positions: Record<string, readonly Position[]> = { ...switches, ...figures }
const at = (run: number) =>
  Object.fromEntries(
    Object.entries(positions).map(([name, list]) => [name, list[run % list.length] as Position]),
  )

/**
 * Some positions make another question unanswerable: that run does not count for it, and
 * another one must.
 */
const runs: { config: Record<string, Position>; unanswered: string[] }[] = [
  { config: at(0), unanswered: ['invoiceFollowsRefund'] },
  { config: at(1), unanswered: ['invoiceFollowsRefund'] },
  { config: at(2), unanswered: [] },
  { config: { ...at(3), invoiceRefund: 'allowed' }, unanswered: ['retryAfter', 'reportingBanMs'] },
]

async function startSim(config: Partial<SimConfig> = {}) {
  const sim = new Sim({ ...promptConfig, reportingLagMs: 3 * hour, ...config })
  const running = await startServer(sim)
  started.push(running)
  const tokens = new Set<string>()
  sim.onExchange = ({ request, answer }) => {
    if (request.path === '/v1/oauth2/token' && answer.status === 200)
      tokens.add(JSON.parse(answer.body.toString()).access_token)
  }
  const { app, account } = sim.addMerchant()
  // The probe's windows reach back for an hour, and the account is to exist by then.
  await sim.advance(2 * day)
  const place = mkdtempSync(join(folder, 'run-'))
  const options: Options = {
    environment: { kind: 'simulator', baseUrl: running.baseUrl },
    clientId: app.clientId,
    secret: app.secret,
    out: join(place, 'switches.json'),
    stateFile: join(place, 'state.json'),
    resume: false,
    browser: true,
  }
  const lines: string[] = []
  return {
    sim,
    account,
    options,
    tokens,
    probe: (more: Partial<Options> = {}) =>
      runProbe({ ...options, ...more }, (line) => lines.push(line)),
    /** All that was printed and written. */
    traces: () =>
      [...lines, ...readdirSync(place).map((file) => readFileSync(join(place, file), 'utf8'))].join(
        '\n',
      ),
  }
}
type Started = Awaited<ReturnType<typeof startSim>>

function expectNoSecrets({ traces, options, tokens, account, sim }: Started) {
  const payers = [...sim.world.captures.values()].flatMap(({ payer }) => [payer.email, payer.name])
  const basic = Buffer.from(`${options.clientId}:${options.secret}`).toString('base64')
  expect(tokens.size).toBeGreaterThan(0)
  for (const secret of [options.secret, basic, ...tokens, account.email, ...payers])
    expect(traces()).not.toContain(secret)
  expect(traces()).not.toMatch(/bearer|authorization|@/i)
}

function expectNothingLeft({ sim: { world } }: Started) {
  const open = [...world.invoices.values()].filter(({ status }) =>
    ['DRAFT', 'SENT', 'SCHEDULED', 'SHARED', 'UNPAID'].includes(status),
  )
  expect(open).toEqual([])
  expect([world.webhooks.size, world.lookups.size]).toEqual([0, 0])
}

describe('against a simulator with every switch in every position', () => {
  // Each waits for the simulator to hang up: they wait together.
  test.concurrent.for(runs.map((run, index) => ({ ...run, index })))(
    'run $index reports the positions',
    { timeout: 60_000 },
    async (run) => {
      const started = await startSim(run.config as Partial<SimConfig>)
      const { findings, exitCode, switches: written } = await started.probe()
      const found = Object.fromEntries(
        Object.entries(findings).map(([name, finding]) => [name, finding.position ?? finding]),
      )
      const { deliveryTimeoutMs, ...exact } = Object.fromEntries(
        Object.entries(run.config).filter(([name]) => !run.unanswered.includes(name)),
      )
      expect(found).toMatchObject(exact)
      // The simulator's own timer is late by up to a second, and later on a busy machine.
      const lateMs = Number(found.deliveryTimeoutMs) - Number(deliveryTimeoutMs)
      expect(lateMs >= 0 && lateMs < 3000).toBe(true)
      for (const name of run.unanswered) expect(findings[name]?.notAnswered).toBeTruthy()
      expect(exitCode).toBe(run.unanswered.length ? 2 : 0)
      expect(written).toEqual({ ...exact, deliveryTimeoutMs: found.deliveryTimeoutMs })
      expect(readSettings(JSON.parse(readFileSync(started.options.out, 'utf8')))).toEqual(written)
      expectNoSecrets(started)
      expectNothingLeft(started)
    },
  )

  test('no position was left out', () => {
    const reported = runs.flatMap(({ config, unanswered }) =>
      Object.entries(config).flatMap(([name, position]) =>
        unanswered.includes(name) ? [] : [`${name} ${position}`],
      ),
    )
    const all = Object.entries(positions).flatMap(([name, list]) =>
      list.map((position) => `${name} ${position}`),
    )
    expect(all.filter((one) => !reported.includes(one))).toEqual([])
  })
})

test('every switch has one question, and the guide tells of each', () => {
  const names = questions.map(({ name }) => name)
  expect(Object.keys(positions).filter((name) => !names.includes(name))).toEqual([])
  const guide = readFileSync(new URL('../../../docs/paypal-sandbox.md', import.meta.url), 'utf8')
  const told = [...guide.matchAll(/^\| (\d+) \| `(\w+)` \|/gm)].map(
    ([, number, name]) => `${number} ${name}`,
  )
  expect(told.toSorted()).toEqual(
    questions.map(({ number, name }) => `${number} ${name}`).toSorted(),
  )
})

test('a person comes back after reporting has caught up, and only what is open is asked again', async () => {
  const started = await startSim()
  const levers = await simulatorHand(
    started.options.environment.kind === 'simulator' ? started.options.environment.baseUrl : '',
    started.options.clientId,
  )
  const { tickReporting: _, ...rest } = levers
  const away: Options['hand'] = { ...rest, kind: 'person' }
  const only = 'q4,reportingWindowBy,sharedStatus'
  const first = await started.probe({ hand: away, only })
  expect(first.exitCode).toBe(2)
  for (const name of ['invoicePaymentCode', 'invoiceRowIds', 'reportingWindowBy'])
    expect(first.findings[name]).toMatchObject({
      resume: true,
      notAnswered: expect.stringContaining('--resume'),
    })
  const made = started.sim.world.invoices.size
  await started.sim.advance(4 * hour)
  const second = await started.probe({ hand: away, only, resume: true })
  expect(second.exitCode).toBe(0)
  expect(second.switches).toEqual({
    sharedStatus: 'SHARED',
    invoicePaymentCode: 'T0006',
    invoiceRowIds: 'none',
    reportingWindowBy: 'initiated',
  })
  expect(started.sim.world.invoices.size).toBe(made)
  expectNoSecrets(started)
  await expect(started.probe({ resume: true, clientId: 'another' })).rejects.toThrow()
})

test('a person is told what to open and what to do there', async () => {
  const kinder = {
    invoiceRefund: 'allowed',
    invoiceFollowsRefund: true,
    siteRefundFires: true,
    partRefundStatus: 'REFUNDED',
  } as const
  const started = await startSim(kinder)
  const { sim } = started
  const told: string[] = []
  const act = (name: string, input: Record<string, unknown>) => controlActions[name]?.(sim, input)
  const amountIn = (line: string) => Number(/only (\d+\.\d\d) USD/.exec(line)?.[1] ?? 10)
  const hand = person((line) => {
    told.push(line)
    const [, invoice, order, payment] =
      /invoice\/p\/#(\w{16})|checkoutnow\?token=(\w+)|transaction (\w+)/.exec(line) ?? []
    if (invoice)
      act('payInvoice', {
        invoiceId: byPayToken(sim.world, invoice)?.id,
        amount: String(amountIn(line)),
      })
    if (order) act('approveOrder', { orderId: order })
    if (payment) act('refundInPayPal', { captureId: payment, amountMinor: 100 })
  })
  // A person cannot move the simulator's clock, which is two days ahead of ours.
  const now = async () => new Date(sim.world.clock.now())
  const { findings, exitCode } = await started.probe({
    hand: { ...hand, now },
    only: 'invoiceRefund,partRefundStatus,siteRefundFires,otherPayload',
  })
  expect(findings).toMatchObject({
    invoiceRefund: { position: 'allowed' },
    partRefundStatus: { position: 'REFUNDED' },
    siteRefundFires: { position: true },
    otherPayload: { position: 'replay' },
  })
  expect(exitCode).toBe(0)
  expect(
    told.map((line) => line.replace(/https?:\S+|transaction \w+/g, '…')),
  ).toMatchInlineSnapshot(`
    [
      "  → Open … and approve the payment with your personal sandbox account. The page after it does not matter.",
      "  → Open … and pay all of it with your personal sandbox account.",
      "  → Open … and pay only 4.00 USD of it with your personal sandbox account.",
      "  → Log in to … with the business account, open Activity, find …, choose "Refund this payment" and refund 1.00 USD of it.",
    ]
  `)
})

test('a person who stops it leaves nothing behind', async () => {
  const started = await startSim()
  const stop = new AbortController()
  const hand = person(() => stop.abort(new Error('Stopped.')), stop.signal)
  await expect(
    started.probe({ hand, signal: stop.signal, only: 'sharedStatus,invoiceCapture' }),
  ).rejects.toThrow()
  expectNothingLeft(started)
  expect(Object.keys(JSON.parse(readFileSync(started.options.stateFile, 'utf8')).findings)).toEqual(
    ['sharedStatus'],
  )
})

test('with nobody there, what needs a browser says so and the rest is answered', async () => {
  const started = await startSim({ otherPayload: 'refuse' })
  const { findings, exitCode } = await started.probe({
    hand: nobody(),
    only: 'q1,invoiceCapture,refundWindow,numberTaken',
  })
  expect(exitCode).toBe(2)
  expect(findings.invoiceCapture?.notAnswered).toContain('browser')
  expect(findings.refundWindow?.notAnswered).toContain('--old-payment')
  expect(findings).toMatchObject({
    invoicingRequestId: { position: 'ignored' },
    otherPayload: { position: 'refuse' },
    numberTaken: { position: 'unnamed' },
  })
  expectNothingLeft(started)
})

describe('the command', () => {
  const script = fileURLToPath(new URL('probe.ts', import.meta.url))
  const run = (args: string[], env: Record<string, string> = {}) =>
    new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        [script, ...args],
        { cwd: folder, env: { ...process.env, ...env } },
        (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
      )
    })

  test('refuses the live environment before it asks for a secret', async () => {
    const { code, stdout, stderr } = await run(['--client-id', 'x', '--environment', 'live'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('sandbox only')
  })

  test('ends with one line of JSON and says by its exit code whether all was answered', async () => {
    const { options } = await startSim()
    const baseUrl = options.environment.kind === 'simulator' ? options.environment.baseUrl : ''
    const { code, stdout, stderr } = await run(
      [
        '--client-id',
        options.clientId,
        '--simulator',
        baseUrl,
        '--only',
        'sharedStatus,invoiceFollowsRefund',
      ],
      { PAYPAL_PROBE_SECRET: options.secret },
    )
    expect([code, stderr]).toEqual([2, ''])
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      exitCode: 2,
      asked: 2,
      answered: 1,
      findings: {
        sharedStatus: { position: 'SHARED' },
        invoiceFollowsRefund: { notAnswered: expect.any(String) },
      },
    })
    expect(stdout).toContain('product    assumes')
    expect(stdout).not.toContain(options.secret)
  })

  test('says in words what is missing or wrong', async () => {
    const read = (...args: string[]) => readOptions(readArguments(args))
    await expect(read()).rejects.toThrow('--client-id')
    await expect(read('--client-id', 'x', '--deliveries', 'http://a.example')).rejects.toThrow(
      'https',
    )
    await expect(read('--client-id', 'x', '--ticked-at', 'yesterday')).rejects.toThrow('not a time')
    expect(() => chosen('q99')).toThrow('no question q99')
    const { options } = await startSim()
    const wrong = { ...options, secret: 'wrong' }
    await expect(runProbe(wrong, () => {})).rejects.toThrow('invalid_client')
    const live = {
      ...options,
      environment: { kind: 'simulator' as const, baseUrl: 'https://api-m.paypal.com' },
    }
    await expect(runProbe(live, () => {})).rejects.toThrow('not a simulator')
  })
})
