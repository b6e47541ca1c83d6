import { connect, type PayPal } from '@paydesk/paypal/client'
import type { Environment } from '@paydesk/paypal/environment'
import { NotAnswered } from './answer.ts'
import type { Deliveries } from './deliveries.ts'
import type { Hand } from './hand.ts'
import type { Memory } from './memory.ts'
import { type Raw, rawCalls } from './raw.ts'
import type { Say } from './veil.ts'

export type Account = {
  environment: Exclude<Environment, { kind: 'live' }>
  clientId: string
  secret: string
}

/** What a question is asked with. */
export type Probe = {
  paypal: PayPal
  raw: Raw
  hand: Hand
  memory: Memory
  deliveries: Deliveries | undefined
  say: Say
  /** Whom invoices are addressed to: an address that belongs to nobody. */
  recipient: string
  /** A payment of more than 180 days ago, if the person has one. */
  oldPayment: string | undefined
  /** When Transaction Search was ticked on the app, if the person knows. */
  tickedAt: Date | undefined
}

/** `secrets` learns what must never be printed. */
export function connectTo(
  { environment, clientId, secret }: Account,
  secrets: Set<string>,
): { paypal: PayPal; raw: Raw } {
  secrets.add(secret)
  const paypal = connect({ environment, clientId, secret, production: false })
  return { paypal, raw: rawCalls(paypal, secrets) }
}

/** Looks again and again until there is something to see. Undefined if the time ran out. */
export async function until<T>(
  { hand }: Pick<Probe, 'hand'>,
  { withinMs, everyMs }: { withinMs: number; everyMs: number },
  look: () => Promise<T | undefined> | T | undefined,
): Promise<T | undefined> {
  const end = (await hand.now()).getTime() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if ((await hand.now()).getTime() >= end) return undefined
    await hand.pass(everyMs)
  }
}

/** Only the simulator's clock can be moved on by hours. */
export async function passHours({ hand }: Probe, ms: number, why: string): Promise<void> {
  if (hand.kind !== 'simulator') throw new NotAnswered(why, true)
  await hand.pass(ms)
}

export const secondMs = 1000
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000
export const later = (instant: Date | string, ms: number) =>
  new Date(new Date(instant).getTime() + ms)
