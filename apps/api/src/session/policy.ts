import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../lib/db.ts'

/** The security tab of the company's settings; what it lacks has its default. */
const Stored = z.object({
  sessionIdleHours: z.number().positive().default(4),
  sessionAbsoluteHours: z.number().positive().default(12),
  /** "Remember me" is for one's own machine; 0 switches it off. */
  rememberDays: z.number().min(0).default(30),
  secondFactorRequired: z.boolean().default(false),
})

export type SecurityPolicy = { idleHours: number; absoluteHours: number; rememberDays: number; secondFactorRequired: boolean }

export async function securityPolicy(db: Db, companyId: string): Promise<SecurityPolicy> {
  const { sessionIdleHours, sessionAbsoluteHours, rememberDays, secondFactorRequired } = Stored.parse(await readTab(db, companyId))
  return { idleHours: sessionIdleHours, absoluteHours: sessionAbsoluteHours, rememberDays, secondFactorRequired }
}

async function readTab(db: Db, companyId: string): Promise<unknown> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('public.company_setting') is not null as there`.execute(db)
  if (!rows[0]?.there) return {}
  const stored = await sql<{ security: unknown }>`
    select tabs -> 'security' as security from company_setting where company_id = ${companyId}`.execute(db)
  return stored.rows[0]?.security ?? {}
}

/** Seconds. "Remember me" lasts a week without use. */
export function lifetimeOf({ idleHours, absoluteHours, rememberDays }: SecurityPolicy, remember: boolean) {
  const hour = 3600
  if (!remember || rememberDays === 0) return { idle: idleHours * hour, absolute: absoluteHours * hour }
  return { idle: Math.min(7, rememberDays) * 24 * hour, absolute: rememberDays * 24 * hour }
}
