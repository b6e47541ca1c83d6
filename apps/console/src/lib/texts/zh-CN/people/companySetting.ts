import { terms } from '@paydesk/contract/lib/termsZh'
/** Texts of the company’s settings. */
export default {
  'setting.failed': '业务设置加载失败',
  'setting.updated': '最近修改：{name}',
  'setting.never': '尚未修改过，均为默认值',
  'setting.yes': '是',
  'setting.no': '否',
  'setting.none': '无',
  'setting.add': '添加一行',
  'setting.remove': '删除第 {line} 行',
  'setting.required': '请填写此项',
  'setting.days': '天',
  'setting.hours': '小时',

  'setting.billing': '账单',
  'setting.billing.numberFormat': '账单号格式',
  'setting.billing.numberFormat.required': '请输入账单号格式',
  'setting.billing.numberFormat.hint':
    "可用 '{code}' 公司代码、'{yyyy}' '{yy}' 年、'{mm}' 月、'{dd}' 日、'{seq}' 流水号（必填）。示例：{sample}",
  'setting.billing.numberFormat.characters': '只能使用字母、数字、短横线和上述代号',
  'setting.billing.numberFormat.seq': '必须且只能包含一个流水号代号',
  'setting.billing.numberFormat.long': '最长可达 {length} 个字符，超过 PayPal 的 {max} 个字符上限',
  'setting.billing.numberDigits': '流水号位数',
  'setting.billing.allowedCurrencies': '可用币种',
  'setting.billing.allowedCurrencies.required': '请至少选择一个币种',
  'setting.billing.defaultCurrency': '默认币种',
  'setting.billing.defaultCurrency.outside': '默认币种必须在可用币种之内',
  'setting.billing.paymentTermDays': terms.paymentTerm,
  'setting.billing.paymentTermDays.hint': '账单发出后多少天内付款；0 表示收到即付。',
  'setting.billing.note': '给客户的默认备注',
  'setting.billing.note.hint': '显示在账单上，客户可见。',
  'setting.billing.terms': '默认条款',
  'setting.billing.allowPartialPayment': '允许部分付款',

  'setting.rules': '自动规则',

  'setting.routing': '账户分配',
  'setting.routing.mode': '分配方式',
  'setting.routing.manual': '手动：业务员自己选择 PayPal账户',
  'setting.routing.automatic': '自动：按优先级选择额度允许的第一个账户',
  'setting.routing.allowOverride': '允许改选其他账户',
  'setting.routing.allowOverride.hint': '仅在自动分配时有效。',

  'setting.approval': '审批',
  'setting.approval.refundThresholds': '退款审批金额',
  'setting.approval.hint':
    '同一张账单的退款累计达到该金额，需第二人审批；未列出的币种，每笔退款都需第二人审批。',

  'setting.reconciliation': '对账',
  'setting.reconciliation.tolerancePercent': '匹配容差',
  'setting.reconciliation.tolerancePercent.hint':
    '付款与账单相差不超过该比例时仍自动匹配，0 至 10。',
  'setting.reconciliation.slaHours': '处理时限',
  'setting.reconciliation.slaHours.hint': '待对账的款项超过该时间即为超时。',
  'setting.reconciliation.recordMatches': '自动登记到 PayPal 账单',
  'setting.reconciliation.recordMatches.hint':
    '客户绕过账单直接付款且注明账单号时，自动在 PayPal 账单上登记这笔收款，避免重复付款。' +
    '仅凭付款人匹配的款项需先由人确认。',

  'setting.retention': '数据保留',
  'setting.retention.eventDays': 'PayPal 事件原文保留',
  'setting.retention.eventDays.hint':
    '90 至 3650 天。原文按整月清理，实际最多会多保留一个月；清理后无法恢复。',
  'setting.retention.always': '账单及其动态、交易、账目和审计日志始终保留，不会清理。',

  'setting.security': '安全',
  'setting.security.sessionIdleHours': '无操作退出',
  'setting.security.sessionIdleHours.long': '不能超过最长登录时间',
  'setting.security.sessionAbsoluteHours': '最长登录时间',
  'setting.security.rememberDays': '“记住我”天数',
  'setting.security.rememberDays.hint': '0 表示本公司不允许“记住我”。',
  'setting.security.secondFactorRequired': '强制两步验证',
  'setting.security.secondFactorRequired.hint': '开启后，未设置两步验证的用户下次登录时必须设置。',

  'setting.notifications': '通知',
  'setting.notifications.emails': '通知邮箱',
  'setting.notifications.emails.hint': '输入邮箱后按回车，最多 20 个。',
  'setting.notifications.emails.invalid': '邮箱格式不正确：{email}',
  'setting.notifications.webhooks': '群机器人',
  'setting.notifications.webhooks.hint':
    '消息会发送到所选的钉钉、企业微信或飞书群。钉钉机器人如使用关键词，请填“收款管理”。',
  'setting.notifications.kinds': '通知内容',
  'setting.notifications.kinds.hint':
    '发送到下面的邮箱和群。每位用户还可在个人设置中选择自己的通知。',
  'setting.notifications.language': '消息语言',
  'setting.notifications.quiet.hint': '这段时间内不发送（按公司时区），结束后再发。',
  'setting.notifications.url.kept': '已保存（末四位 {last4}），留空则不变',
  'setting.notifications.secret': '加签密钥（选填）',
  'setting.notifications.secret.kept': '加签密钥已保存，留空则不变',
  'setting.notifications.sentAt': '最近发送',
  'setting.notifications.failedAt': '发送失败',
  'setting.notifications.neverSent': '尚未发送过消息',
  'setting.notifications.test': '发送测试消息',
  'setting.notifications.kind': '平台',
  'setting.notifications.dingtalk': '钉钉',
  'setting.notifications.wecom': '企业微信',
  'setting.notifications.feishu': '飞书',
  'setting.notifications.name': '名称',
  'setting.notifications.url': 'Webhook 地址',
  'setting.notifications.url.invalid': '请输入该平台的 https 地址（{hosts}）',
  'setting.notifications.enabled': '启用',
}
