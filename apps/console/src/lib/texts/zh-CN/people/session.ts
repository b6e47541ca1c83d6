import { terms } from '@paydesk/contract/lib/termsZh'
/** Texts that signing in needs beyond its first page. */
export default {
  'second.title': terms.twoStep,
  'second.explain': '请输入验证器应用中的 6 位动态码，或一个恢复码。',
  'second.code': '动态码或恢复码',
  'second.code.required': '请输入动态码',
  'second.submit': '验证并登录',
  'second.back': '返回重新登录',
  'second.enrol.title': '启用两步验证',
  'second.enrol.explain':
    '贵公司要求启用两步验证。请用验证器应用扫描二维码，再输入应用显示的 6 位动态码。',
  'second.enrol.submit': '启用并登录',
  'second.enrol.failed': '无法开始设置，请重试。',
  'second.recovery.title': '请保存恢复码',
  'second.recovery.continue': '我已保存，继续',

  'forgot.title': '找回密码',
  'forgot.explain': '请输入用户名或邮箱，我们会向您的邮箱发送设置新密码的链接，30 分钟内有效。',
  'forgot.account': '用户名或邮箱',
  'forgot.account.required': '请输入用户名或邮箱',
  'forgot.submit': '发送链接',
  'forgot.sent': '如果该账号存在，链接已发送到其邮箱，请查收邮件（包括垃圾邮件）。',
  'forgot.unavailable': '本系统未配置邮件服务，无法自助找回密码，请联系贵公司管理员。',

  'reset.title': '设置新密码',
  'reset.explain': '设置后，您会在所有设备上下线，需要用新密码重新登录。',
  'reset.submit': '设置新密码',
  'reset.done': '新密码已设置，请登录。',
  'undoEmail.title': '撤销邮箱变更',
  'undoEmail.explain': '如果不是您更改了账号的邮箱，请在此撤销。',
  'undoEmail.effect':
    '撤销后，账号恢复使用原邮箱，所有设备立即下线，原密码作废，您需要重新设置密码。',
  'undoEmail.submit': '撤销变更',
  'undoEmail.done': '账号 {username} 已恢复使用邮箱 {email}，所有设备已下线。请现在设置新密码。',
  'undoEmail.over':
    '链接无效、已使用或已过期（有效期 3 天）。如果账号仍有异常，请立即联系贵公司管理员。',
  'undoEmail.toForgot': '设置新密码',
  'link.broken': '链接不完整，请从邮件中重新打开。',
  'link.again': '重新发送链接',
  'action.toLogin': '去登录',

  'password.new': '新密码',
  'password.new.required': '请输入新密码',
  'password.repeat': '确认新密码',
  'password.repeat.required': '请再次输入新密码',
  'password.repeat.differs': '两次输入的密码不一致',

  'oidc.failed': '单点登录未完成',
  'oidc.cancelled': '身份提供方没有返回登录结果，您可能取消了登录。',
  'oidc.foreign': '此次登录不是从这个浏览器窗口发起的，请重新登录。',
  'oidc.bound': '已绑定',
  'oidc.toSettings': '返回个人设置',
}
