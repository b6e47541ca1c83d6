import { locale } from './i18n.ts'

/** Codes that Intl names although nobody lives there: unions, test values, and "unknown". */
const notPlaces = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'DG', 'EA', 'IC', 'TA', 'CQ'])
/** PayPal calls China C2. */
const china = 'C2'

const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

export const countryName = (code: string): string => (code === china ? names.of('CN') : /^[A-Z]{2}$/.test(code) && names.of(code)) || code

/** Every country and region in the reader's language. Made from what the browser knows: a list of ours would be 10 kB and age. */
export function countryOptions(): { value: string; label: string }[] {
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const known = codes.filter((code) => !notPlaces.has(code) && isCurrent(code))
  const options = known.map((code) => ({ value: code === 'CN' ? china : code, label: countryName(code) }))
  return options.sort((one, other) => one.label.localeCompare(other.label, locale))
}

/** Old codes (DD, SU, YU …) are canonicalised to their successors; current ones stay as they are. */
const isCurrent = (code: string) => names.of(code) !== undefined && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

export const timezoneOptions = () => ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value }))
