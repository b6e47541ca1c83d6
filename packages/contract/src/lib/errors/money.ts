import { showType } from '../envelope.ts'
import type { ErrorEntry } from './entry.ts'

/** Errors that concern transactions and their matches. */
export const moneyErrors = {
  'transaction.explainsItself': {
    status: 409,
    showType: showType.error,
    zh: '这笔交易不需要匹配账单',
    en: 'This transaction does not need a bill',
  },
  'transaction.notSettled': {
    status: 409,
    showType: showType.error,
    zh: '这笔交易尚未入账，入账后才能匹配',
    en: 'This transaction has not posted yet. You can match it once it has',
  },
  'transaction.explained': {
    status: 409,
    showType: showType.error,
    zh: '这笔交易已处理，如需更改请先撤销',
    en: 'This transaction is already reconciled. To change that, undo it first',
  },
  'transaction.notExplained': {
    status: 409,
    showType: showType.error,
    zh: '这笔交易还没有匹配，没有可撤销的内容',
    en: 'This transaction is not matched, so there is nothing to undo',
  },
  'transaction.moreThanLeft': {
    status: 422,
    showType: showType.error,
    zh: '匹配金额超出待对账的余额 {left}',
    en: 'The amount exceeds the unmatched {left}',
  },
  'transaction.deductionTooHigh': {
    status: 422,
    showType: showType.error,
    zh: '账单 {number} 在本次匹配后待收金额仅剩 {left}，尾差减免不能超过该金额',
    en: 'After this match, the amount due of bill {number} is {left}. You cannot waive more than that',
  },
  'transaction.deductionIsWriteOff': {
    status: 403,
    showType: showType.error,
    zh: '账单 {number} 的尾差减免超过容差 {tolerance}，需要“坏账核销”权限',
    en: 'The amount waived for bill {number} exceeds the tolerance of {tolerance}. This needs the “Write off bills” permission',
  },
  'transaction.noCertainBill': {
    status: 409,
    showType: showType.warn,
    zh: '没有唯一确定的账单，请打开这笔交易核对',
    en: 'No single bill is certain for this transaction: open it and compare',
  },
  'transaction.otherCurrency': {
    status: 422,
    showType: showType.error,
    zh: '账单 {number} 的币种是 {currency}，与交易不一致',
    en: 'Bill {number} is in {currency}, which differs from the transaction’s currency',
  },
  'transaction.billNotSent': {
    status: 422,
    showType: showType.error,
    zh: '账单 {number} 还是草稿，不能匹配',
    en: 'Bill {number} is still a draft and cannot be matched',
  },
  'transaction.recordedBefore': {
    status: 409,
    showType: showType.error,
    zh: '这笔收款已登记在账单 {number} 上，不能重复登记',
    en: 'This payment is already recorded on bill {number} and cannot be recorded twice',
  },
  'transaction.nothingToRecord': {
    status: 409,
    showType: showType.warn,
    zh: '没有可登记的金额：PayPal 账单已不再要求付款，或这笔款项已登记、已退款',
    en: 'There is nothing to record: the PayPal invoice has no amount due, or the payment is already recorded or refunded',
  },
  'transaction.notAPayment': {
    status: 422,
    showType: showType.error,
    zh: '付出的款项不能登记为账单收款',
    en: 'Outgoing money cannot be recorded as a payment',
  },
} satisfies Record<string, ErrorEntry>
