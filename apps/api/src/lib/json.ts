/**
 * For a jsonb column, which refuses half a surrogate pair and the character 0; a text column is given the same replacement character by
 * the driver.
 */
export function toJsonb(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  // Both are written as escapes: where there are none, nothing need be looked at one by one, which takes three times as long.
  if (!/\\u(0000|d[89a-f])/.test(text)) return text
  return JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? inner.toWellFormed().replaceAll('\u0000', '\ufffd') : inner))
}
