import { terms } from '@paydesk/contract/lib/termsZh'
/** Texts of the page of problems. */
export default {
  'problem.none': '一切正常',
  'problem.none.description':
    '账面与 PayPal 一致，交易和通知都在正常更新。出现异常时会在这里列出，并通知您。',
  'problem.checked': '最近检查',
  'problem.checked.read': '交易读取至 {time}',
  'problem.checked.unread': '尚未读取交易',
  'problem.checked.agrees': '{time} 核对余额，与 PayPal 一致',
  'problem.checked.differs': '{time} 核对余额，{count, plural, other {# 个币种不一致}}',
  'problem.checked.uncompared': '尚未核对余额',
  'problem.since': '自 {time} 起',
  'problem.more': '仅列出前 {count} 项，共 {total} 项。',
  'problem.means': '这意味着',
  'problem.do': '怎么办',
  'problem.difference.more': '账面比 PayPal 余额多 {amount}（截至 {time}）',
  'problem.difference.less': '账面比 PayPal 余额少 {amount}（截至 {time}）',
  'problem.refundUnknown.amount': '退款金额 {amount}',
  'problem.currencyChanged.amount': '账单金额 {amount}，PayPal 上的币种是 {currency}',
  'problem.lastRead': '最近一次读取成功：{time}',
  'problem.lastEvent': '最近一次收到通知：{time}',
  'problem.booksDiffer.means':
    'PayPal 的余额里有我们账上没有的款项，或者相反。账单和收款不受影响，' +
    '但月度对账单和余额在查清之前不能作为依据。',
  'problem.booksDiffer.do':
    '先看下方有没有无法识别的记录，差额往往由此而来。没有的话，' +
    '在“交易记录”里对差异出现的那几天补同步；仍不一致，请把账户和金额告知管理员。' +
    '系统每小时会自动复查一次。',
  'problem.monthDiffers.means':
    '该月月末的账面与 PayPal 当时的余额不同，这个月的月度对账单不能作为依据。',
  'problem.monthDiffers.do':
    '在“交易记录”里对该月补同步；仍不一致，请把月份、账户和金额告知管理员，先不要关账。',
  'problem.readingStopped.means':
    '这个账户的新交易没有进来，收款、退款和手续费可能不完整。PayPal 通知仍可能照常到达，' +
    '不代表交易已读取。',
  'problem.readingStopped.do':
    '系统会一直自动重试。请管理员在“PayPal账户”检查凭据和权限；如果 PayPal 在维护，' +
    '恢复后会自动补齐错过的交易。',
  'problem.rowSetAside.means':
    'PayPal 给出的这些记录里有我们不认识的内容。这些记录已单独存放，没有计入任何账目；' +
    '其余交易照常读取。账面可能因此与 PayPal 余额不一致。',
  'problem.rowSetAside.do':
    '登录 PayPal 按交易号查看这笔记录。PayPal 更正后，或软件升级后能够识别，' +
    '这笔记录会自动入账并从这里消失。如果已确认不需要入账，可标为“已处理”并写明原因；' +
    '这不会记任何账。',
  'problem.refundUnknown.means':
    '退款请求已发给 PayPal，但没有得到明确的结果。钱可能已经退了，也可能没有；' +
    '系统不会再次发送，以免重复退款。',
  'problem.refundUnknown.do':
    '登录 PayPal 查看该笔付款是否有退款记录，再到账单页的这笔退款旁点击“人工确认”，' +
    '由另一位同事在“审批”里确认。',
  'problem.currencyChanged.means':
    '有人在 paypal.com 上改了这张账单的币种，账单在这里的金额与客户看到的不再一致。',
  'problem.currencyChanged.do': '打开账单核对；如果不是有意为之，请作废后按正确的币种重新开具。',
  'problem.eventsSilent.means':
    '这段时间有账单收到付款，但 PayPal 一条通知也没有发来。付款仍会在定时读取时入账，' +
    '只是会慢几分钟到几小时。',
  'problem.eventsSilent.do':
    '请管理员在“PayPal账户”点击“立即检查”重新登记 Webhook，并确认本系统的网址能从外网访问。',
  'problem.open.transactions': '查看交易记录',
  'problem.open.accounts': '查看PayPal账户',
  'problem.open.bill': '查看账单 {number}',
  'problem.row.why.id': '交易号无法读取',
  'problem.row.why.eventCode': '交易类型未知',
  'problem.row.why.status': '状态未知',
  'problem.row.why.amount': '金额或币种无法识别',
  'problem.row.why.fee': '手续费无法识别',
  'problem.row.why.date': '日期无法识别',
  'problem.row.why.shape': '格式不符',
  'problem.row.noId': '（无交易号）',
  'problem.row.amount': '金额',
  'problem.row.fee': terms.fee,
  'problem.row.status': '状态',
  'problem.row.code': '类型',
  'problem.row.at': '发生时间',
  'problem.row.detail': 'PayPal 原文',
  'problem.row.seen': '首次见到 {first}，最近 {last}',
  'problem.row.raw': '完整内容',
  'problem.row.settle': '标为已处理',
  'problem.row.settle.title': '把 {id} 标为已处理？',
  'problem.row.settle.effect':
    '这条记录会从异常列表移除，但不会记任何账。如果 PayPal 之后有改动，会重新出现。' +
    '原因会写入审计日志。',
  'problem.row.settle.reason': '原因',
  'problem.row.settle.required': '请写明原因',
  'problem.row.settle.done': '已标为已处理',
}
