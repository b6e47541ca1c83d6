/**
 * For a jsonb column, which refuses half a surrogate pair and the character 0; a text column is given the same replacement character by
 * the driver.
 */
export const toJsonb = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, inner) => (typeof inner === 'string' ? inner.toWellFormed().replaceAll('\u0000', '\ufffd') : inner))
