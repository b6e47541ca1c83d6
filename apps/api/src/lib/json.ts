/**
 * JSON for a jsonb column, which refuses half a surrogate pair and the character 0. Both become the
 * replacement character, which the driver also gives to text columns.
 */
export function toJsonb(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  // JSON writes both as escapes. A text without such escapes is returned at once: visiting every
  // string takes three times as long.
  if (!/\\u(0000|d[89a-f])/.test(text)) return text
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'string' ? inner.toWellFormed().replaceAll('\u0000', '\ufffd') : inner,
  )
}
