import { setTimeout as sleep } from 'node:timers/promises'
import type { Id } from '@paydesk/contract/lib/id'
import type { Allowance } from '@paydesk/paypal/allowance'
import type { CallKind } from '@paydesk/paypal/operation'
import type pg from 'pg'
import { atOnce } from '../db.ts'

/** Calls a minute by kind: of one account, and of all accounts that call from one address. */
export type CallLimits = Record<CallKind, { account: number; address: number }>
export type AccountOf = { companyId: Id<'company'>; accountId: Id<'paypalAccount'> }
type Options = { pool: pg.Pool; address: string; limits: CallLimits; timeoutMs: number }

/**
 * Tests drive the time themselves: `at` is then handed to the database in place of its own clock.
 */
export type CallClock = {
  ms: () => number
  sleep: (ms: number) => Promise<unknown>
  at: () => Date | null
}
const realClock: CallClock = {
  ms: () => performance.now(),
  // Most turns are now. A timer that is not needed costs the call two milliseconds, and as much
  // again where the process is busy.
  sleep: async (ms) => ms > 0 && sleep(Math.ceil(ms) + 1),
  at: () => null,
}

/** A process that slept through its turn asks again: others count on the calls' distances. */
const lateMs = 1000

/**
 * How long a call waits for its turn before it is given up as not sent. Readings have their own
 * minutes. What a person or an operation waits for is tried again later instead; this also keeps an
 * account that makes many calls at once from reserving turns so far ahead that others would wait
 * for it (decision 0050).
 */
export const patienceMs = (kind: CallKind, timeoutMs: number) =>
  kind === 'reporting' ? timeoutMs * 3 : timeoutMs / 3

/**
 * The allowance of calls to PayPal, kept in PostgreSQL for all processes. Each call is a small
 * transaction of its own: never ask inside another one. Without an account (its credentials are
 * being tried) the address alone counts. All calls from an address take turns at one row, so it is
 * held for a moment only.
 */
export const openAllowance = ({ pool, address, limits, timeoutMs }: Options, clock = realClock) => {
  const reserve = async (of: AccountOf | null, kind: CallKind) => {
    const { account, address: all } = limits[kind]
    const patience = of ? patienceMs(kind, timeoutMs) : timeoutMs / 3
    const [turn] = await atOnce<{ allowed: boolean; wait_ms: number }>(pool, of?.companyId ?? '', {
      text: `
        select allowed, wait_ms
        from reserve_call($1, $2, $3, $4, $5, $6, $7 * interval '1 millisecond', $8)`,
      values: [
        of?.companyId ?? null,
        of?.accountId ?? null,
        address,
        kind,
        account,
        all,
        patience,
        clock.at(),
      ],
    })
    return { allowed: turn?.allowed ?? false, waitMs: turn?.wait_ms ?? 0 }
  }
  return (of: AccountOf | null): Allowance => ({
    async ask(kind) {
      for (;;) {
        const askedAt = clock.ms()
        const { allowed, waitMs } = await reserve(of, kind)
        if (!allowed) return { allowed, retryAfterMs: waitMs }
        await clock.sleep(waitMs)
        if (clock.ms() - askedAt - waitMs <= lateMs) return { allowed }
      }
    },
    hold: async (kind, ms) => {
      await atOnce(pool, of?.companyId ?? '', {
        text: `select hold_calls($1, $2, $3, $4, $5, $6 * interval '1 millisecond', $7)`,
        values: [
          of?.companyId ?? null,
          of?.accountId ?? null,
          address,
          kind,
          limits[kind].account,
          ms,
          clock.at(),
        ],
      })
    },
  })
}
