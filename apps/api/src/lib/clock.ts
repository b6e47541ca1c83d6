/**
 * Formatters are kept, because making one takes a fifth of a millisecond and every bill needs one.
 */
const calendars = new Map<string, Intl.DateTimeFormat>()

/** The day of a moment in the time zone, as `2026-01-31`. */
export function dayIn(timeZone: string, at: string | Date): string {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  calendars.set(timeZone, calendar)
  return calendar.format(new Date(at))
}

export const todayIn = (timeZone: string): string => dayIn(timeZone, new Date())

/** The local time of a moment in the time zone, as `2026-01-31 09:30`. */
export const localTime = (at: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(at),
  )

/**
 * The local time with the name of its zone, for a reader who may be elsewhere, as
 * `2026-01-31 09:30 (Asia/Shanghai)`.
 */
export const namedTime = (at: string | Date, timeZone: string): string =>
  `${localTime(at, timeZone)} (${timeZone})`
