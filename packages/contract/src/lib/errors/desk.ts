import { showType } from '../envelope.ts'
import type { ErrorEntry } from './entry.ts'

/** Errors that concern rules. */
export const deskErrors = {
  'rule.startPassed': {
    status: 422,
    showType: showType.error,
    zh: '开始时间已过，一次性规则不会再执行，请选择以后的时间',
    en: 'The start time has passed, so a one-time rule would never run. Choose a later time',
  },
  'rule.paramsMissing': { status: 422, showType: showType.error, zh: '规则的参数不完整', en: 'Some rule parameters are missing' },
} satisfies Record<string, ErrorEntry>
