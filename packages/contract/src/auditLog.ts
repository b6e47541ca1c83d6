import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant, PageQuery, pageOf } from './page.ts'

/** Every `entity.verb` that is recorded; no other can be, and the console has a word for each. */
export const auditActions = [
  'session.signIn',
  'session.signOut',
  'session.end',
  'session.endOthers',
  'company.create',
  'company.update',
  'company.suspend',
  'company.activate',
  'company.enter',
  'company.leave',
  'role.create',
  'role.update',
  'role.delete',
  'permissionGroup.create',
  'permissionGroup.update',
  'permissionGroup.delete',
  'permission.create',
  'permission.update',
  'permission.delete',
  'user.invite',
  'user.resendInvitation',
  'user.acceptInvitation',
  'user.update',
  'user.updateOwn',
  'user.setAvatar',
  'user.move',
  'user.setRoles',
  'user.disable',
  'user.enable',
  'user.endSessions',
  'user.resetSecondFactor',
  'user.enableSecondFactor',
  'user.disableSecondFactor',
  'user.renewRecoveryCodes',
  'user.changePassword',
  'user.resetPassword',
  'user.addPasskey',
  'user.renamePasskey',
  'user.removePasskey',
  'user.bindIdentity',
  'user.unbindIdentity',
  'user.chooseNotifications',
  'companySetting.update',
  'bill.create',
  'bill.edit',
  'bill.send',
  'bill.remind',
  'bill.cancel',
  'bill.writeOff',
  'bill.recordPayment',
  'bill.duplicate',
  'bill.import',
  'bill.reassign',
  'bill.note',
  'bill.resync',
  'customer.create',
  'customer.update',
  'customer.merge',
  'event.replay',
  'operation.retry',
  'paypalAccount.connect',
  'paypalAccount.update',
  'paypalAccount.rotate',
  'paypalAccount.pause',
  'paypalAccount.resume',
  'paypalAccount.archive',
  'paypalAccount.check',
  'paypalAccount.resync',
  'transaction.match',
  'transaction.ignore',
  'transaction.undo',
  'transaction.assign',
  'transaction.resync',
  'transaction.export',
  'auditLog.export',
] as const
export type AuditAction = (typeof auditActions)[number]
export const auditEntities = [...new Set(auditActions.map((action) => action.split('.')[0] as string))]

/** `before` and `after` hold only what differs; one of them is null when something was made or removed. */
const Values = z.record(z.string(), z.unknown()).nullable()

export const AuditRow = z.object({
  /** Its number in the company's chain, counted from 1 without gaps. */
  id: z.int(),
  at: Instant,
  actorId: z.uuid().nullable(),
  actorName: z.string(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  entityLabel: z.string(),
  before: Values,
  after: Values,
  address: z.string(),
  device: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>

const Word = z.string().trim().min(1).max(64)
export const AuditFilter = z.object({
  actorId: z.uuid().optional(),
  entity: Word.optional(),
  action: Word.optional(),
  entityId: z.string().trim().min(1).max(100).optional(),
  /** From this moment on, up to but not including the other. */
  from: Instant.optional(),
  to: Instant.optional(),
})

export const auditLogApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/auditLog',
    permission: 'ViewAuditLog',
    summary: 'Who did what, newest first',
    query: PageQuery.extend(AuditFilter.shape),
    reply: pageOf(AuditRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/auditLog/:id',
    permission: 'ViewAuditLog',
    summary: 'One entry with its place in the hash chain',
    params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    reply: AuditRow.extend({ prevHash: z.string(), hash: z.string() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/export/auditLog',
    permission: 'ViewAuditLog',
    summary: 'What the filters match, as a CSV file, newest first',
    query: AuditFilter,
    reply: z.string(),
    file: 'text/csv',
  }),
}
