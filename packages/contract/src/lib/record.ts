import { z } from 'zod'

/** The languages that all texts exist in. */
export const Language = z.enum(['zh-CN', 'en-US'])

/**
 * The version that the editor had read. If the record has changed since, the answer is 409
 * `conflict.stale` with the present record.
 */
export const Version = z.int().min(0)

/** Two letters, or PayPal's own C2 for China. */
export const Country = z.string().regex(/^[A-Z][A-Z0-9]$/)

/**
 * A name of the IANA database. Offsets are refused: PostgreSQL and JavaScript disagree
 * about their sign.
 */
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

/**
 * A person's name. Signs that are not seen, or that turn the text around them, would let one name
 * look like another.
 */
export const PersonName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Bidi_Control}\u200b\u2060\u3164\ufeff\u{e0000}-\u{e007f}]+$/u)

/**
 * Names are not unique, and people change their own; what they sign in with is, and an
 * administrator gives it. Null: of another company.
 */
export const personText = (name: string, username: string | null) =>
  username === null || username === name ? name : `${name} (${username})`

export const Email = z.email().max(254)
/** E.164, the form that gateways take. */
export const Phone = z.string().regex(/^\+[1-9]\d{6,14}$/)
