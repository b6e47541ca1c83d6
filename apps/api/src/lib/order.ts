import { type RawBuilder, sql } from 'kysely'

/** An order of a list's rows, and from where on they are read. */
export type Order = {
  key: RawBuilder<unknown>
  /** The order by the key, or by what a merge of ranges calls it. */
  by: (key: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The condition that begins after the last page. */
  onward: RawBuilder<unknown>
}

const by = (id: RawBuilder<unknown>, descends: boolean) => (key: RawBuilder<unknown>) =>
  descends ? sql`order by ${key} desc, ${id} desc` : sql`order by ${key}, ${id}`

/** All rows, largest key first. */
export const downward = (key: RawBuilder<unknown>, id: RawBuilder<unknown>): Order => ({
  key,
  by: by(id, true),
  onward: sql``,
})

/**
 * The order by `key` and `id` from one row on. The rows before one are read backwards from it, as
 * the nearest are wanted; `shown` is the order in which they are then shown. `keyOf` reads the key
 * of the row from which the list goes on.
 */
export function orderFrom(
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  descends: boolean,
  { after, before }: { after?: string | undefined; before?: string | undefined },
  keyOf: (rowId: string) => RawBuilder<unknown>,
): { read: Order; shown: RawBuilder<unknown> } {
  const start = after ?? before
  const readsDown = after === undefined && before !== undefined ? !descends : descends
  // Each side of the comparison is a row of key and id, so that an index range begins exactly
  // there.
  const onward = start
    ? sql`and (${key}, ${id}) ${readsDown ? sql`<` : sql`>`} ((${keyOf(start)}), ${start}::uuid)`
    : sql``
  return { read: { key, by: by(id, readsDown), onward }, shown: by(id, descends)(key) }
}
