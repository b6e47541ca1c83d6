import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { streamApi } from '@paydesk/contract/desk/stream'
import { canAccess } from '@paydesk/contract/lib/access'
import type { Query } from '@paydesk/contract/lib/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticateByToken, toActor } from '../../lib/actor.ts'
import { inTransaction } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { Announced } from '../../lib/live/change.ts'
import { liveStreams } from '../../lib/watch/metrics.ts'
import { billOwners } from '../../people/user/user.ts'

/**
 * Proxies close a silent connection, and a reader that hears nothing for longer knows that the
 * connection is dead.
 */
const heartbeatMs = 15_000
/** The reader's permissions are read again this often. That a session has ended is told at once. */
const recheckMs = 30_000

/**
 * One stream per browser. It carries ids only: the screen then asks for the records with the
 * reader's own permissions.
 */
export function streamRoutes(app: FastifyInstance) {
  // Streams do not end on their own, so closing the server ends them.
  const streams = new Set<ServerResponse>()
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.destroy()
  })
  app.route({
    method: streamApi.open.method,
    url: streamApi.open.path,
    schema: {
      summary: streamApi.open.summary,
      tags: ['stream'],
      querystring: streamApi.open.query,
    },
    handler: async (request, reply) => {
      const reader = await app.share.run('light', request, reply, () => readerOf(app, request))
      if (!reader) throw refuse('unauthenticated')
      request.actor = reader.actor
      await app.share.stream(request, reply)
      open(
        app,
        { request, reply, streams },
        reader,
        (request.query as Query<typeof streamApi.open>).seconds,
      )
      return reply
    },
  })
}

type Opened = { request: FastifyRequest; reply: FastifyReply; streams: Set<ServerResponse> }
type Reader = NonNullable<Awaited<ReturnType<typeof readerOf>>>

function readerOf(app: FastifyInstance, request: FastifyRequest) {
  const token = request.headers.authorization
  return inTransaction(
    app.deps.readers,
    token ? [authenticateByToken(token, false)] : [],
    async (db, [session]) => {
      const actor = toActor(session, request)
      return actor && canAccess(actor, streamApi.open.permission)
        ? { actor, owners: await billOwners(db, actor) }
        : undefined
    },
  )
}

function open(
  app: FastifyInstance,
  { request, reply, streams }: Opened,
  first: Reader,
  seconds: number,
) {
  let reader = first
  reply.hijack()
  reply.raw.writeHead(200, {
    // What every answer has; a hijacked one is not given it by itself.
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Tells reverse proxies to pass the stream on without buffering it.
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  })
  reply.raw.write(': open\n\n')
  // The id in a notice's announcement is the id of its reader.
  const concerns = ({ entity, id, ownerId }: Announced) =>
    entity !== 'session' &&
    (entity === 'notice'
      ? id === reader.actor.userId
      : ownerId === undefined || reader.owners === 'all' || reader.owners.includes(ownerId))
  const tell = (changes: Announced[]) => {
    if (
      changes.some(
        ({ entity, id }) =>
          entity === 'session' && (id === reader.actor.sessionId || id === reader.actor.companyId),
      )
    )
      void recheck()
    for (const { entity, id } of changes.filter(concerns))
      reply.raw.write(`data: ${JSON.stringify({ entity, id })}\n\n`)
  }
  // After a miss the stream ends: the reader opens a new one and asks again for all that it shows.
  const leave = app.deps.changes.subscribe(reader.actor.companyId, {
    hear: tell,
    miss: () => reply.raw.end(),
  })
  const heartbeat = setInterval(() => reply.raw.write(': alive\n\n'), heartbeatMs)
  const recheck = async () => {
    const now = await readerOf(app, request).catch(() => reader)
    // The reader has signed out, or now acts in another company: it opens a new stream if it may.
    if (!now || now.actor.companyId !== reader.actor.companyId || app.deps.draining) reply.raw.end()
    else reader = now
  }
  const rechecks = setInterval(() => void recheck(), recheckMs)
  const life = setTimeout(() => reply.raw.end(), seconds * 1000)
  streams.add(reply.raw)
  liveStreams.inc()
  const close = () => {
    streams.delete(reply.raw)
    liveStreams.dec()
    clearTimeout(life)
    leave()
    clearInterval(heartbeat)
    clearInterval(rechecks)
  }
  reply.raw.on('close', close)
}
