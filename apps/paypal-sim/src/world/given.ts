/**
 * Drops undefined fields, so that records and answers hold only given ones. It is a plain loop,
 * because it runs for every object sent.
 */
export function given<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const out: Record<string, unknown> = {}
  for (const key in fields) if (fields[key] !== undefined) out[key] = fields[key]
  return out as never
}
