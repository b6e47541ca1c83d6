import { showType } from '../envelope.ts'
import type { ErrorEntry } from './entry.ts'

/** Errors that answer what claims to come from PayPal. */
export const intakeErrors = {
  'webhook.refused': {
    status: 400,
    showType: showType.silent,
    zh: '签名无效',
    en: 'The signature is invalid',
  },
  'rowAside.notOpen': {
    status: 409,
    showType: showType.warn,
    zh: '这条记录已处理，或已重新读入交易记录',
    en: 'This record was already handled, or is now among the transactions',
  },
} satisfies Record<string, ErrorEntry>
