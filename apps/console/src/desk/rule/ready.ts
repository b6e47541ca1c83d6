import type { Rule, RuleTemplate } from '@paydesk/contract/desk/rule'
import { t } from '../../lib/i18n.ts'
import { firstTime, usual } from './usual.ts'

/** A rule as the form begins with it; whoever makes it is told. */
export function readyRule(
  template: RuleTemplate,
  { today, timezone, me }: { today: string; timezone: string; me: string },
): Partial<Rule> {
  const { type, params } = usual[template]
  const { days = null, times = null, hours = null } = params
  const tells =
    template === 'dailySummary' || template === 'accountSilence' || template === 'monthlyStatement'
  return {
    name: t(`rule.template.${template}`),
    description: t(`rule.about.${template}`),
    template,
    type,
    startAt: firstTime(template, today, new Date(), timezone),
    params: { days, times, hours, userIds: tells ? [me] : [] },
  }
}
