import type { RuleParams, RuleTemplate, RuleType } from '@paydesk/contract/desk/rule'
import { instantOf } from '../../lib/dateRange.ts'

/**
 * What most companies want of each template. People see it in the form before anything is saved.
 */
export const usual: Record<
  RuleTemplate,
  { type: RuleType; hour: number; params: Partial<RuleParams> }
> = {
  remindBeforeDue: { type: 'daily', hour: 9, params: { days: 3 } },
  remindAfterDue: { type: 'daily', hour: 9, params: { days: 7, times: 4 } },
  cancelUnpaid: { type: 'daily', hour: 9, params: { days: 90 } },
  dailySummary: { type: 'daily', hour: 18, params: {} },
  accountSilence: { type: 'hourly', hour: 0, params: { hours: 24 } },
  monthlyStatement: { type: 'monthly', hour: 9, params: {} },
}

const dayMs = 86_400_000
const two = (value: number) => String(value).padStart(2, '0')

/**
 * The first time that comes: today or tomorrow at that hour on the company's clock, for a month the
 * first of the next one, for hours the next full one.
 */
export function firstTime(
  template: RuleTemplate,
  today: string,
  now: Date,
  timezone: string,
): string {
  const { type, hour } = usual[template]
  if (type === 'hourly')
    return new Date(Math.ceil((now.getTime() + 1) / 3_600_000) * 3_600_000).toISOString()
  if (type === 'monthly') {
    const [year = 0, month = 1] = today.split('-').map(Number)
    return instantOf(
      `${new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)}T${two(hour)}:00:00Z`,
      timezone,
    )
  }
  const at = (day: string) => instantOf(`${day}T${two(hour)}:00:00Z`, timezone)
  return Date.parse(at(today)) > now.getTime()
    ? at(today)
    : at(new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10))
}
