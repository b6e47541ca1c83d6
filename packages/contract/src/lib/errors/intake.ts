import { showType } from '../envelope.ts'
import type { ErrorEntry } from './entry.ts'

/** Errors that answer what claims to come from PayPal. */
export const intakeErrors = {
  'webhook.refused': { status: 400, showType: showType.silent, zh: '签名无效', en: 'The signature is not valid' },
  'rowAside.notOpen': {
    status: 409,
    showType: showType.warn,
    zh: '这条记录已处理，或已被重新读入交易记录',
    en: 'This row has been settled, or is among the transactions by now',
  },
} satisfies Record<string, ErrorEntry>
