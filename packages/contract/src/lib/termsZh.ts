/**
 * One concept, one word (decision 69). Screens, the audit log, files, e-mails and notices take it
 * from here; its English is in termsEn.ts.
 */
export const terms = {
  // Amounts speak from our side, states from the customer's (待付款, 已付款).
  due: '待收金额',
  paid: '已收金额',
  refunded: '已退金额',
  total: '账单金额',
  gross: '总额',
  fee: '手续费',
  net: '净额',
  waived: '尾差减免',
  dueDate: '到期日',
  paymentTerm: '付款条件',
  item: '商品',
  taxName: '税种',
  noteToCustomer: '给客户的备注',
  comment: '留言',
  statement: '月度对账单',

  unmatched: '待对账',
  match: '匹配',
  undoMatch: '撤销匹配',
  setAside: '搁置',
  relatedTransaction: '原交易',
  /** Ask PayPal about one record now. */
  sync: '同步状态',
  /** Read the transactions of some days again. */
  resync: '补同步',

  // PayPal's own Chinese names.
  pending: '处理中',
  reversal: '撤销',
  chargeback: '退单',
  claim: '补偿申请',
  respond: '回复',
  trackingNumber: '物流单号',

  // 账户 holds money; what people sign in to is 账号.
  paypalAccount: 'PayPal账户',
  unavailable: '不可用',
  disconnected: '已断开',
  credentials: '凭据',

  session: '登录',
  endSession: '下线',
  twoStep: '两步验证',
  recipients: '接收人',
  search: '搜索',
}
