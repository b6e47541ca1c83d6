import { setTimeout as pause } from 'node:timers/promises'
import { NotAnswered } from './answer.ts'
import { sim } from './simulator.ts'
import type { Say } from './veil.ts'

/** Does what no API call can do: pay as a customer, use PayPal's own pages, and let time pass. */
export type Hand = {
  kind: 'person' | 'nobody' | 'simulator'
  now: () => Promise<Date>
  pass: (ms: number) => Promise<void>
  pay: (invoice: { id: string; link: string }, amountMinor?: number) => Promise<void>
  approve: (order: { id: string; link: string }) => Promise<void>
  /** All that is left of the payment, or a part of it. */
  refundOnSite: (paymentId: string, amountMinor?: number) => Promise<void>
  withdraw: (amountMinor: number) => Promise<void>
  /**
   * Takes Transaction Search from the app and gives it back. Nobody asks a person for that: it may
   * cost hours of reporting.
   */
  tickReporting?: () => Promise<void>
}

const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  pause(ms, undefined, signal && { signal })

const money = (minor: number) => `${(minor / 100).toFixed(2)} USD`

/** A person before a browser. The probe says what to click and watches PayPal until it is done. */
export function person(say: Say, signal?: AbortSignal): Hand {
  const site = 'https://www.sandbox.paypal.com'
  return {
    kind: 'person',
    now: async () => new Date(),
    pass: (ms) => sleep(ms, signal),
    pay: async ({ link }, amountMinor) =>
      say(
        `  → Open ${link} and pay ${amountMinor ? `only ${money(amountMinor)} of it` : 'all of it'} with your personal sandbox account.`,
      ),
    approve: async ({ link }) =>
      say(
        `  → Open ${link} and approve the payment with your personal sandbox account. The page after it does not matter.`,
      ),
    refundOnSite: async (paymentId, amountMinor) =>
      say(
        `  → Log in to ${site} with the business account, open Activity, find transaction ${paymentId}, choose "Refund this payment" and refund ${amountMinor ? `${money(amountMinor)} of it` : 'all of it'}.`,
      ),
    withdraw: async (amountMinor) =>
      say(
        `  → Log in to ${site} with the business account and transfer ${money(amountMinor)} to a bank account (Finances, Transfer money).`,
      ),
  }
}

/** Nobody is there: whatever needs a browser is not answered. */
export function nobody(signal?: AbortSignal): Hand {
  const absent = async () => {
    throw new NotAnswered('a person must use a browser for this: run without --no-browser')
  }
  return {
    kind: 'nobody',
    now: async () => new Date(),
    pass: (ms) => sleep(ms, signal),
    pay: absent,
    approve: absent,
    refundOnSite: absent,
    withdraw: absent,
  }
}

/** The simulator plays the customer and moves its own clock. */
export async function simulatorHand(url: string, clientId: string): Promise<Hand> {
  const { accountId, appId, scopes } = await sim.appOf(url, clientId)
  return {
    kind: 'simulator',
    now: () => sim.now(url),
    pass: (ms) => sim.act(url, 'advanceClock', { ms }),
    pay: ({ id }, amountMinor) =>
      sim.act(url, 'payInvoice', { invoiceId: id, ...(amountMinor ? { amountMinor } : {}) }),
    approve: ({ id }) => sim.act(url, 'approveOrder', { orderId: id }),
    refundOnSite: (captureId, amountMinor) =>
      sim.act(url, 'refundInPayPal', { captureId, ...(amountMinor ? { amountMinor } : {}) }),
    withdraw: (amountMinor) =>
      sim.act(url, 'withdraw', { accountId, currency: 'USD', amountMinor, pending: true }),
    tickReporting: async () => {
      await sim.act(url, 'setScopes', {
        appId,
        scopes: scopes.filter((scope) => !scope.includes('/reporting/')),
      })
      await sim.act(url, 'setScopes', { appId, scopes })
    },
  }
}
