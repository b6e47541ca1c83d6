/** One field of a change. `undefined` on one side means that the field did not exist there. */
export type Change = { field: string; before: unknown; after: unknown }
type Values = Record<string, unknown> | null

/**
 * Compares an entry's two halves field by field; nested settings become names such as
 * `billing.note`.
 */
export function changesOf(before: Values, after: Values): Change[] {
  const [from, to] = [flat(before), flat(after)]
  const fields = [...new Set([...from.keys(), ...to.keys()])]
  return fields
    .map((field) => ({ field, before: from.get(field), after: to.get(field) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

function flat(values: Values, prefix = ''): Map<string, unknown> {
  const result = new Map<string, unknown>()
  for (const [key, value] of Object.entries(values ?? {}))
    if (isObject(value))
      for (const [inner, deep] of flat(value, `${prefix}${key}.`)) result.set(inner, deep)
    else result.set(prefix + key, value)
  return result
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0

/** The removed and added members of a list: nobody finds one new permission among twenty. */
export function listChange(
  before: unknown,
  after: unknown,
): { removed: unknown[]; added: unknown[] } | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  const missingIn = (list: unknown[]) => (one: unknown) =>
    !list.some((other) => JSON.stringify(other) === JSON.stringify(one))
  return { removed: before.filter(missingIn(after)), added: after.filter(missingIn(before)) }
}

export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
