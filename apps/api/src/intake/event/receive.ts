import { webhookApi } from '@paydesk/contract/intake/event'
import type { Id } from '@paydesk/contract/lib/id'
import { readTransmission, verifyDelivery } from '@paydesk/paypal/signature'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { inCompany, inTransaction } from '../../lib/db.ts'
import { Refusal, refuse } from '../../lib/errors.ts'
import { Lane } from '../../lib/lane.ts'
import type { AccountEnvironment } from '../../lib/outside/paypal.ts'
import { type Deps, publicRouteInSteps } from '../../lib/route.ts'
import { noteSecurityEvent, whence } from '../../lib/securityEvent.ts'
import { countDelivery } from '../../lib/watch/metrics.ts'
import { raiseAlarms } from './alarm.ts'
import { EventStore, plain, readDelivery, resourceIdOf } from './store.ts'

/** An invoice with a hundred lines has some fifty kilobytes. */
const maxBytes = 256 * 1024

/**
 * Our clock may be off by an hour (reliability §2), and no time that an event gives is
 * believed anyway.
 */
const aheadMs = 2 * 3_600_000

type Receiver = { companyId: Id<'company'>; webhookId: string; environment: AccountEnvironment }

/**
 * A receiver is kept for a minute: a busy account costs one look-up, and a newly registered
 * webhook is known soon.
 */
const keptMs = 60_000
/** So many look-ups wait. Whoever comes then is told to come back, as PayPal does. */
const maxLookUps = 50
const anyone = { company: 'door', user: 'anyone' }

/**
 * A delivery is verified over its raw bytes, stored and answered; PayPal is asked later. An answer
 * of 200 means that it is on disk.
 */
export function receiveRoutes(app: FastifyInstance) {
  const known = new Map<string, { receiver: Receiver; until: number }>()
  // Storing has its own connections: whatever people and lists ask of the database, a delivery does
  // not wait behind them.
  const events = new EventStore(app.deps.doorPool)
  // Strangers can invent accounts without end. One is looked up at a time, so the connections that
  // store deliveries stay free.
  const lookUps = new Lane({ total: 1, company: 1, user: 1, waiting: maxLookUps })
  const receiverOf = async (accountId: Id<'paypalAccount'>): Promise<Receiver> => {
    const held = known.get(accountId)
    if (held && held.until > Date.now()) return held.receiver
    const leave = await lookUps.enter(anyone).catch((refusal: Refusal) => refusal)
    if (leave instanceof Refusal) {
      // What was true a minute ago is better than nothing while strangers crowd the door.
      if (held) return held.receiver
      throw leave
    }
    try {
      const receiver = await findReceiver(app.deps, accountId)
      if (!receiver) {
        known.delete(accountId)
        countDelivery('nobodys')
        throw refuse('notFound')
      }
      known.set(accountId, { receiver, until: Date.now() + keptMs })
      return receiver
    } finally {
      leave()
    }
  }
  app.register(async (scope) => {
    // The signature covers the bytes as they came, so they must not be parsed and written again.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_, body, done) =>
      done(null, body),
    )
    publicRouteInSteps(
      scope,
      webhookApi.receive,
      async ({ params: { accountId }, request, deps }) => {
        const { companyId, webhookId, environment } = await receiverOf(accountId)
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        // The headers have nothing of PayPal's, so there is no need to fetch a certificate.
        const forged = (method: string) => {
          countDelivery('forged')
          return noteSecurityEvent(deps, request.log, {
            event: 'webhookForged',
            method,
            companyId,
            subjectId: accountId,
            ...whence(request),
          })
        }
        if (!readTransmission(request.headers)) {
          await forged('no signature')
          throw refuse('webhook.refused')
        }
        const certificates = await deps.outside.paypal
          .certificates(environment)
          .catch(() => undefined)
        if (!certificates) throw undecided()
        const verdict = await verifyDelivery(
          { headers: request.headers, body: raw, webhookId },
          certificates,
        )
        if (verdict.verdict === 'undecided') throw undecided()
        if (verdict.verdict === 'forged') {
          await forged(verdict.reason)
          throw refuse('webhook.refused')
        }
        const { transmissionId } = verdict.transmission
        const event = readDelivery(raw)
        if (!event) {
          countDelivery('untrue')
          request.log.error({ accountId, transmissionId }, 'a signed delivery is no event')
          throw refuse('webhook.refused')
        }
        const delivery = { companyId, accountId, transmissionId, raw, event }
        const stored =
          Date.parse(event.create_time ?? '') > Date.now() + aheadMs
            ? 'inFuture'
            : await events.add(delivery)
        if (stored === 'new' || stored === 'known') {
          countDelivery(stored === 'new' ? 'taken' : 'known')
          return { stored: stored === 'new' }
        }
        countDelivery('untrue')
        const detail = stored === 'inFuture' ? `dated ${event.create_time?.slice(0, 40)}` : ''
        const name = {
          eventId: event.id,
          eventType: event.event_type,
          resourceId: plain(resourceIdOf(event.resource)),
          transmissionId,
        }
        await inCompany(deps.pool, companyId, (db) =>
          raiseAlarms(db, request.log, { companyId, accountId }, [
            { kind: stored, ...name, detail },
          ]),
        )
        throw refuse('webhook.refused')
      },
    )
  })
}

/**
 * By the door's own connections: strangers knock here, and people's work must not wait behind them.
 */
async function findReceiver(
  { doorPool }: Deps,
  accountId: Id<'paypalAccount'>,
): Promise<Receiver | undefined> {
  const companyId = await inTransaction(doorPool, [], async (db) => {
    const { rows } = await sql<{
      id: string | null
    }>`select company_of_paypal_account(${accountId}) as id`.execute(db)
    return rows[0]?.id
  })
  if (!companyId) return undefined
  const account = await inCompany(doorPool, companyId, (db) =>
    db
      .selectFrom('paypalAccount')
      .select(['webhookId', 'environment'])
      .where('companyId', '=', companyId)
      .where('id', '=', accountId)
      .executeTakeFirst(),
  )
  if (!account?.webhookId) return undefined
  return {
    companyId,
    webhookId: account.webhookId,
    environment: account.environment as AccountEnvironment,
  }
}

/** It can be neither believed nor refused now. PayPal delivers it again. */
function undecided() {
  countDelivery('undecided')
  return refuse('unavailable')
}
