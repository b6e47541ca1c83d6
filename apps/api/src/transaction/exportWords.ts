import type { Language } from '@paydesk/contract/errors'
import type { MatchState } from '@paydesk/contract/transaction'
import type { TransactionClass } from '@paydesk/contract/transactionCode'

type Head =
  | 'time'
  | 'account'
  | 'id'
  | 'kind'
  | 'code'
  | 'status'
  | 'currency'
  | 'gross'
  | 'fee'
  | 'net'
  | 'payerName'
  | 'payerEmail'
  | 'bill'
  | 'match'
  | 'reference'
  | 'note'
type Words = {
  /** A file's name in ASCII: everything else is a matter of taste among browsers. */
  file: string
  head: Record<Head, string>
  classes: Record<TransactionClass, string>
  statuses: Record<'D' | 'P' | 'S' | 'V', string>
  matches: Record<MatchState, string>
}

/** What a bookkeeper reads in the file; the same words as on the screen. */
export const exportWords: Record<Language, Words> = {
  'zh-CN': {
    file: 'transactions',
    head: {
      time: '时间',
      account: 'PayPal账户',
      id: 'PayPal交易号',
      kind: '类型',
      code: '代码',
      status: '状态',
      currency: '币种',
      gross: '总额',
      fee: '手续费',
      net: '净额',
      payerName: '付款人',
      payerEmail: '付款邮箱',
      bill: '账单号',
      match: '对账',
      reference: '关联交易号',
      note: '备注',
    },
    classes: {
      payment: '收款',
      paymentSent: '付款',
      refund: '退款',
      reversal: '冲正',
      chargeback: '拒付',
      fee: '手续费',
      conversion: '换汇',
      transfer: '提现与转账',
      hold: '冻结与解冻',
      adjustment: '调整',
      other: '其他',
    },
    statuses: { D: '已拒绝', P: '待处理', S: '成功', V: '已撤销' },
    matches: { notNeeded: '无需对账', unmatched: '未对账', auto: '自动匹配', manual: '人工匹配', ignored: '已搁置' },
  },
  'en-US': {
    file: 'transactions',
    head: {
      time: 'Time',
      account: 'PayPal account',
      id: 'PayPal transaction',
      kind: 'Type',
      code: 'Code',
      status: 'Status',
      currency: 'Currency',
      gross: 'Gross',
      fee: 'Fee',
      net: 'Net',
      payerName: 'Payer',
      payerEmail: 'Payer’s e-mail',
      bill: 'Bill',
      match: 'Match',
      reference: 'Refers to',
      note: 'Note',
    },
    classes: {
      payment: 'Payment received',
      paymentSent: 'Payment sent',
      refund: 'Refund',
      reversal: 'Reversal',
      chargeback: 'Chargeback',
      fee: 'Fee',
      conversion: 'Currency conversion',
      transfer: 'Withdrawal or transfer',
      hold: 'Hold or release',
      adjustment: 'Adjustment',
      other: 'Other',
    },
    statuses: { D: 'Denied', P: 'Pending', S: 'Success', V: 'Reversed' },
    matches: { notNeeded: 'Explains itself', unmatched: 'Unexplained', auto: 'Matched', manual: 'Matched by hand', ignored: 'Set aside' },
  },
}
