/** Texts of the development mailbox, which shows messages that were not really sent. */
export default {
  'mailbox.title': '开发邮箱',
  'mailbox.explain': '开发环境不会真正发出邮件和短信，所有内容都在这里，最新的在最前。',
  'mailbox.mail': '邮件',
  'mailbox.sms': '短信',
  'mailbox.to': '接收人',
  'mailbox.empty': '还没有邮件或短信',
  'mailbox.empty.description': '发送验证码、邀请或找回密码后，内容会出现在这里。',
  'mailbox.failed': '读取失败',
  'mailbox.refresh': '刷新',
}
