import type { Id } from '@paydesk/contract/lib/id'
import { type Permission, roleCode } from '@paydesk/contract/lib/permission'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { readSettings } from '../companySetting/companySetting.ts'

export type SecurityPolicy = {
  idleHours: number
  absoluteHours: number
  rememberDays: number
  secondFactorRequired: boolean
}

/** The security tab of the company's settings. */
export async function securityPolicy(db: Db, companyId: Id<'company'>): Promise<SecurityPolicy> {
  const { security } = await readSettings(db, companyId)
  const { sessionIdleHours, sessionAbsoluteHours, rememberDays, secondFactorRequired } = security
  return {
    idleHours: sessionIdleHours,
    absoluteHours: sessionAbsoluteHours,
    rememberDays,
    secondFactorRequired,
  }
}

/** How long a session lasts, in seconds. "Remember me" lasts a week without use. */
export function lifetimeOf(
  { idleHours, absoluteHours, rememberDays }: SecurityPolicy,
  remember: boolean,
) {
  const hour = 3600
  if (!remember || rememberDays === 0)
    return { idle: idleHours * hour, absolute: absoluteHours * hour }
  return { idle: Math.min(7, rememberDays) * 24 * hour, absolute: rememberDays * 24 * hour }
}

/** Whoever holds one of these can move money or decide who does. */
const powers = [
  'RefundPayPalBill',
  'ApproveRefund',
  'RespondDispute',
  'UpdateUser',
  'UpdateCompanySetting',
  'UpdatePaypalAccount',
] as const satisfies Permission[]

/** Whether whoever gets this role can move money or decide who does. */
export const carriesPower = ({
  code,
  permissions,
}: {
  code: string
  permissions: readonly string[]
}) =>
  code === roleCode.admin ||
  code === roleCode.superAdmin ||
  powers.some((power) => permissions.includes(power))

type Person = { companyId: Id<'company'>; userId: Id<'user'>; demo: boolean }

/**
 * A second factor is required of everyone where the company says so, and everywhere of whoever
 * refunds, approves or administers. Not of demo users, who exist outside production only and whose
 * passwords are public: they set one up when they first need it.
 */
export async function secondFactorRequired(
  db: Db,
  { companyId, userId, demo }: Person,
): Promise<boolean> {
  if ((await securityPolicy(db, companyId)).secondFactorRequired) return true
  return !demo && holdsPower(db, { companyId, userId })
}

export async function holdsPower(
  db: Db,
  { companyId, userId }: Omit<Person, 'demo'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from user_role ur join role r on r.id = ur.role_id
    where ur.company_id = ${companyId} and ur.user_id = ${userId}
      and (r.code in (${roleCode.admin}, ${roleCode.superAdmin}) or exists (
        select from role_permission rp join permission p on p.id = rp.permission_id
        where rp.role_id = r.id and p.platform_id = 1 and p.name = any(${powers})))
    limit 1`.execute(db)
  return rows.length > 0
}
