import type { Word } from '../lib/errors.ts'
import type { SecurityChange } from './securityNotice.ts'

/** In mails and at the bell: the words for a change, in both languages. */
export const securityChangeWords: Record<SecurityChange, Word> = {
  password: { zh: '登录密码已修改', en: 'Your password was changed' },
  email: { zh: '邮箱已修改', en: 'Your email address was changed' },
  phone: { zh: '手机号已修改', en: 'Your phone number was changed' },
  secondFactorOn: { zh: '两步验证已启用', en: 'Two-step verification was turned on' },
  secondFactorOff: { zh: '两步验证已关闭', en: 'Two-step verification was turned off' },
  secondFactorReset: { zh: '两步验证已重置', en: 'Two-step verification was reset' },
  recoveryCodes: { zh: '恢复码已更换', en: 'Your recovery codes were replaced' },
  recoveryCodeUsed: { zh: '已使用一个恢复码', en: 'One of your recovery codes was used' },
  passkeyAdded: { zh: '已添加通行密钥', en: 'A passkey was added' },
  passkeyRemoved: { zh: '已移除通行密钥', en: 'A passkey was removed' },
  identityBound: { zh: '已绑定外部身份', en: 'An external identity was linked' },
  identityUnbound: { zh: '已解绑外部身份', en: 'An external identity was unlinked' },
  roles: { zh: '角色已变更', en: 'Your roles were changed' },
}
