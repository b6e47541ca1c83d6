import type { Word } from '../lib/errors.ts'
import type { BillAction, BillStatus } from './billStatus.ts'

/**
 * The names of a bill's status, on the screen, in refusals, in the audit log and in exported files.
 */
export const statusWords: Record<BillStatus, Word> = {
  draft: { zh: '草稿', en: 'Draft' },
  scheduled: { zh: '待发送', en: 'Scheduled' },
  sending: { zh: '发送中', en: 'Sending' },
  sendFailed: { zh: '发送失败', en: 'Send failed' },
  sent: { zh: '待付款', en: 'Unpaid' },
  paymentPending: { zh: '付款处理中', en: 'Payment pending' },
  partiallyPaid: { zh: '部分付款', en: 'Partially paid' },
  paid: { zh: '已付款', en: 'Paid' },
  partiallyRefunded: { zh: '部分退款', en: 'Partially refunded' },
  refunded: { zh: '已退款', en: 'Refunded' },
  cancelled: { zh: '已作废', en: 'Canceled' },
  writtenOff: { zh: '坏账核销', en: 'Written off' },
}

/** "You cannot …", and "Last change: … by …". In Chinese one word does both. */
type ActionWord = Word & { done: Word }
const acted = (zh: string, en: string, done: string): ActionWord => ({
  zh,
  en,
  done: { zh, en: done },
})

export const actionWords: Record<BillAction | 'create' | 'import' | 'paypal', ActionWord> = {
  create: acted('新建账单', 'create it', 'created'),
  import: acted('导入账单', 'import it', 'imported'),
  paypal: acted('更新状态', 'update it', 'updated'),
  edit: acted('修改', 'edit it', 'edited'),
  send: acted('发送', 'send it', 'sent'),
  copyLink: acted('复制链接', 'copy its link', 'link copied'),
  remind: acted('催款', 'send a reminder', 'reminder sent'),
  cancel: acted('作废', 'cancel it', 'canceled'),
  recordPayment: acted('登记收款', 'record a payment', 'payment recorded'),
  refund: acted('退款', 'refund it', 'refunded'),
  writeOff: acted('坏账核销', 'write it off', 'written off'),
  resync: acted('同步状态', 'sync it', 'synced'),
  duplicate: acted('复制', 'duplicate it', 'duplicated'),
  pdf: acted('下载', 'download it', 'downloaded'),
  reassign: acted('转交', 'reassign it', 'reassigned'),
  note: acted('添加留言', 'comment on it', 'comment added'),
}
