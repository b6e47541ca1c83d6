import { sql } from 'kysely'

/**
 * It is our turn and a clock runs (stateOf in the contract). The first half repeats the condition
 * of the index of open disputes word for word.
 */
export const needsAnswer = (dispute: 'd' | 'dispute') =>
  sql.raw(
    `(${dispute}.status = 'RESOLVED') = false and ${dispute}.status in ('WAITING_FOR_SELLER_RESPONSE', 'OPEN')`,
  )
