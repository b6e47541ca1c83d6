/**
 * Days as `YYYY-MM-DD` in the company's time zone, both ends included. Plain calendar arithmetic:
 * no clock, no zone, no surprise.
 */
export type DateRange = { from: string; to: string }
export const rangeNames = ['today', 'week', 'month', 'previousMonth', 'year'] as const
export type RangeName = (typeof rangeNames)[number]

const dayMs = 86_400_000

/**
 * The calendar day that a time zone is in; days are counted where the company is, not where
 * the reader sits.
 */
export const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)

export function dateRange(name: RangeName, today: string): DateRange {
  const [year = 0, month = 1] = today.split('-').map(Number)
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'week':
      return weekOf(today)
    case 'month':
      return monthOf(year, month)
    case 'previousMonth':
      return monthOf(year, month - 1)
    case 'year':
      return { from: day(year, 1, 1), to: day(year, 12, 31) }
  }
}

/** Spec §9: a week starts on Monday. */
function weekOf(today: string): DateRange {
  const start = Date.parse(today) - ((new Date(today).getUTCDay() + 6) % 7) * dayMs
  return { from: isoDay(start), to: isoDay(start + 6 * dayMs) }
}

/**
 * Months may lie outside 1–12, and day 0 is the last of the month before: Date.UTC carries over.
 */
const monthOf = (year: number, month: number): DateRange => ({
  from: day(year, month, 1),
  to: day(year, month + 1, 0),
})

const day = (year: number, month: number, date: number) => isoDay(Date.UTC(year, month - 1, date))
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The moments between which the days lie in that time zone; the end is not included. */
export const instantsOf = ({ from, to }: DateRange, timeZone: string) => ({
  from: instantOf(from, timeZone),
  to: instantOf(isoDay(Date.parse(to) + dayMs), timeZone),
})

/**
 * The moment at which clocks in that time zone show `wall`: a day (its start), or a time without a
 * zone but with a Z appended. The offset is looked up twice, because it can differ between the
 * first estimate and the result: clocks are changed at night.
 */
export function instantOf(wall: string, timeZone: string): string {
  const at = Date.parse(wall)
  const first = at - offsetMs(at, timeZone)
  return new Date(at - offsetMs(first, timeZone)).toISOString()
}

function offsetMs(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at
}
