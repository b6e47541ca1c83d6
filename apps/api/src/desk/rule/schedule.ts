import type { RuleType } from '@paydesk/contract/desk/rule'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** No step of the kind is longer, so counting begins at or before the first possible time. */
const longest = { daily: dayMs, weekly: 7 * dayMs, monthly: 31 * dayMs }

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const parts = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts })
  clocks.set(timeZone, made)
  return made
}

/** The time that a wall clock shows, as if it were UTC. */
const onWall = (at: number, timeZone: string) =>
  Date.parse(`${clockOf(timeZone).format(at).replace(' ', 'T')}Z`) + (at % 1000)
const offset = (at: number, timeZone: string) => onWall(at, timeZone) - at

/**
 * The moment at which a wall clock shows this time. If there are two, the first; if there is none
 * (clocks go forward), that much later.
 */
function fromWall(wall: number, timeZone: string): number {
  const [before, after] = [offset(wall - dayMs, timeZone), offset(wall + dayMs, timeZone)]
  const isRight = (guess: number) => onWall(guess, timeZone) === wall
  return isRight(wall - before) || !isRight(wall - after) ? wall - before : wall - after
}

/** The same day of the month, or the month's last day if the month is shorter. */
function monthsLater(wall: number, months: number): number {
  const date = new Date(wall)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (wall % dayMs)
}

/**
 * The first scheduled time after a moment; undefined if there is none. Days, weeks and months are
 * those of the company's calendar.
 */
export function nextTime(
  { type, startAt }: { type: RuleType; startAt: string },
  timeZone: string,
  after: Date,
): Date | undefined {
  const [start, now] = [Date.parse(startAt), after.getTime()]
  if (start > now) return new Date(start)
  if (type === 'once') return undefined
  if (type === 'hourly') return new Date(start + (Math.floor((now - start) / hourMs) + 1) * hourMs)
  const wall = onWall(start, timeZone)
  const stepped = (step: number) =>
    type === 'monthly' ? monthsLater(wall, step) : wall + step * longest[type]
  for (let step = Math.max(1, Math.floor((now - start) / longest[type]) - 1); ; step++) {
    const at = fromWall(stepped(step), timeZone)
    if (at > now) return new Date(at)
  }
}
