import type { Word } from '../lib/errors.ts'
import type { BillAction, BillStatus } from './billStatus.ts'

/** The names of a bill's status in refusals and exported files. */
export const statusWords: Record<BillStatus, Word> = {
  draft: { zh: '草稿', en: 'draft' },
  scheduled: { zh: '待发送', en: 'scheduled' },
  sending: { zh: '发送中', en: 'sending' },
  sendFailed: { zh: '发送失败', en: 'not sent' },
  sent: { zh: '待付款', en: 'sent' },
  paymentPending: { zh: '付款处理中', en: 'payment pending' },
  partiallyPaid: { zh: '部分付款', en: 'partly paid' },
  paid: { zh: '已付款', en: 'paid' },
  partiallyRefunded: { zh: '部分退款', en: 'partly refunded' },
  refunded: { zh: '已退款', en: 'refunded' },
  cancelled: { zh: '已取消', en: 'cancelled' },
  writtenOff: { zh: '坏账核销', en: 'written off' },
}

/** One verb form that fits both "cannot be …" and "someone … it". */
export const actionWords: Record<BillAction | 'create' | 'import' | 'paypal', Word> = {
  create: { zh: '新建了账单', en: 'made' },
  import: { zh: '导入了账单', en: 'imported' },
  paypal: { zh: '更新了状态', en: 'updated' },
  edit: { zh: '修改', en: 'edited' },
  send: { zh: '发送', en: 'sent' },
  copyLink: { zh: '复制链接', en: 'copied' },
  remind: { zh: '催款', en: 'reminded of' },
  cancel: { zh: '取消', en: 'cancelled' },
  recordPayment: { zh: '登记收款', en: 'recorded as paid' },
  refund: { zh: '退款', en: 'refunded' },
  writeOff: { zh: '坏账核销', en: 'written off' },
  resync: { zh: '重新同步', en: 'compared' },
  duplicate: { zh: '复制', en: 'duplicated' },
  pdf: { zh: '下载', en: 'downloaded' },
  reassign: { zh: '转交', en: 'reassigned' },
  note: { zh: '添加备注', en: 'noted' },
}
