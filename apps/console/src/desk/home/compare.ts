import { type DateRange, dateRange, type RangeName } from '../../lib/dateRange.ts'

const dayMs = 86_400_000
const shifted = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/**
 * The days that a range is compared with: the same part of the day, week, month or year before.
 * What lies ahead is not compared.
 */
export function comparedWith(name: RangeName, today: string): DateRange {
  const { from } = dateRange(name, today)
  switch (name) {
    case 'today':
      return { from: shifted(today, -1), to: shifted(today, -1) }
    case 'week':
      return { from: shifted(from, -7), to: shifted(today, -7) }
    case 'previousMonth':
      return dateRange('previousMonth', from)
    case 'month': {
      const before = dateRange('previousMonth', today)
      const same = shifted(before.from, Number(today.slice(8)) - 1)
      return { from: before.from, to: same < before.to ? same : before.to }
    }
    case 'year': {
      const year = String(Number(today.slice(0, 4)) - 1)
      const same = today.slice(4) === '-02-29' ? '-02-28' : today.slice(4)
      return { from: `${year}-01-01`, to: `${year}${same}` }
    }
  }
}

/**
 * By how much a figure has changed, in percent; undefined where there was nothing to compare with.
 */
export const changeOf = (now: number, before: number): number | undefined =>
  before > 0 ? Math.round(((now - before) / before) * 1000) / 10 : undefined
