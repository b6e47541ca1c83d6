/** Reporting writes `2024-01-31T08:00:00+0000`, without the colon that RFC 3339 asks for; all other APIs follow RFC 3339. */
export function parseInstant(text: string): Date {
  const date = new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  if (Number.isNaN(date.getTime())) throw new RangeError(`"${text}" is not a time`)
  return date
}

/** PayPal requires seconds and does not promise to understand fractions: its own samples send none. */
export const formatInstant = (date: Date) => date.toISOString().replace(/\.\d{3}Z$/, 'Z')
