/** How long ago something was, in the largest unit that fits: "3 minutes ago". */
export function ageText(at: string, now: number, locale: string): string {
  const minutes = Math.round((Date.parse(at) - now) / 60_000)
  const format = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric: 'auto' })
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute')
  if (Math.abs(minutes) < 48 * 60) return format.format(Math.round(minutes / 60), 'hour')
  return format.format(Math.round(minutes / (24 * 60)), 'day')
}

/** A fact that was not renewed in time no longer counts. */
export const isOld = (at: string, now: number, maxMinutes: number) =>
  now - Date.parse(at) > maxMinutes * 60_000
