import { setTimeout as sleep } from 'node:timers/promises'
import type { Id } from '@paydesk/contract/lib/id'
import {
  CamelCasePlugin,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'
import { breakOff, connectTo, NotLetIn, named, suspectIdle } from './pool.ts'
import { pastSpan } from './watch/trace.ts'

/** A handle on one open transaction. It is a parameter everywhere, never ambient. */
export type Db = Kysely<Database>

/**
 * The use of one connection by one transaction. It is over when the transaction is: a statement
 * that comes too late (a missing await) must not run in the connection's next transaction.
 */
type Lease = { client: pg.PoolClient; limitMs: number | undefined; over: boolean; cause?: unknown }

const abortedTransaction = '25P02'
/** How `pg` words that a statement's time is over. */
const noAnswer = 'Query read timeout'

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
const handleOn = (lease: Lease): Db => new Kysely<Database>({ dialect: onLease(lease), plugins })

function onLease(lease: Lease): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<R>({
      sql,
      parameters,
    }: {
      sql: string
      parameters: readonly unknown[]
    }): Promise<QueryResult<R>> {
      if (lease.over) throw new Error('The transaction is over')
      const result = await send(
        lease.client,
        { text: sql, values: parameters as unknown[] },
        lease.limitMs,
      ).catch((error: unknown) => {
        // When the first of several statements sent together fails, the others report only that the
        // transaction is aborted. Its error is the reason for theirs.
        if ((error as { code?: unknown }).code === abortedTransaction) throw lease.cause ?? error
        lease.cause = error
        throw error
      })
      return {
        rows: result.rows as R[],
        ...(result.rowCount !== null && { numAffectedRows: BigInt(result.rowCount) }),
      }
    },
    // biome-ignore lint/correctness/useYield: large results go through COPY, never through this handle
    async *streamQuery() {
      throw new Error('Streams are read with COPY')
    },
  }
  const notHere = async () => {
    throw new Error('Only route() and job() open transactions')
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: notHere,
      commitTransaction: notHere,
      rollbackTransaction: notHere,
      destroy: async () => {},
    }),
  }
}

/** A statement that is sent together with `begin`, before the handler's first one. */
type Opening = { text: string; values: unknown[] }

/** `lost` says that the connection cannot be used again. */
type Held = { client: pg.PoolClient; lost?: Error }

/** `begin` and `rollback` wait for nothing: a server that does not answer them is not there. */
const shortMs = 3000
/**
 * A commit may wait for a standby that has stopped, until the cluster goes on without it: 11 s were
 * measured. Beyond this, nobody knows what became of it (`CommitUnknown`).
 */
const commitMs = 15_000

export async function onConnection<T>(pool: pg.Pool, use: (held: Held) => Promise<T>): Promise<T> {
  const held: Held = { client: await connectTo(pool) }
  const { promise: broken, reject } = Promise.withResolvers<never>()
  let giveUp: NodeJS.Timeout | undefined
  // The pool listens for errors of idle connections only. Without this listener, a connection that
  // breaks during a transaction ends the process. Work that waits for something else and never ends
  // must not keep the place of a connection that is long gone.
  const onError = (error: Error) => {
    held.lost = error
    giveUp ??= setTimeout(() => reject(error), shortMs)
  }
  held.client.on('error', onError)
  try {
    return await Promise.race([use(held), broken])
  } catch (error) {
    if ((error as Error).message === noAnswer) {
      held.lost = error as Error
      suspectIdle(pool)
    }
    throw error
  } finally {
    held.client.removeListener('error', onError)
    clearTimeout(giveUp)
    if (held.lost) breakOff(held.client)
    held.client.release(held.lost)
  }
}

/**
 * The connection broke before COMMIT was answered: it may have been committed. This is no failure,
 * and must not be told as one.
 */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('It is not known whether the transaction was committed', { cause })
  }
}

/**
 * Answers to COMMIT that leave it open, like none at all: a server that goes down or cannot write
 * has perhaps committed first.
 */
const openCodes = /^(08|53|57P|58|XX|40003|E)/
/**
 * PostgreSQL gave up waiting for the standby: what it says to have committed is on this server
 * alone, and would be lost with it.
 */
const warningCode = '01000'

/**
 * Resolves only when PostgreSQL has answered COMMIT: a transaction that failed inside answers
 * ROLLBACK to `commit`.
 */
async function commit(client: pg.PoolClient): Promise<void> {
  let warning: unknown
  const onNotice = (notice: { code?: string | undefined }) => {
    if (notice.code === warningCode) warning = notice
  }
  client.on('notice', onNotice)
  const answer = await client
    .query(within(commitMs, { text: 'commit' }))
    .catch((error: { code?: string }) => {
      throw error.code && !openCodes.test(error.code) ? error : new CommitUnknown(error)
    })
    .finally(() => client.removeListener('notice', onNotice))
  assertCommitted(answer)
  if (warning) throw new CommitUnknown(warning)
}

function assertCommitted({ command }: pg.QueryResult) {
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}`)
}

const within = (limitMs: number | undefined, query: pg.QueryConfig) =>
  limitMs ? { ...query, query_timeout: limitMs } : query
const send = (client: pg.PoolClient, { text, values }: Opening, limitMs?: number) =>
  client.query(within(limitMs, named(text, values)))
const begin = (client: pg.PoolClient) => client.query(within(shortMs, { text: 'begin' }))

/**
 * Runs `work` in one transaction. `opening` statements share the round trip with `begin`, and their
 * rows are handed to `work`. `limitMs` bounds each statement where somebody waits for it.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  opening: Opening[],
  work: (db: Db, opened: pg.QueryResult[]) => Promise<T>,
  limitMs?: number,
): Promise<T> {
  for (let again = false; ; again = true) {
    let stage = 'connecting' as 'connecting' | 'opening' | 'working'
    try {
      return await onConnection(pool, async (held) => {
        const { client } = held
        const begun = performance.now()
        const lease: Lease = { client, limitMs, over: false }
        try {
          stage = 'opening'
          const [, ...opened] = await Promise.all([
            begin(client),
            ...opening.map((statement) => send(client, statement, limitMs)),
          ])
          stage = 'working'
          const result = await work(handleOn(lease), opened)
          lease.over = true
          await commit(client)
          pastSpan('transaction', 'CLIENT', performance.now() - begun, {
            'db.system.name': 'postgresql',
            'db.operation.name': 'commit',
          })
          return result
        } catch (error) {
          lease.over = true
          if (error instanceof CommitUnknown) held.lost = error
          else
            await client.query(within(shortMs, { text: 'rollback' })).catch((failure: Error) => {
              held.lost ??= failure
            })
          pastSpan('transaction', 'CLIENT', performance.now() - begun, {
            'db.system.name': 'postgresql',
            'db.operation.name': 'rollback',
          })
          throw error
        }
      })
    } catch (error) {
      // A connection that had broken while nobody used it: nothing was asked of it yet, and another
      // one may be there.
      if (again || stage !== 'opening' || !isTransient(error)) throw error
    }
  }
}

/**
 * One statement in a transaction of its own, sent together with `begin` and `commit`. A lock that
 * all processes want is then held for as long as PostgreSQL works, and not until this process,
 * which may be busy, has read the answer and sent `commit`. For what nobody is told of: an answer
 * that was lost counts as a failure here.
 */
export const atOnce = <R extends pg.QueryResultRow>(
  pool: pg.Pool,
  companyId: Id<'company'>,
  statement: Opening,
): Promise<R[]> =>
  onConnection(pool, async ({ client }) => {
    const sent = [
      begin(client),
      send(client, inside(companyId)),
      send(client, statement),
      client.query(within(commitMs, { text: 'commit' })),
    ]
    // The connection is free when the last answer is there, also after an error.
    await Promise.allSettled(sent)
    const [, , answer, ended] = (await Promise.all(sent)) as [
      unknown,
      unknown,
      pg.QueryResult<R>,
      pg.QueryResult,
    ]
    assertCommitted(ended)
    return answer.rows
  })

const inside = (companyId: Id<'company'>): Opening => ({
  text: `select set_config('app.company_id', $1, true)`,
  values: [companyId],
})

/** For work that belongs to a known company: jobs, and the steps of a sign-in. */
export const inCompany = <T>(
  pool: pg.Pool,
  companyId: Id<'company'>,
  work: (db: Db) => Promise<T>,
) => inTransaction(pool, [inside(companyId)], work)

/**
 * For statements over many rows at once. A connection that plans every statement anew (pool.ts)
 * also plans every foreign-key look-up anew, row by row: 100 µs instead of 8. With this setting,
 * PostgreSQL plans a statement for its values five times and then keeps a plan.
 */
export const byBatch: Opening = {
  text: `select set_config('plan_cache_mode', 'auto', true)`,
  values: [],
}

export const inCompanyByBatch = <T>(
  pool: pg.Pool,
  companyId: Id<'company'>,
  work: (db: Db) => Promise<T>,
) => inTransaction(pool, [inside(companyId), byBatch], work)

/** Runs a part of a super admin's transaction in another company than the rest. */
export async function insideCompany<T>(
  db: Db,
  companyId: Id<'company'>,
  from: { companyId: Id<'company'> },
  work: () => Promise<T>,
): Promise<T> {
  await enterCompany(db, companyId)
  const result = await work()
  await enterCompany(db, from.companyId)
  return result
}

/** Puts the rest of the transaction into this company. */
export const enterCompany = (db: Db, companyId: Id<'company'>) =>
  sql`select set_config('app.company_id', ${companyId}, true)`.execute(db)

/**
 * Errors that say that PostgreSQL or the way to it is gone, full, busy or shutting down. Another
 * try can help, and the cause is no bug of ours. They are classes 08 and 53, a server that goes
 * down (57P), a primary that was demoted (25006), a transaction that was ended for idling (25P03),
 * deadlock, serialisation and lock time-outs. A statement that took too long (57014) is not among
 * them: it would take too long again.
 */
const awayCodes =
  /^(08|53|57P)|^(25006|25P03|40001|40P01|55P03)$|^E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)$|^ENOTFOUND$/
const awayMessages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/

export function isTransient(error: unknown): boolean {
  if (error instanceof CommitUnknown || error instanceof NotLetIn) return true
  const { code, message } = error as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? awayCodes.test(code) : awayMessages.test(String(message))
}

const tryEveryMs = 300

/** Tries again while the database is away. For work that may be done again. */
export async function whileAway<T>(
  work: () => Promise<T>,
  forMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  const until = performance.now() + forMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || performance.now() > until) throw error
    }
    await sleep(tryEveryMs)
  }
}

/**
 * A `like` pattern that finds the text anywhere. The % and _ that the user typed are
 * taken literally.
 */
export const anyPart = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
