import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'

const maxNamedStatements = 500

/**
 * Times are read as ISO strings and days as yyyy-mm-dd, so that rows can be sent to
 * clients unchanged.
 */
const typeParsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, toSafeInteger],
  [
    pg.types.builtins.TIMESTAMPTZ,
    (text) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString(),
  ],
  [pg.types.builtins.DATE, (text) => text],
])

function toSafeInteger(text: string) {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}

/** A server that takes no connection within this time is away. */
const connectMs = 5000

/**
 * What keeps a connection from waiting for ever on a server that vanished without a word.
 * `noticeMs` bounds each statement.
 */
const guarded = (url: string, size: number, applicationName: string, noticeMs: number) => ({
  connectionString: url,
  max: size,
  application_name: applicationName,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  query_timeout: noticeMs,
})

/**
 * Generic plans pick the wrong index for skewed companies (measured: 1,008 ms once against 5.7).
 * JIT is off because compiling a statement that runs for some milliseconds takes longer than
 * running it. The estimated cost does not reveal this, because most statements stop at a limit.
 * What a statement holds is free again soon after its process has gone.
 */
const settings = [
  'plan_cache_mode=force_custom_plan',
  'jit=off',
  'statement_timeout=30000',
  'idle_in_transaction_session_timeout=60000',
  'client_connection_check_interval=5000',
]

type Options = {
  /**
   * The server enforces statement_timeout; this notices a server that is gone, for statements that
   * have no shorter limit of their own.
   */
  noticeMs?: number
  settings?: string[]
}

/**
 * Reading writes only when a session was last seen. It waits for the disk with it, and not for a
 * standby: when one stops, all who write wait.
 */
export const readerSettings = { settings: ['synchronous_commit=local'] }

export const createPool = (
  url: string,
  size: number,
  applicationName: string,
  options: Options = {},
) =>
  endingGone(
    url,
    applicationName,
    new pg.Pool({
      ...guarded(url, size, applicationName, options.noticeMs ?? 40_000),
      // Statements issued together are sent together: `begin` and the session look-up cost
      // one wait, not two.
      pipeline: true,
      options: [...settings, ...(options.settings ?? [])]
        .map((setting) => `-c ${setting}`)
        .join(' '),
      types: {
        getTypeParser: ((oid: number, format?: string) =>
          (format !== 'binary' && typeParsers.get(oid)) ||
          pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
      },
    } as pg.PoolConfig),
  )

/**
 * For the job engine, which reads its rows as `pg` gives them and plans as PostgreSQL likes. None
 * of its statements takes a second. What it notes by itself waits for no standby: whoever is given
 * up waiting for one keeps a connection of the server's until it comes.
 */
export const createEnginePool = (url: string, size: number, applicationName: string) =>
  watched(
    new pg.Pool({
      ...guarded(url, size, applicationName, 4000),
      options: '-c synchronous_commit=local -c client_connection_check_interval=5000',
    } as pg.PoolConfig),
  )

/**
 * When each connection was last known to work, and when each pool last met one that had gone
 * silent.
 */
const provenAt = new WeakMap<pg.PoolClient, number>()
const silentAt = new WeakMap<pg.Pool, number>()

function watched(pool: pg.Pool): pg.Pool {
  pool.on('connect', (client) => void provenAt.set(client as pg.PoolClient, performance.now()))
  pool.on('release', (error, client) => {
    if (!error) provenAt.set(client as pg.PoolClient, performance.now())
  })
  return pool
}

/**
 * A statement of this pool got no answer: what idles in it since then or longer went the same
 * way, most likely.
 */
export const suspectIdle = (pool: pg.Pool): void => void silentAt.set(pool, performance.now())

/**
 * The server answers, and lets nobody in: its disk is full, say. What it gives as the reason is no
 * fault of whoever wanted to ask something.
 */
export class NotLetIn extends Error {
  readonly code: string | undefined
  constructor(cause: pg.DatabaseError) {
    super(cause.message, { cause })
    this.code = cause.code
  }
}

/**
 * A connection that is not under suspicion. One silent connection costs its user a time-out; the
 * others of its age cost nobody one.
 */
export async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect().catch((error: unknown) => {
      throw error instanceof pg.DatabaseError ? new NotLetIn(error) : error
    })
    if ((provenAt.get(client) ?? 0) >= (silentAt.get(pool) ?? 0)) return client
    breakOff(client)
    client.release(true)
  }
}

/** A statement that takes longer is asked about, and so often. */
const longMs = 3000

/**
 * Work that waits on a connection whose server has vanished would wait for as long as its statement
 * may take. So the server is asked, on another connection, whether it still has those that have
 * been at work for long. What it has is left to its limit, and what it does not know is ended.
 */
function endingGone(url: string, applicationName: string, pool: pg.Pool): pg.Pool {
  const taken = new Map<pg.PoolClient, number>()
  pool.on('acquire', (client) => void taken.set(client, performance.now()))
  pool.on('release', (_, client) => void taken.delete(client))
  const look = async () => {
    const long = [...taken].filter(([, at]) => performance.now() - at > longMs)
    if (long.length === 0) return
    const known = await backendsOf(url, applicationName)
    for (const [client, at] of long)
      if (taken.get(client) === at && !known.has(processOf(client))) breakOff(client)
  }
  let looking = false
  const timer = setInterval(() => {
    if (pool.ended) return clearInterval(timer)
    if (looking) return
    looking = true
    // A server that does not answer tells nothing of its connections.
    void look()
      .catch(() => {})
      .finally(() => {
        looking = false
      })
  }, longMs).unref()
  return watched(pool)
}

const processOf = (client: pg.PoolClient) => (client as unknown as { processID: number }).processID

async function backendsOf(url: string, applicationName: string): Promise<Set<number>> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'paydesk-look',
    connectionTimeoutMillis: longMs,
    query_timeout: longMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where application_name = $1',
      [applicationName],
    )
    return new Set(rows.map(({ pid }) => pid))
  } finally {
    breakOff(client)
  }
}

/**
 * Ends a connection without a goodbye: a server that vanished would never answer it, and
 * nobody waits for it.
 */
export const breakOff = (client: pg.ClientBase): void =>
  void (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()

const names = new Map<string, string>()

/**
 * A named statement is parsed once per connection: 1.2× the CPU of bare pg instead of 2×. Beyond
 * the limit, statements get no name: texts that vary without end (lists of ids) would collect on
 * every connection.
 */
export function named(text: string, values: unknown[]): pg.QueryConfig {
  const known = names.get(text)
  if (known) return { name: known, text, values }
  if (names.size >= maxNamedStatements) return { text, values }
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return { name, text, values }
}
