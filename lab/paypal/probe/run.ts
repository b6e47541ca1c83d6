import { writeFileSync } from 'node:fs'
import { CallFailed, unwrap } from '@paydesk/paypal/outcome'
import { missingFeatures } from '../../../apps/api/src/paypal/paypalAccount/feature.ts'
import { defaultConfig } from '../../../apps/paypal-sim/src/world/config.ts'
import { type Finding, NotAnswered, type Position } from './answer.ts'
import { cleanUp, listen } from './clean.ts'
import { type Account, connectTo, type Probe } from './context.ts'
import { takeDeliveries } from './deliveries.ts'
import { type Hand, nobody, person, simulatorHand } from './hand.ts'
import { openMemory } from './memory.ts'
import type { Question } from './question.ts'
import { chosen } from './questions.ts'
import { refusalWords } from './raw.ts'
import { type Say, veil } from './veil.ts'

export type Options = Account & {
  out: string
  stateFile: string
  resume: boolean
  browser: boolean
  only?: string
  deliveries?: { publicUrl: string; port: number }
  recipient?: string
  oldPayment?: string
  tickedAt?: Date
  signal?: AbortSignal
  /** Tests bring their own. */
  hand?: Hand
}
export type Result = {
  exitCode: 0 | 2
  switches: Record<string, Position>
  findings: Record<string, Finding>
}

const isSwitch = (name: string): name is keyof typeof defaultConfig => name in defaultConfig

/**
 * Asks the questions. Throws if PayPal cannot be reached at all; what cannot be
 * answered is a finding.
 */
export async function runProbe(options: Options, print: Say): Promise<Result> {
  const asked = chosen(options.only)
  const secrets = new Set<string>()
  const hide = veil(secrets)
  const say: Say = (line) => print(hide(line))
  const { environment, clientId } = options
  const { paypal, raw } = connectTo(options, secrets)
  const { accessToken, scopes } = unwrap(await paypal.token())
  secrets.add(accessToken)
  const missing = missingFeatures(scopes).filter((feature) => feature !== 'disputes')
  if (missing.length)
    say(
      `The app lacks ${missing.join(', ')}: tick it on the app, or the questions about it stay open.`,
    )
  const hand = options.hand ?? (await handOf(options, say))
  const memory = openMemory(options.stateFile, {
    clientId,
    now: await hand.now(),
    resume: options.resume,
    veil: hide,
  })
  const deliveries =
    environment.kind === 'simulator' || options.deliveries
      ? await takeDeliveries(hand, options.deliveries)
      : undefined
  const { oldPayment, tickedAt, recipient = 'paydesk-probe@example.com' } = options
  const probe: Probe = {
    paypal,
    raw,
    hand,
    memory,
    deliveries,
    say,
    recipient,
    oldPayment,
    tickedAt,
  }
  const findings: Record<string, Finding> = {}
  const heard = await listen(probe)
  try {
    for (const question of asked) {
      options.signal?.throwIfAborted()
      const finding = await ask(probe, question)
      findings[question.name] = finding
      memory.state.findings[question.name] = finding
      memory.save()
      tell(say, question, finding)
    }
  } finally {
    await cleanUp(probe, heard)
    await deliveries?.close()
  }
  const switches = switchesOf(memory.state.findings)
  writeFileSync(options.out, hide(`${JSON.stringify(switches, null, 2)}\n`))
  const isDone = Object.values(findings).every(({ position }) => position !== undefined)
  return {
    exitCode: isDone ? 0 : 2,
    switches,
    findings: JSON.parse(hide(JSON.stringify(findings))),
  }
}

async function handOf(
  { environment, clientId, browser, signal }: Options,
  say: Say,
): Promise<Hand> {
  if (environment.kind === 'simulator') return simulatorHand(environment.baseUrl, clientId)
  return browser ? person(say, signal) : nobody(signal)
}

/** What was found before is not asked again. */
async function ask(probe: Probe, { name, number, ask }: Question): Promise<Finding> {
  const known = probe.memory.state.findings[name]
  if (known?.position !== undefined) return known
  try {
    return { question: number, ...(await ask(probe)) }
  } catch (error) {
    if (error instanceof NotAnswered)
      return { question: number, notAnswered: error.message, ...(error.resume && { resume: true }) }
    if (error instanceof CallFailed) return { question: number, notAnswered: failureWords(error) }
    throw error
  }
}

function failureWords({ failure }: CallFailed): string {
  if (failure.outcome === 'unknown') return `PayPal gave no clear answer (${failure.reason})`
  return `PayPal refused a call that the question needs: ${refusalWords(failure.refusal)}`
}

function tell(
  say: Say,
  { number, name, words, assumes }: Question,
  { position, seen, strange, notAnswered }: Finding,
): void {
  say(`[${number}] ${words}`)
  if (position !== undefined) say(`    found      ${position}: ${seen}`)
  else if (strange !== undefined)
    say(`    found      something that no position of the switch describes: ${strange}`)
  else say(`    found      not answered: ${notAnswered}`)
  say(`    product    assumes ${assumes}`)
  say(
    `    simulator  ${isSwitch(name) ? `${name}, by default ${String(defaultConfig[name])}` : 'has no switch for it'}`,
  )
}

const switchesOf = (findings: Record<string, Finding>): Record<string, Position> =>
  Object.fromEntries(
    Object.entries(findings).flatMap(([name, { position }]) =>
      position !== undefined && isSwitch(name) ? [[name, position]] : [],
    ),
  )
