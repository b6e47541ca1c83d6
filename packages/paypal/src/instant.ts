const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/

/**
 * Reporting writes `2024-01-31T08:00:00+0000`, without the colon that RFC 3339 asks for; all other
 * APIs follow RFC 3339. Anything else is no time: JavaScript by itself takes `0` for the year 2000.
 */
export function parseInstant(text: string): Date {
  const date = new Date(form.test(text) ? text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2') : Number.NaN)
  if (Number.isNaN(date.getTime())) throw new RangeError(`"${text}" is not a time`)
  return date
}

/**
 * PayPal requires seconds and does not promise to understand fractions: its own samples send none.
 */
export const formatInstant = (date: Date) => date.toISOString().replace(/\.\d{3}Z$/, 'Z')
