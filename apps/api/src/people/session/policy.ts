import type { Id } from '@paydesk/contract/lib/id'
import type { Db } from '../../lib/db.ts'
import { readSettings } from '../companySetting/companySetting.ts'

export type SecurityPolicy = { idleHours: number; absoluteHours: number; rememberDays: number; secondFactorRequired: boolean }

/** The security tab of the company's settings. */
export async function securityPolicy(db: Db, companyId: Id<'company'>): Promise<SecurityPolicy> {
  const { security } = await readSettings(db, companyId)
  const { sessionIdleHours, sessionAbsoluteHours, rememberDays, secondFactorRequired } = security
  return { idleHours: sessionIdleHours, absoluteHours: sessionAbsoluteHours, rememberDays, secondFactorRequired }
}

/** How long a session lasts, in seconds. "Remember me" lasts a week without use. */
export function lifetimeOf({ idleHours, absoluteHours, rememberDays }: SecurityPolicy, remember: boolean) {
  const hour = 3600
  if (!remember || rememberDays === 0) return { idle: idleHours * hour, absolute: absoluteHours * hour }
  return { idle: Math.min(7, rememberDays) * 24 * hour, absolute: rememberDays * 24 * hour }
}
