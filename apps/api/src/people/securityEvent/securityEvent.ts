import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@paydesk/contract/office/auditLog'
import type { powersUsed, SecurityChange } from '@paydesk/contract/people/securityNotice'
import type { Db } from '../../lib/db.ts'
import type { Log } from '../../lib/log.ts'
import type { Change, Doer } from '../../office/audit/audit.ts'
import { tellHolders, tellUsers } from '../notice/notice.ts'
import { holdsPower } from '../session/session.ts'

const byAction: Partial<Record<AuditAction, SecurityChange>> = {
  'user.changePassword': 'password',
  'user.resetPassword': 'password',
  'user.enableSecondFactor': 'secondFactorOn',
  'user.disableSecondFactor': 'secondFactorOff',
  'user.resetSecondFactor': 'secondFactorReset',
  'user.renewRecoveryCodes': 'recoveryCodes',
  'user.useRecoveryCode': 'recoveryCodeUsed',
  'user.addPasskey': 'passkeyAdded',
  'user.removePasskey': 'passkeyRemoved',
  'user.bindIdentity': 'identityBound',
  'user.unbindIdentity': 'identityUnbound',
  'user.setRoles': 'roles',
}
/**
 * What one person alone must not do unseen. Giving someone a role counts if that role can move
 * money or decide who does.
 */
const powers: Partial<Record<AuditAction, (typeof powersUsed)[number]>> = {
  'user.invite': 'powerGiven',
  'user.setRoles': 'powerGiven',
  'user.enable': 'powerGiven',
  'paypalAccount.connect': 'accountConnected',
  'paypalAccount.rotate': 'accountRotated',
}
const ofRoles: AuditAction[] = ['role.create', 'role.update', 'role.delete']

/** What an entry of the audit log changes about how its person signs in or what they may do. */
function changesIn({ action, before, after }: Change): SecurityChange[] {
  const one = byAction[action]
  if (one) return [one]
  if (!action.startsWith('user.') || !before || !after) return []
  return (['email', 'phone'] as const).filter((field) => field in after)
}

/**
 * Hears of every change that the audit log records. Changes of who someone is or what they may do
 * are said in the log, and the person is told at once, at the bell and by mail. Of a new password a
 * mail with words of its own goes out already.
 */
export const hearSecurity =
  (log: Pick<Log, 'info'>) =>
  async (db: Db, actor: Doer, change: Change): Promise<void> => {
    const { companyId, address, device, name } = actor
    await tellOfPower(db, actor, change)
    const changes = changesIn(change)
    if (changes.length === 0 && !ofRoles.includes(change.action)) return
    const userId = changes.length > 0 ? change.entityId : undefined
    const line = {
      event: change.action,
      outcome: 'changed',
      companyId,
      actorId: actor.userId,
      userId,
      address,
      device,
    }
    log.info({ securityEvent: line }, 'security event')
    for (const one of changes)
      await tellUsers(
        db,
        companyId,
        [change.entityId],
        {
          kind: 'securityChange',
          choice: 'security',
          subjectId: randomUUID(),
          data: { change: one, who: name, address, device, at: new Date().toISOString() },
        },
        { always: true, byMail: one !== 'password' },
      )
  }

async function tellOfPower(
  db: Db,
  { companyId, userId, name, address }: Doer,
  { action, entityId, label }: Change,
): Promise<void> {
  const what = powers[action]
  if (!what || (what === 'powerGiven' && !(await holdsPower(db, { companyId, userId: entityId }))))
    return
  await tellHolders(
    db,
    companyId,
    'ViewAuditLog',
    {
      kind: 'powerUsed',
      choice: 'security',
      subjectId: randomUUID(),
      data: { what, who: name, about: label ?? '', address },
    },
    { exceptId: userId },
  )
}
