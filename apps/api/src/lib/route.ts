import { Readable } from 'node:stream'
import { canAccess } from '@paydesk/contract/lib/access'
import { Bytes } from '@paydesk/contract/lib/bytes'
import type { Body, Endpoint, Params, Query, Reply } from '@paydesk/contract/lib/endpoint'
import { Failure, succeed, successOf } from '@paydesk/contract/lib/envelope'
import { lengthHeader } from '@paydesk/contract/lib/exportFile'
import { asksForPage } from '@paydesk/contract/lib/page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type Actor, authenticateByToken, requireFactor, requireOwn, toActor } from './actor.ts'
import { CommitUnknown, type Db, inTransaction, isTransient, whileAway } from './db.ts'
import { refuse } from './errors.ts'
import { inPieces } from './file/pieces.ts'
import { keyOf, once } from './idempotency.ts'
import type { Jobs } from './job.ts'
import type { Changes } from './live/change.ts'
import type { Outside } from './outside/outside.ts'
import type { Replica } from './replica.ts'
import type { LaneName, Share } from './share.ts'

/** What the application carries for its routes. */
export type Deps = {
  pool: pg.Pool
  /**
   * For calls that only read: they go on while all who write wait for a standby, or for
   * space on the disk.
   */
  readers: pg.Pool
  /** A standby for what takes long to read, if there is one. */
  replica: Replica | undefined
  /** For storing PayPal's deliveries, and nothing else. */
  doorPool: pg.Pool
  jobs: Jobs
  production: boolean
  draining: boolean
  outside: Outside
  changes: Changes
}

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps
    share: Share
    /** Every route as `METHOD /pattern`: tests compare it with the contract. */
    registered: string[]
  }
  interface FastifyRequest {
    actor: Actor | undefined
  }
}

type Input<E extends Endpoint> = {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  request: FastifyRequest
  deps: Deps
}
type Who<E extends Endpoint> = E['permission'] extends 'public' ? undefined : Actor

/** A call whose whole work is one transaction: authenticate, authorise, handle, commit, answer. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (context: Input<E> & { db: Db; actor: Who<E> }) => Promise<Reply<E>>,
) {
  const reads = endpoint.method === 'GET'
  // Lists and sums: what is looked up by its id takes less time than asking whether a
  // replica may answer.
  const long = reads && (endpoint.heavy || asksForPage(endpoint.query))
  const limitMs = endpoint.heavy ? undefined : ordinaryMs
  register(app, endpoint, async (input) => {
    const token = input.request.headers.authorization
    const opening = [
      ...(token ? [authenticateByToken(token, endpoint.personal)] : []),
      ...(reads ? [readOnly] : []),
    ]
    let actedIn: string | undefined
    const work = (unknown?: CommitUnknown) => async (db: Db, opened: pg.QueryResult[]) => {
      const actor = toActor(token ? opened[0] : undefined, input.request)
      // Who acts elsewhere by now, or may not any more, perhaps by this very act, is not told of it
      // as if it had been refused.
      if (
        unknown &&
        (!actor || actor.companyId !== actedIn || !canAccess(actor, endpoint.permission))
      )
        throw unknown
      authorise(input.request, actor, endpoint)
      actedIn = actor?.companyId
      // The reply is checked before the commit: a reply that breaks its contract must undo the act,
      // not report a failure of something done.
      const run = async () =>
        endpoint.reply.parse(await handle({ ...input, db, actor: actor as Who<E> })) as Reply<E>
      return actor && !endpoint.sensitive ? once(db, actor, input.request, run) : run()
    }
    if (long && token) {
      const admit = (session: pg.QueryResult | undefined) =>
        admitted(input.request, session, endpoint)
      const read = (db: Db, actor: Actor) => handle({ ...input, db, actor: actor as Who<E> })
      const answered = await app.deps.replica?.read(
        authenticateByToken(token, endpoint.personal),
        admit,
        read,
        limitMs,
      )
      if (answered) return endpoint.reply.parse(answered.answer) as Reply<E>
    }
    const act = (unknown?: CommitUnknown) =>
      inTransaction(reads ? app.deps.readers : app.deps.pool, opening, work(unknown), limitMs)
    // What really happened is looked up by doing it again with its key: whatever was committed
    // answers, and what was not is done now.
    const lookUp = (unknown: CommitUnknown) =>
      whileAway(() => act(unknown), lookMs).catch((later: unknown) => {
        throw isTransient(later) ? unknown : later
      })
    return act().catch((error: unknown) => {
      if (error instanceof CommitUnknown && !endpoint.sensitive && keyOf(input.request))
        return lookUp(error)
      throw error
    })
  })
}

/**
 * For each statement of an ordinary call. It may wait for another call's lock, and that one for a
 * standby; beyond this, whoever sits before the screen has gone.
 */
const ordinaryMs = 15_000

/** Beyond this the person is told that it is not certain yet, and the browser asks on. */
const lookMs = 5000

/**
 * So that nothing that only reads waits for what writers wait for, or could be answered
 * only by the primary.
 */
const readOnly = { text: `select set_config('transaction_read_only', 'on', true)`, values: [] }

/**
 * A public call that must wait for something slow (a password hash, another server) between
 * transactions, so that no connection is held meanwhile. Its handler opens each step's transaction
 * itself, through `inTransaction` or `inCompany`.
 */
export function publicRouteInSteps<E extends Endpoint & { permission: 'public' }>(
  app: FastifyInstance,
  endpoint: E,
  handle: (context: Input<E>) => Promise<Reply<E>>,
) {
  register(app, endpoint, handle, 'steps')
}

export type FileBatch<C> = { text: string; rows: number; next: C | undefined }
type FileHead = {
  fileName: string
  type: string
  /** About how many bytes will come. */
  length?: number
  /** Packs the batches into the file. Without it, the file is the batches' texts in sequence. */
  pack?: (batches: AsyncGenerator<FileBatch<unknown>>) => Readable
}

/**
 * A call that answers with a file, batch by batch, each in a transaction of its own. So a slow
 * reader holds no connection, and the end of the session stops the file. The first batch decides
 * whether the answer is a file or a refusal. While one batch is sent, the next is read.
 */
export function fileRoute<E extends Endpoint, C>(
  app: FastifyInstance,
  endpoint: E,
  batch: (
    context: Input<E> & { db: Db; actor: Actor },
    cursor: C | undefined,
  ) => Promise<FileBatch<C> & { head?: FileHead }>,
) {
  const { method, path, summary, params, query } = endpoint
  const schema = {
    summary,
    tags: ['export'],
    ...(params && { params }),
    ...(query && { querystring: query }),
  }
  app.route({
    method,
    url: path,
    schema,
    handler: async (request, reply) => {
      const input = {
        params: request.params,
        query: request.query,
        body: undefined,
        request,
        deps: app.deps,
      } as unknown as Input<E>
      const token = request.headers.authorization
      const inPlace = await app.share.file(request, reply)
      const authentication = token ? [authenticateByToken(token, endpoint.personal)] : []
      // That a file was asked for is written down with its first batch, and only its beginning asks
      // for a second factor: a long one must not break off.
      const begin = () =>
        inTransaction(app.deps.pool, authentication, (db, [session]) =>
          batch({ ...input, db, actor: admitted(request, session, endpoint) }, undefined),
        )
      const more = async (cursor: C) => {
        const admit = (session: pg.QueryResult | undefined) =>
          admitted(request, session, { ...endpoint, stepUp: 'never' })
        const work = (db: Db, actor: Actor) => batch({ ...input, db, actor }, cursor)
        const answered = await app.deps.replica?.read(
          authentication[0] as ReturnType<typeof authenticateByToken>,
          admit,
          work,
          undefined,
        )
        return answered
          ? answered.answer
          : inTransaction(app.deps.readers, authentication, (db, [session]) =>
              work(db, admit(session)),
            )
      }
      const read = (cursor: C | undefined) =>
        inPlace(() => (cursor === undefined ? begin() : more(cursor)))
      const first = await read(undefined)
      const { fileName, type, length, pack } = first.head as FileHead
      const batches = async function* () {
        let coming: Promise<FileBatch<C>> | undefined = Promise.resolve(first)
        while (coming) {
          const one: FileBatch<C> = await coming
          coming = one.next === undefined ? undefined : read(one.next)
          // If the client goes away in the middle, nobody awaits this batch, and its failure must
          // not become an unhandled rejection.
          coming?.catch(() => {})
          yield one
        }
      }
      reply.header('content-disposition', `attachment; filename="${fileName}"`).type(type)
      if (length !== undefined) reply.header(lengthHeader, String(length))
      return reply.send(
        pack ? pack(batches()) : Readable.from(textsOf(batches()), { objectMode: false }),
      )
    },
  })
}

async function* textsOf(batches: AsyncGenerator<FileBatch<unknown>>) {
  for await (const { text } of batches) yield* inPieces(text)
}

/**
 * Like `publicRouteInSteps`, for someone who is signed in. A first transaction settles who calls;
 * the handler then opens each step with `inCompany`. This is only for calls that carry secrets: no
 * Idempotency-Key is kept for those.
 */
export function routeInSteps<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (context: Input<E> & { actor: Actor }) => Promise<Reply<E>>,
) {
  if (!endpoint.sensitive) throw new Error(`${endpoint.path} is not marked sensitive`)
  register(
    app,
    endpoint,
    async (input) => {
      const token = input.request.headers.authorization
      const actor = await inTransaction(
        app.deps.pool,
        token ? [authenticateByToken(token, endpoint.personal)] : [],
        async (_, [session]) => toActor(session, input.request),
      )
      authorise(input.request, actor, endpoint)
      return handle({ ...input, actor: actor as Actor })
    },
    'steps',
  )
}

/** A public call whose answer is a small file, sent whole. */
export function bytesRoute<E extends Endpoint & { permission: 'public' }>(
  app: FastifyInstance,
  endpoint: E,
  handle: (context: Input<E> & { db: Db; reply: FastifyReply }) => Promise<Buffer>,
) {
  const { method, path, summary, params } = endpoint
  app.route({
    method,
    url: path,
    schema: { summary, tags: [path.split('/')[2] ?? ''], ...(params && { params }) },
    handler: (request, reply) =>
      app.share.run('light', request, reply, () =>
        inTransaction(app.deps.readers, [], (db) =>
          handle({
            params: request.params,
            query: undefined,
            body: undefined,
            request,
            deps: app.deps,
            db,
            reply,
          } as never),
        ),
      ),
  })
}

function register<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  run: (input: Input<E>) => Promise<Reply<E>>,
  lane: LaneName = endpoint.heavy ? 'heavy' : endpoint.method === 'GET' ? 'light' : 'writes',
) {
  const { method, path, summary, params, query, body, reply } = endpoint
  app.route({
    method,
    url: path,
    // Nobody's body is read, nor judged, before they have at least shown a token; a file's not
    // before it is known whose token that is.
    onRequest: async (request, reply) => {
      const token = request.headers.authorization
      if (endpoint.permission === 'public') return
      if (!token) throw refuse('unauthenticated')
      if (endpoint.body !== Bytes) return
      await app.share.run('light', request, reply, () =>
        inTransaction(
          app.deps.readers,
          [authenticateByToken(token, endpoint.personal)],
          async (_, [session]) => authorise(request, toActor(session, request), endpoint),
        ),
      )
    },
    schema: {
      summary,
      tags: [path.split('/')[2] ?? ''],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { 200: successOf(reply), default: Failure },
    },
    handler: async (request, answer) => {
      const work = () =>
        run({
          params: request.params as Params<E>,
          query: request.query as Query<E>,
          body: request.body as Body<E>,
          request,
          deps: app.deps,
        })
      return succeed(
        await (endpoint.unshared ? work() : app.share.run(lane, request, answer, work)),
      )
    },
  })
}

/** The caller, where the call is none that everybody may make. */
function admitted(
  request: FastifyRequest,
  session: pg.QueryResult | undefined,
  endpoint: Pick<Endpoint, 'permission' | 'stepUp'>,
): Actor {
  const actor = toActor(session, request)
  authorise(request, actor, endpoint)
  return actor as Actor
}

function authorise(
  request: FastifyRequest,
  actor: Actor | undefined,
  { permission, stepUp }: Pick<Endpoint, 'permission' | 'stepUp'>,
) {
  request.actor = actor
  if (!canAccess(actor, permission)) throw refuse(actor ? 'forbidden' : 'unauthenticated')
  if (actor && stepUp === 'always') requireFactor(actor)
  if (actor && stepUp === 'own') requireOwn(actor)
}
