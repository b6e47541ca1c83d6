import type { SimRequest } from '../../sim/dispatch.ts'

export type Language = 'zh' | 'en'

/** `?lang=` wins over the browser's language; the default is Chinese, as in the product. */
export function languageOf(request: SimRequest): Language {
  const asked = request.query.get('lang')
  if (asked === 'zh' || asked === 'en') return asked
  const accepted = request.headers['accept-language'] ?? ''
  return /^en\b/i.test(accepted) ? 'en' : 'zh'
}

const texts = {
  title: ['PayPal 模拟器', 'PayPal simulator'],
  notReal: ['仅供测试，不涉及真实资金', 'For testing only: no real money'],
  clock: ['时钟', 'Clock'],
  frozen: ['已暂停', 'frozen'],
  advance: ['快进', 'Advance'],
  hours: ['小时', 'Hours'],
  accounts: ['账户', 'Accounts'],
  account: ['账户', 'Account'],
  balance: ['余额', 'Balance'],
  state: ['状态', 'State'],
  credentials: ['客户端凭据', 'Client credentials'],
  invoices: ['账单', 'Invoices'],
  number: ['编号', 'Number'],
  total: ['总额', 'Total'],
  due: ['应付', 'Due'],
  actions: ['操作', 'Actions'],
  payAsCustomer: ['以客户身份付款', 'Pay as customer'],
  openPage: ['打开付款页', 'Open pay page'],
  openDispute: ['发起争议', 'Open dispute'],
  refundOnSite: ['在 PayPal 网站退款', 'Refund on paypal.com'],
  cancelOnSite: ['在 PayPal 网站取消', 'Cancel on paypal.com'],
  switches: ['未知行为的开关', 'Switches of unknown behaviour'],
  apply: ['应用', 'Apply'],
  chargeback: ['银行拒付', 'Chargeback'],
  clear: ['到账', 'Clear'],
  bounce: ['退回', 'Bounce'],
  disputes: ['争议', 'Disputes'],
  buyerWins: ['判买家胜', 'Buyer wins'],
  sellerWins: ['判卖家胜', 'Seller wins'],
  withdrawn: ['买家撤销', 'Buyer withdraws'],
  events: ['事件', 'Events'],
  event: ['事件', 'Event'],
  time: ['时间', 'Time'],
  delivery: ['投递', 'Delivery'],
  noReceiver: ['无人订阅', 'nobody subscribed'],
  faults: ['故障', 'Faults'],
  fault: ['故障', 'Fault'],
  operation: ['接口（留空为全部）', 'Operation (empty: any)'],
  times: ['次数（-1 为不限）', 'Times (−1: no end)'],
  add: ['添加', 'Add'],
  remove: ['移除', 'Remove'],
  none: ['暂无', 'None yet'],
  addAccount: ['新建账户', 'New account'],
  name: ['名称', 'Name'],
  currency: ['主币种', 'Primary currency'],
  invoiceFrom: ['来自', 'From'],
  billTo: ['付款人', 'Bill to'],
  dueDate: ['到期日', 'Due date'],
  payAll: ['支付全部', 'Pay in full'],
  payPart: ['支付部分', 'Pay part'],
  amount: ['金额', 'Amount'],
  tip: ['小费', 'Tip'],
  method: ['付款方式', 'How to pay'],
  byBalance: ['PayPal 余额或银行卡（立即到账）', 'PayPal balance or card (at once)'],
  byEcheck: ['电子支票（约 4 天后到账）', 'eCheck (clears in about 4 days)'],
  byReview: ['付款待审核', 'Payment goes into review'],
  byDeclined: ['付款被拒', 'Payment is declined'],
  pay: ['付款', 'Pay'],
  approve: ['同意并继续', 'Agree and continue'],
  cancel: ['取消并返回', 'Cancel and return'],
  notPayable: ['此账单目前不能付款', 'This invoice cannot be paid now'],
  saidDone: ['已完成', 'Done'],
  saidDeclined: ['付款被拒绝，未扣款', 'The payment was declined; nothing was charged'],
  order: ['订单', 'Order'],
  loading: ['正在打开账单…', 'Opening the invoice…'],
  needScript: ['请启用 JavaScript 以打开链接', 'Enable JavaScript to open the link'],
  pending: ['付款处理中', 'Payment pending'],
  items: ['项目', 'Items'],
} as const
export type TextKey = keyof typeof texts

export const say = (language: Language) => (key: TextKey) => texts[key][language === 'zh' ? 0 : 1]
