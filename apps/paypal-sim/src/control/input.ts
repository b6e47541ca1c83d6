import { currencyExponent } from '@paydesk/paypal/money'
import { notFound, unprocessable } from '../http/refusal.ts'
import type { Account } from '../record/account.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import type { Sim } from '../sim/sim.ts'
import type { World } from '../world/world.ts'

/** The fields of a JSON body or of a form; a form sends every value as text. */
export type Input = Record<string, unknown>
export type Act = (sim: Sim, input: Input) => unknown

export const text = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
export const number = (value: unknown) =>
  value === undefined || value === null || value === '' ? undefined : Number(value)
export const flag = (value: unknown) => value === true || value === 'true' || value === 'on'

export function need<T>(value: T | undefined): T {
  if (value === undefined) throw notFound()
  return value
}

/** Reads either minor units or the decimal that a person types into the pay page. */
export function readMinor(currency: string, minor: unknown, decimal: unknown): number | undefined {
  if (number(minor) !== undefined) return number(minor)
  const typed = text(decimal)
  if (typed === undefined) return undefined
  const value = Math.round(Number(typed) * 10 ** (currencyExponent[currency] ?? 2))
  if (!Number.isFinite(value)) throw unprocessable('INVALID_PARAMETER_SYNTAX', '/amount')
  return value
}

export const invoiceOf = (world: World, input: Input): InvoiceRecord =>
  need(world.invoices.get(text(input.invoiceId) ?? ''))
export const captureOf = (world: World, input: Input) =>
  need(world.captures.get(text(input.captureId) ?? ''))
export const accountOf = (world: World, input: Input): Account =>
  need(world.accounts.get(text(input.accountId) ?? ''))

export function done<T>(
  world: World,
  accountId: string,
  by: 'buyer' | 'paypal' | 'panel',
  operation: string,
  value: T,
): T {
  world.emitted = []
  world.record({ by, accountId, operation })
  return value
}

export function pick<T extends object>(input: Input, keys: (keyof T & string)[]): Partial<T> {
  return Object.fromEntries(
    keys
      .filter((key) => input[key] !== undefined && input[key] !== '')
      .map((key) => [key, input[key]]),
  ) as Partial<T>
}
