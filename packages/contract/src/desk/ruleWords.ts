import type { Word } from '../lib/errors.ts'
import { terms } from '../lib/terms.ts'
import type { RuleTemplate } from './rule.ts'

/** The names of the rules' templates, in their list and in the audit log. */
export const ruleTemplateWords: Record<RuleTemplate, Word> = {
  remindBeforeDue: { zh: '到期前提醒', en: 'Reminder before due date' },
  remindAfterDue: { zh: '逾期催款', en: 'Overdue reminder' },
  cancelUnpaid: { zh: '逾期自动作废', en: 'Cancel overdue bills' },
  dailySummary: { zh: '收款日报', en: 'Daily summary' },
  accountSilence: { zh: '账户无数据提醒', en: 'Silent account' },
  monthlyStatement: terms.statement,
}
