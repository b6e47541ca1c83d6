import type { Word } from '../lib/errors.ts'
import type { ProblemKind } from './problemNotice.ts'

/** What is wrong, in a few words. The screen, e-mails and team chats all take them from here. */
export const problemWords: Record<ProblemKind, Word> = {
  booksDiffer: { zh: '账面与 PayPal 余额不一致', en: 'The books differ from PayPal’s balance' },
  monthDiffers: { zh: '月末账面与 PayPal 余额不一致', en: 'The books differ from PayPal’s balance at a month’s end' },
  readingStopped: { zh: 'PayPal 交易停止更新', en: 'PayPal’s transactions are no longer being read' },
  rowSetAside: { zh: '有 PayPal 记录无法识别', en: 'Rows of PayPal’s that could not be understood' },
  refundUnknown: { zh: '退款结果不明', en: 'Nobody knows whether a refund was made' },
  currencyChanged: { zh: '账单币种在 PayPal 被改动', en: 'A bill’s currency was changed at PayPal' },
  eventsSilent: { zh: '长时间没有收到 PayPal 通知', en: 'PayPal’s events have stopped coming' },
}
