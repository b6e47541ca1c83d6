import { z } from 'zod'
import { Instant } from '../lib/page.ts'

/** What changed about how someone signs in, or what they may do. They are told whatever they chose. */
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
export const alarmReasons = ['failedSignIns', 'lockedOut', 'permissionRefused', 'webhookForged'] as const
export const SecurityAlarm = z.object({ reason: z.enum(alarmReasons), count: z.int(), who: z.string(), address: z.string() })

/** Told to the same people each time: one person gave another power over money, or led a PayPal account to other credentials. */
export const powersUsed = ['powerGiven', 'accountConnected', 'accountRotated'] as const
/** `about`: the user, or the account's label. */
export const PowerUsed = z.object({ what: z.enum(powersUsed), who: z.string(), about: z.string(), address: z.string() })

/** In mails and at the bell: the words for a change, in both languages. */
export const securityChangeWords: Record<SecurityChange, { zh: string; en: string }> = {
  password: { zh: '登录密码已修改', en: 'Your password was changed' },
  email: { zh: '邮箱已修改', en: 'Your e-mail address was changed' },
  phone: { zh: '手机号已修改', en: 'Your phone number was changed' },
  secondFactorOn: { zh: '两步验证已启用', en: 'Two-step verification was switched on' },
  secondFactorOff: { zh: '两步验证已关闭', en: 'Two-step verification was switched off' },
  secondFactorReset: { zh: '两步验证已被重置', en: 'Two-step verification was reset' },
  recoveryCodes: { zh: '恢复码已更换', en: 'Your recovery codes were renewed' },
  recoveryCodeUsed: { zh: '使用了一个恢复码', en: 'One of your recovery codes was used' },
  passkeyAdded: { zh: '已添加通行密钥', en: 'A passkey was added' },
  passkeyRemoved: { zh: '已移除通行密钥', en: 'A passkey was removed' },
  identityBound: { zh: '已绑定外部身份', en: 'An external identity was bound' },
  identityUnbound: { zh: '已解绑外部身份', en: 'An external identity was unbound' },
  roles: { zh: '角色已变更', en: 'Your roles were changed' },
}
