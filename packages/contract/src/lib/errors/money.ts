import { showType } from '../envelope.ts'
import type { ErrorEntry } from './entry.ts'

/** Errors that concern transactions and their matches. */
export const moneyErrors = {
  'transaction.explainsItself': {
    status: 409,
    showType: showType.error,
    zh: '这笔交易不需要匹配账单',
    en: 'This transaction needs no bill to explain it',
  },
  'transaction.notSettled': {
    status: 409,
    showType: showType.error,
    zh: '这笔交易尚未入账，入账后才能匹配',
    en: 'This transaction has not moved any money yet; it can be matched once it has',
  },
  'transaction.explained': {
    status: 409,
    showType: showType.error,
    zh: '这笔交易已处理，如需更改请先撤销',
    en: 'This transaction is explained already: undo that first to change it',
  },
  'transaction.notExplained': {
    status: 409,
    showType: showType.error,
    zh: '这笔交易尚未匹配，没有可撤销的内容',
    en: 'Nothing explains this transaction, so there is nothing to undo',
  },
  'transaction.moreThanLeft': {
    status: 422,
    showType: showType.error,
    zh: '匹配金额超出未匹配的余额 {left}',
    en: 'That is more than the {left} that is left to explain',
  },
  'transaction.deductionTooHigh': {
    status: 422,
    showType: showType.error,
    zh: '账单 {number} 在本次匹配后只剩 {left} 待付，免收金额不能超过它',
    en: 'After this match bill {number} still owes {left}; no more than that can be let go',
  },
  'transaction.deductionIsWriteOff': {
    status: 403,
    showType: showType.error,
    zh: '账单 {number} 的免收金额超过容差 {tolerance}，需要“坏账核销”权限',
    en: 'More than the tolerance of {tolerance} would be let go of bill {number}; that needs the right to write off bills',
  },
  'transaction.otherCurrency': {
    status: 422,
    showType: showType.error,
    zh: '账单 {number} 的币种是 {currency}，与交易不一致',
    en: 'Bill {number} is in {currency}, which is not the transaction’s currency',
  },
  'transaction.billNotSent': {
    status: 422,
    showType: showType.error,
    zh: '账单 {number} 还是草稿，不能匹配',
    en: 'Bill {number} is still a draft and explains nothing',
  },
  'transaction.recordedBefore': {
    status: 409,
    showType: showType.error,
    zh: '这笔收款已登记在账单 {number} 上，不能重复登记',
    en: 'This payment was recorded on bill {number} before and cannot be recorded twice',
  },
  'transaction.nothingToRecord': {
    status: 409,
    showType: showType.warn,
    zh: '没有可登记的金额：PayPal 账单已不再要求付款，或这笔款项已登记过、已退回',
    en: 'There is nothing to record: PayPal’s invoice asks for nothing more, or the payment is on it already or went back',
  },
  'transaction.notAPayment': {
    status: 422,
    showType: showType.error,
    zh: '付出的款项不能登记为账单收款',
    en: 'Money that left the account cannot be recorded as a payment of a bill',
  },
} satisfies Record<string, ErrorEntry>
