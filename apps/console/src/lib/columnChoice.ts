/**
 * Which columns someone wants, in their order; a key that starts with "-" is hidden. A column that
 * the choice does not name (newer than the choice, or of the list's other tab) is shown after the
 * named ones, unless it is one that people have to add.
 */
export type ColumnChoice = readonly string[] | null

type Keyed = { key?: unknown; optional?: boolean }
export type Arranged = { key: string; hidden: boolean }

export function arrange(
  keys: readonly string[],
  choice: ColumnChoice,
  optional: readonly string[] = [],
): Arranged[] {
  const named = (choice ?? []).map((name) => ({
    key: name.replace(/^-/, ''),
    hidden: name.startsWith('-'),
  }))
  const known = named.filter(
    ({ key }, index) => keys.includes(key) && named.findIndex((one) => one.key === key) === index,
  )
  const rest = keys
    .filter((key) => !known.some((one) => one.key === key))
    .map((key) => ({ key, hidden: optional.includes(key) }))
  return [...known, ...rest]
}

export const choiceOf = (arranged: readonly Arranged[]): string[] =>
  arranged.map(({ key, hidden }) => (hidden ? `-${key}` : key))

/**
 * The columns to show. Columns without a key (the actions of a row) are always shown, at the end.
 */
export function chosenColumns<C extends Keyed>(columns: readonly C[], choice: ColumnChoice): C[] {
  if (!choice) return columns.filter(({ optional }) => !optional)
  const keyed = columns.filter(({ key }) => typeof key === 'string')
  const shown = arrange(
    keyed.map(({ key }) => key as string),
    choice,
    keyed.flatMap(({ key, optional }) => (optional ? [key as string] : [])),
  ).filter(({ hidden }) => !hidden)
  // A choice that hides every column shows all of them instead.
  if (shown.length === 0) return columns.filter(({ optional }) => !optional)
  return [
    ...shown.map(({ key }) => keyed.find((column) => column.key === key) as C),
    ...columns.filter((column) => !keyed.includes(column)),
  ]
}
