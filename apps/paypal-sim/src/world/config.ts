import { defaultSwitches, type Switches, type SwitchName, switches } from './switches.ts'

/** Switches say what is not known of PayPal's behaviour; figures say how long and how many. */
export interface SimConfig extends Switches {
  seed: number
  /** If absent, nothing is kept. */
  file?: string
  /**
   * If given, the clock of a new world begins at this moment and stands still until it is advanced.
   */
  startsAt?: number
  reportingLagMs: number
  /** The most rows of one search. Fewer make a test of many rows short. */
  reportingMaxRows: number
  /**
   * Reporting calls a minute that one address may make for all accounts together; 0 is no limit.
   * [10]
   */
  reportingPerMinute: number
  /** How long an address that made more gets 429 for every reporting call. [10] */
  reportingBanMs: number
  /** How long Transaction Search answers 403 after it was ticked on an app. [11] */
  reportingEnabledAfterMs: number
  /** How long webhooks-events shows an event. [12] */
  eventsKeptMs: number
  /** State change → event, and event → first delivery, each from a range. */
  eventDelayMs: [number, number]
  deliveryDelayMs: [number, number]
  /** How long a receiver may take to answer a delivery. [9] */
  deliveryTimeoutMs: number
  deliveryConcurrency: number
  /** `strict`: https on port 443 and no local host, as PayPal asks. */
  webhookUrls: 'loopback' | 'strict'
  /** Unknown extra fields in every answer, to prove that clients tolerate them. */
  noise: boolean
  /**
   * Reckons every invoice wrong by one minor unit in this part, to prove that clients compare
   * totals: '', items, discount, tax or total.
   */
  reckonsWrong: string
  tokenLifeSeconds: number
  /** Oldest events are forgotten beyond this many, so that a long load run does not fill memory. */
  keepEvents: number
}

const hourMs = 3_600_000

export const defaultConfig: SimConfig = {
  ...defaultSwitches,
  seed: 1,
  reportingLagMs: 3 * hourMs,
  reportingMaxRows: 10_000,
  reportingPerMinute: 50,
  reportingBanMs: 300_000,
  reportingEnabledAfterMs: 9 * hourMs,
  eventsKeptMs: 7 * 24 * hourMs,
  eventDelayMs: [12_000, 15_000],
  deliveryDelayMs: [3_000, 8_000],
  deliveryTimeoutMs: 5_000,
  deliveryConcurrency: 64,
  webhookUrls: 'loopback',
  noise: true,
  reckonsWrong: '',
  tokenLifeSeconds: 32_400,
  keepEvents: 200_000,
}

/**
 * No waiting anywhere: what most tests want. It switches off waiting only; every doubtful behaviour
 * stays the worse one.
 */
export const promptConfig: Partial<SimConfig> = {
  reportingLagMs: 0,
  eventDelayMs: [0, 0],
  deliveryDelayMs: [0, 0],
  reportingPerMinute: 0,
  reportingEnabledAfterMs: 0,
}

/** A name that is no setting, or a position that the switch does not have. */
export class UnknownSetting extends Error {}

/**
 * Reads settings by name, as a file of the probe or a form gives them (a form sends text). Seed and
 * file are fixed when a world is made.
 */
export function readSettings(input: Record<string, unknown>): Partial<SimConfig> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, readSetting(name, value)]),
  )
}

function readSetting(name: string, value: unknown): unknown {
  if (Object.hasOwn(switches, name)) {
    const position = switches[name as SwitchName].find((one) => String(one) === String(value))
    if (position === undefined) throw new UnknownSetting(`${name}: ${JSON.stringify(value)}`)
    return position
  }
  const known =
    Object.hasOwn(defaultConfig, name) && name !== 'seed'
      ? defaultConfig[name as keyof SimConfig]
      : undefined
  const fits = [value, Number(value), value === 'true'].find(
    (one) => typeof one === typeof known && Array.isArray(one) === Array.isArray(known),
  )
  if (known === undefined || fits === undefined || Number.isNaN(fits))
    throw new UnknownSetting(name)
  return fits
}
