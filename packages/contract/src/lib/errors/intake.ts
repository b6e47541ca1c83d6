import { showType } from '../envelope.ts'
import type { ErrorEntry } from './entry.ts'

/** Errors that answer what claims to come from PayPal. */
export const intakeErrors = {
  'webhook.refused': { status: 400, showType: showType.silent, zh: '签名无效', en: 'The signature is not valid' },
} satisfies Record<string, ErrorEntry>
