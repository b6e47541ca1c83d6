import { z } from 'zod'

/** The languages that all texts exist in. */
export const Language = z.enum(['zh-CN', 'en-US'])

/** The version that the editor had read. If the record has changed since, the answer is 409 `conflict.stale` with the present record. */
export const Version = z.int().min(0)

/** Two letters, or PayPal's own C2 for China. */
export const Country = z.string().regex(/^[A-Z][A-Z0-9]$/)

/** A name of the IANA database. Offsets are refused: PostgreSQL and JavaScript disagree about their sign. */
export const Timezone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/)
  .refine(isTimezone, 'unknown time zone')

function isTimezone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const Email = z.email().max(254)
/** E.164, the form that gateways take. */
export const Phone = z.string().regex(/^\+[1-9]\d{6,14}$/)
