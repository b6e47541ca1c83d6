import { t } from '../../lib/i18n.ts'
import type { Tone } from '../../ui/StatusTag.tsx'

/** The time until a moment, in the largest unit that fits. */
function lengthText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes < 60) return t('money.queue.minutes', { count: minutes })
  if (minutes < 48 * 60) return t('money.queue.hours', { count: Math.round(minutes / 60) })
  return t('money.queue.days', { count: Math.round(minutes / (24 * 60)) })
}

/** The company's own time limit: how much of it is left, or how long ago it ended. */
export function clockOf(dueAt: string, now: number): { tone: Tone; text: string } {
  const left = Date.parse(dueAt) - now
  if (left < 0) return { tone: 'red', text: t('money.queue.late', { time: lengthText(-left) }) }
  return {
    tone: left < 8 * 3_600_000 ? 'amber' : 'grey',
    text: t('money.queue.left', { time: lengthText(left) }),
  }
}
