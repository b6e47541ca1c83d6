import { z } from 'zod'
import { Instant } from '../lib/page.ts'

/**
 * What changed about how someone signs in, or what they may do. They are told whatever they chose.
 */
export const securityChanges = [
  'password',
  'email',
  'phone',
  'secondFactorOn',
  'secondFactorOff',
  'secondFactorReset',
  'recoveryCodes',
  'recoveryCodeUsed',
  'passkeyAdded',
  'passkeyRemoved',
  'identityBound',
  'identityUnbound',
  'roles',
] as const
export type SecurityChange = (typeof securityChanges)[number]
/** `who` made the change: the person, or an admin. */
export const SecurityChanged = z.object({
  change: z.enum(securityChanges),
  who: z.string(),
  address: z.string(),
  device: z.string(),
  at: Instant,
})

/** Told to those who may read the audit log, at most once an hour for each reason and target. */
export const alarmReasons = [
  'failedSignIns',
  'lockedOut',
  'permissionRefused',
  'webhookForged',
] as const
export const SecurityAlarm = z.object({
  reason: z.enum(alarmReasons),
  count: z.int(),
  who: z.string(),
  address: z.string(),
})

/**
 * Told to the same people each time: one person gave another power over money, or led a PayPal
 * account to other credentials.
 */
export const powersUsed = ['powerGiven', 'accountConnected', 'accountRotated'] as const
/** `about`: the user, or the account's label. */
export const PowerUsed = z.object({
  what: z.enum(powersUsed),
  who: z.string(),
  about: z.string(),
  address: z.string(),
})
