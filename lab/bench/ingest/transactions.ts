import type pg from 'pg'

export type Statement = { text: string; values: unknown[] }
/** The statements of one transaction. */
export type Recorded = Statement[]

/** What the driver accepts: db.ts sends everything as objects, also `begin` and `commit`. */
type Given = string | { text: string; values?: unknown[] }

/**
 * Records the statements of every transaction on this pool, except those that begin and end it.
 * Each transaction is rolled back where it would commit.
 */
export function recordTransactions(pool: pg.Pool): Recorded[] {
  const transactions: Recorded[] = []
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (query: unknown) => Promise<pg.QueryResult>
    let open: Recorded | undefined
    const query = async (given: Given) => {
      const { text, values = [] } = typeof given === 'string' ? { text: given } : given
      if (text === 'begin') {
        open = []
        transactions.push(open)
        return send(given)
      }
      if (!open) throw new Error(`A statement outside a transaction: ${text}`)
      if (text !== 'commit' && text !== 'rollback') {
        open.push({ text, values })
        return send(given)
      }
      open = undefined
      const answer = await send('rollback')
      return text === 'commit' ? { ...answer, command: 'COMMIT' } : answer
    }
    Object.assign(client, { query })
  })
  return transactions
}
