import { type RawBuilder, sql } from 'kysely'

/**
 * A list of the contract's inside SQL text, for `x in (…)`. Not as a parameter: partial indexes are
 * chosen by their words.
 */
export const literals = (values: readonly string[]): RawBuilder<unknown> =>
  sql.join(values.map((value) => sql.lit(value)))
