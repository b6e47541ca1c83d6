import { showType } from '../envelope.ts'
import type { ErrorEntry } from './entry.ts'

/** Errors that concern rules and the quarantine after a restore. */
export const deskErrors = {
  'quarantine.notCompared': {
    status: 409,
    showType: showType.warn,
    zh: '还有 {count} 个 PayPal账户未比对，或比对结果已超过 {minutes} 分钟，重新比对后才能解除隔离',
    en: 'PayPal accounts not compared within the last {minutes} minutes: {count}. Compare again before ending the quarantine',
  },
  'quarantine.findingsOpen': {
    status: 409,
    showType: showType.warn,
    zh: '还有 {count} 项比对结果需要确认，全部确认后才能解除隔离',
    en: 'Findings not confirmed yet: {count}. Confirm them before ending the quarantine',
  },
  'rule.startPassed': {
    status: 422,
    showType: showType.error,
    zh: '开始时间已过，一次性规则不会再执行，请选择以后的时间',
    en: 'The start time has passed, so a one-time rule would never run. Choose a later time',
  },
  'rule.paramsMissing': {
    status: 422,
    showType: showType.error,
    zh: '规则的参数不完整',
    en: 'Some rule parameters are missing',
  },
} satisfies Record<string, ErrorEntry>
