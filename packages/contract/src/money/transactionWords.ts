import type { Word } from '../lib/errors.ts'
import { terms } from '../lib/terms.ts'
import type { MatchState, TransactionStatus } from './transaction.ts'
import type { TransactionClass } from './transactionCode.ts'

/** The names of PayPal's rows. The screen and exported files both take them from here. */
export const classWords: Record<TransactionClass, Word> = {
  payment: { zh: '收款', en: 'Payment received' },
  paymentSent: { zh: '付款', en: 'Payment sent' },
  refund: { zh: '退款', en: 'Refund' },
  reversal: { zh: '收款撤销', en: 'Reversal' },
  chargeback: terms.chargeback,
  fee: terms.fee,
  conversion: { zh: '换汇', en: 'Currency conversion' },
  transfer: { zh: '提现与转账', en: 'Withdrawal or transfer' },
  hold: { zh: '冻结与解冻', en: 'Hold or release' },
  adjustment: { zh: '调整', en: 'Adjustment' },
  other: { zh: '其他', en: 'Other' },
}

export const transactionStatusWords: Record<TransactionStatus, Word> = {
  D: { zh: '已拒绝', en: 'Denied' },
  P: terms.pending,
  S: { zh: '已完成', en: 'Completed' },
  V: { zh: '已全额撤销', en: 'Fully reversed' },
}

export const matchWords: Record<MatchState, Word> = {
  notNeeded: { zh: '无需对账', en: 'No bill needed' },
  unmatched: terms.unmatched,
  auto: { zh: '自动匹配', en: 'Matched automatically' },
  manual: { zh: '人工匹配', en: 'Matched manually' },
  ignored: { zh: '已搁置', en: 'Set aside' },
}
