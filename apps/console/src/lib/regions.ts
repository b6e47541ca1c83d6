import { locale } from './i18n.ts'

/**
 * Codes that Intl has names for although they are no countries: unions, test values, and "unknown".
 */
const notPlaces = new Set([
  'EU',
  'EZ',
  'UN',
  'QO',
  'XA',
  'XB',
  'ZZ',
  'AC',
  'CP',
  'DG',
  'EA',
  'IC',
  'TA',
  'CQ',
])
/** PayPal calls China C2. */
const china = 'C2'

const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

export const countryName = (code: string): string =>
  (code === china ? names.of('CN') : /^[A-Z]{2}$/.test(code) && names.of(code)) || code

/**
 * Every country and region in the reader's language. The list comes from the browser: a list of our
 * own would be 10 kB and become outdated.
 */
export function countryOptions(): { value: string; label: string }[] {
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const known = codes.filter((code) => !notPlaces.has(code) && isCurrent(code))
  const options = known.map((code) => ({
    value: code === 'CN' ? china : code,
    label: countryName(code),
  }))
  return options.sort((one, other) => one.label.localeCompare(other.label, locale))
}

/**
 * Old codes (DD, SU, YU …) are canonicalised to their successors; current ones stay as they are.
 */
const isCurrent = (code: string) =>
  names.of(code) !== undefined && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

export const timezoneOptions = () =>
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value }))
