import type { Word } from '../lib/errors.ts'
import type { ProblemKind } from './problemNotice.ts'

/** What is wrong, in a few words. The screen, e-mails and team chats all take them from here. */
export const problemWords: Record<ProblemKind, Word> = {
  booksDiffer: { zh: '账面与 PayPal 余额不一致', en: 'The books differ from PayPal’s balance' },
  monthDiffers: {
    zh: '月末账面与 PayPal 余额不一致',
    en: 'The books differ from PayPal’s balance at month-end',
  },
  readingStopped: { zh: 'PayPal 交易停止更新', en: 'PayPal transactions stopped updating' },
  rowSetAside: { zh: '有 PayPal 记录无法识别', en: 'Unrecognized PayPal records' },
  refundUnknown: { zh: '退款结果不明', en: 'Refund result unknown' },
  currencyChanged: { zh: '账单币种在 PayPal 上有改动', en: 'A bill’s currency changed on PayPal' },
  eventsSilent: { zh: '长时间没有收到 PayPal 通知', en: 'No PayPal events for a long time' },
}
