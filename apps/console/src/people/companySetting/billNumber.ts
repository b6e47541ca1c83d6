import { billNumberMax, longestNumber } from '@paydesk/contract/people/companySetting'

/**
 * What is wrong with a number format, by the contract's rules; the most useful message comes first.
 */
export type FormatFault = 'characters' | 'seq' | 'long'

export function formatFault(format: string, digits: number): FormatFault | undefined {
  if (!/^([A-Za-z0-9-]|\{(code|yyyy|yy|mm|dd|seq)\})+$/.test(format)) return 'characters'
  if (format.split('{seq}').length !== 2) return 'seq'
  return longestNumber(format, digits) > billNumberMax ? 'long' : undefined
}

/** Today's first number, for a company with this code. */
export function sampleNumber(format: string, digits: number, code: string, today: string): string {
  const [yyyy = '', mm = '', dd = ''] = today.split('-')
  const tokens: Record<string, string> = {
    code,
    yyyy,
    yy: yyyy.slice(2),
    mm,
    dd,
    seq: '1'.padStart(digits, '0'),
  }
  return format.replace(/\{(\w+)\}/g, (whole, token: string) => tokens[token] ?? whole)
}
