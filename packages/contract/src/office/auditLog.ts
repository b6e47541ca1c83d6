import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { ExportFormat, file } from '../lib/exportFile.ts'
import { idOf } from '../lib/id.ts'
import { Instant, PageQuery, pageOf } from '../lib/page.ts'

/** Every `entity.verb` that can be recorded. The console has words for each. */
export const auditActions = [
  'securityEvent.signInFailed',
  'securityEvent.lockedOut',
  'securityEvent.secondFactorFailed',
  'securityEvent.stepUpFailed',
  'securityEvent.stepUpRefused',
  'securityEvent.permissionRefused',
  'securityEvent.webhookForged',
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
  'installation.quarantine',
  'installation.settleFindings',
  'installation.leaveQuarantine',
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
  'user.useRecoveryCode',
  'user.changePassword',
  'user.resetPassword',
  'user.undoEmail',
  'user.addPasskey',
  'user.renamePasskey',
  'user.removePasskey',
  'user.bindIdentity',
  'user.unbindIdentity',
  'user.chooseNotifications',
  'limitChange.ask',
  'limitChange.approve',
  'limitChange.reject',
  'limitChange.withdraw',
  'companySetting.update',
  'companySetting.testBot',
  'rule.create',
  'rule.update',
  'rule.enable',
  'rule.disable',
  'rule.delete',
  'bill.create',
  'bill.edit',
  'bill.send',
  'bill.remind',
  'bill.cancel',
  'bill.writeOff',
  'bill.recordPayment',
  'bill.duplicate',
  'bill.pdf',
  'bill.import',
  'bill.reassign',
  'bill.note',
  'bill.resync',
  'bill.refund',
  'bill.settleRefund',
  'approval.approve',
  'approval.reject',
  'approval.withdraw',
  'dispute.answer',
  'dispute.addFile',
  'dispute.removeFile',
  'dispute.resync',
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
  'transaction.record',
  'transaction.assign',
  'transaction.resync',
  'transaction.export',
  'rowAside.settle',
  'auditLog.export',
  'view.create',
  'view.update',
  'view.delete',
  'bill.export',
  'customer.export',
  'statement.export',
] as const
export type AuditAction = (typeof auditActions)[number]
export const auditEntities = [
  ...new Set(auditActions.map((action) => action.split('.')[0] as string)),
]

/**
 * `before` and `after` hold only what differs; one of them is null when something was
 * made or removed.
 */
const Values = z.record(z.string(), z.unknown()).nullable()

export const AuditRow = z.object({
  /** Its number in the company's chain, counted from 1 without gaps. */
  id: z.int(),
  at: Instant,
  actorId: idOf('user').nullable(),
  /** As they called themselves then. */
  actorName: z.string(),
  actorUsername: z.string().nullable(),
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
  actorId: idOf('user').optional(),
  entity: Word.optional(),
  action: Word.optional(),
  entityId: z.string().trim().min(1).max(100).optional(),
  /**
   * Only refused attempts, and changes of passwords, factors, passkeys, identities, phones, e-mail
   * addresses and roles.
   */
  security: z.stringbool().optional(),
  /** From this moment on, up to but not including `to`. */
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
    ...file,
    path: '/api/export/auditLog',
    permission: 'ViewAuditLog&ExportData',
    summary: 'What the filters match, newest first, as a CSV or XLSX file',
    query: AuditFilter.extend({ format: ExportFormat }),
  }),
}
