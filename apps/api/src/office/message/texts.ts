import type { Language } from '@paydesk/contract/lib/errors'

/**
 * What is sent to people, in both languages. `{name}` is filled in from the message's parameters.
 */
const texts = {
  resetPassword: {
    zh: [
      '重置您的收款管理密码',
      '{name}，您好：\n\n' +
        '请在 30 分钟内打开下面的链接，为用户 {username} 设置新密码：\n\n' +
        '{link}\n\n' +
        '链接只能使用一次。如果不是您本人的操作，请忽略此邮件，密码不会改变。',
    ],
    en: [
      'Set a new Paydesk password',
      'Hello {name},\n\n' +
        'Open this link within 30 minutes to set a new password for {username}:\n\n' +
        '{link}\n\n' +
        'It works once. If you did not request this, ignore this email. Your password does not ' +
        'change.',
    ],
  },
  invitation: {
    zh: [
      '{company} 邀请您使用收款管理',
      '{name}，您好：\n\n' +
        '{inviter} 邀请您加入 {company}。请在 7 天内打开下面的链接设置密码，之后用用户名 ' +
        '{username} 登录：\n\n' +
        '{link}',
    ],
    en: [
      '{company} invites you to Paydesk',
      'Hello {name},\n\n' +
        '{inviter} invites you to join {company}. Open this link within 7 days to set a ' +
        'password, then sign in as {username}:\n\n' +
        '{link}',
    ],
  },
  passwordChanged: {
    zh: [
      '您的收款管理密码已更改',
      '{name}，您好：\n\n' +
        '用户 {username} 的密码刚刚更改（来自 {address}，{device}）。如果不是您本人的操作，' +
        '请立即联系管理员。',
    ],
    en: [
      'Your Paydesk password was changed',
      'Hello {name},\n\n' +
        'The password of {username} was just changed (from {address}, {device}). If this was ' +
        'not you, contact your administrator immediately.',
    ],
  },
  emailChanged: {
    zh: [
      '您的收款管理邮箱已更改',
      '{name}，您好：\n\n' +
        '用户 {username} 的邮箱刚刚由本邮箱改为其他邮箱（来自 {address}，{device}）。' +
        '如果不是您本人的操作，请在 72 小时内打开以下链接恢复本邮箱，所有设备将同时下线：\n\n' +
        '{link}\n\n' +
        '恢复后请立即联系管理员。',
    ],
    en: [
      'Your Paydesk email address was changed',
      'Hello {name},\n\n' +
        'The email address of {username} was just changed from this one to another (from ' +
        '{address}, {device}). If this was not you, open this link within 72 hours. It ' +
        'restores this address and ends all sessions.\n\n' +
        '{link}\n\n' +
        'Then contact your administrator immediately.',
    ],
  },
  emailChangedAgain: {
    zh: [
      '您的收款管理邮箱已更改',
      '{name}，您好：\n\n' +
        '用户 {username} 的邮箱刚刚由本邮箱改为其他邮箱（来自 {address}，{device}）。' +
        '如果不是您本人的操作，请立即联系管理员。恢复链接在最近第一次更改时已发往原邮箱。',
    ],
    en: [
      'Your Paydesk email address was changed',
      'Hello {name},\n\n' +
        'The email address of {username} was just changed from this one to another (from ' +
        '{address}, {device}). If this was not you, contact your administrator immediately. We ' +
        'sent the restore link to the original address when the first recent change was made.',
    ],
  },
  newDevice: {
    zh: [
      '您的账号在新设备上登录',
      '{name}，您好：\n\n' +
        '用户 {username} 刚刚在新的设备或地点登录：{device}，{address}，{at}。如果不是您本人，' +
        '请立即修改密码，并让其他设备全部下线。',
    ],
    en: [
      'Sign-in to your account from a new device',
      'Hello {name},\n\n' +
        '{username} signed in from a new device or place: {device}, {address}, {at}. If this ' +
        'was not you, change your password and end all other sessions immediately.',
    ],
  },
  notices: {
    zh: ['{subject}', '{lines}\n\n—\n收款管理。在这里选择接收哪些通知：{settings}'],
    en: ['{subject}', '{lines}\n\n—\nPaydesk. Choose which notices you receive: {settings}'],
  },
  phoneCode: {
    zh: ['登录验证码', '您的收款管理登录验证码：{code}，5 分钟内有效，请勿告知他人。'],
    en: [
      'Sign-in code',
      'Your Paydesk sign-in code is {code}. It is valid for 5 minutes. Do not share it.',
    ],
  },
  dailySummary: {
    zh: [
      '{company} 收款日报 {day}',
      '{name}，您好：\n\n' +
        '{company} {day} 的收款情况：\n\n' +
        '收款：{received}\n' +
        '新建账单：{newBills} 张\n' +
        '逾期未付账单：{overdue} 张\n' +
        '待对账交易：{unexplained} 笔\n' +
        '待回复争议：{disputes} 件\n\n' +
        '{link}',
    ],
    en: [
      '{company}: daily summary {day}',
      'Hello {name},\n\n' +
        '{company} on {day}:\n\n' +
        'Collected: {received}\n' +
        'New bills: {newBills}\n' +
        'Overdue bills: {overdue}\n' +
        'Unmatched transactions: {unexplained}\n' +
        'Disputes to respond to: {disputes}\n\n' +
        '{link}',
    ],
  },
  accountSilent: {
    zh: [
      'PayPal账户“{label}”超过 {hours} 小时没有数据',
      '{name}，您好：\n\n' +
        'PayPal账户“{label}”已超过 {hours} 小时没有收到事件，也没有读到交易（最近一次：' +
        '{since}）。请检查账户状态和 Webhook：\n\n' +
        '{link}',
    ],
    en: [
      'PayPal account “{label}” has had no data for over {hours} hours',
      'Hello {name},\n\n' +
        'PayPal account “{label}” has received no events and synced no transactions for over ' +
        '{hours} hours (last: {since}). Check the account’s state and webhook:\n\n' +
        '{link}',
    ],
  },
  statementReady: {
    zh: [
      '{company} {month} 月度对账单',
      '{name}，您好：\n\n{company} {month} 的 PayPal账户月度对账单已可下载（需登录，并有导出权限）：\n\n{links}',
    ],
    en: [
      '{company}: monthly statements for {month}',
      'Hello {name},\n\n' +
        'The monthly statements of {company}’s PayPal accounts for {month} are ready to ' +
        'download (sign in; export permission required):\n\n' +
        '{links}',
    ],
  },
} satisfies Record<string, { zh: [string, string]; en: [string, string] }>

export type Template = keyof typeof texts
export type MessageParams = Record<string, string>
export const templates = Object.keys(texts) as Template[]

export function textOf(
  template: Template,
  language: Language,
  params: MessageParams,
): { subject: string; text: string } {
  const [subject, text] = texts[template][language === 'en-US' ? 'en' : 'zh'] as [string, string]
  const fill = (pattern: string) =>
    pattern.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '')
  // A subject is one line, whatever is in the names.
  return { subject: fill(subject).replace(/\s+/g, ' '), text: fill(text) }
}
