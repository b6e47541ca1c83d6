import { sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { Agent, request } from 'undici'
import type { EventRecord, TransmissionRecord } from '../record/event.ts'
import { keyFrom } from '../world/authority.ts'
import { instant } from '../world/clock.ts'
import type { SimConfig } from '../world/config.ts'
import type { Task } from '../world/schedule.ts'
import type { World } from '../world/world.ts'
import { spoil } from './forgery.ts'
import type { SignedHeaders } from './signedHeaders.ts'

/**
 * 25 retries over 3 days (paypal §7.4). Their spacing is not known: even, or growing by a constant
 * factor from one minute.
 */
export const retryDelaysMs: Record<SimConfig['retrySpacing'], readonly number[]> = {
  even: spaced(1),
  growing: spaced(1.337),
}

function spaced(growth: number): number[] {
  const raw = Array.from({ length: 25 }, (_, i) => 60_000 * growth ** i)
  const sum = raw.reduce((a, b) => a + b, 0)
  return raw.map((delay) => Math.round((delay * 3 * 86_400_000) / sum))
}

const signAsync = (message: Buffer, key: ReturnType<typeof keyFrom>) =>
  new Promise<Buffer>((resolve, reject) => {
    // With a callback the signing runs on libuv's threads: the event loop stays free, and
    // both cores sign.
    sign('sha256', message, key, (error, signature) => (error ? reject(error) : resolve(signature)))
  })

export class Delivery {
  readonly #world: World
  readonly #agent: Agent
  #key: ReturnType<typeof keyFrom> | undefined
  delivered = 0
  failed = 0

  constructor(world: World) {
    this.#world = world
    this.#agent = new Agent({
      connections: world.config.deliveryConcurrency,
      pipelining: 1,
      keepAliveTimeout: 30_000,
    })
    world.schedule.limit = world.config.deliveryConcurrency
    world.schedule.on('deliver', (task) => this.#deliver(task, false))
    world.schedule.on('deliverAgain', (task) => this.#deliver(task, true))
  }

  async close(): Promise<void> {
    await this.#agent.close()
  }

  async sign(
    webhookId: string,
    transmission: TransmissionRecord,
    body: Buffer,
  ): Promise<SignedHeaders> {
    this.#key ??= keyFrom(this.#world.credentials.signingKeyPem)
    const { transmissionId, transmissionTime } = transmission
    const message = Buffer.from(`${transmissionId}|${transmissionTime}|${webhookId}|${crc32(body)}`)
    return {
      'paypal-transmission-id': transmissionId,
      'paypal-transmission-time': transmissionTime,
      'paypal-transmission-sig': (await signAsync(message, this.#key)).toString('base64'),
      'paypal-cert-url': this.#world.certUrl,
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-auth-version': 'v2',
      'correlation-id': this.#world.id.debug(),
      'user-agent': 'PayPal/AUHD-simulator',
      'content-type': 'application/json',
    }
  }

  async #deliver(task: Task, again: boolean): Promise<void> {
    const event = this.#world.events.get(task.subject)
    if (!event) return
    // A delivery waits for the disk like an answer: an event that was seen outside must be there
    // after a restart.
    // It waits for its own body only: waiting for the results of others would make every
    // delivery a transaction.
    if ((this.#world.madeAt.get(event) ?? -1) >= this.#world.store.epoch)
      await this.#world.store.saved()
    const targets = event.transmissions.filter((t) => again || t.status === 'PENDING')
    await Promise.all(targets.map((transmission) => this.#attempt(event, transmission)))
    const waiting = event.transmissions.filter((t) => t.status === 'PENDING')
    const delay = waiting.length
      ? retryDelaysMs[this.#world.config.retrySpacing][
          Math.max(...waiting.map((t) => t.attempts)) - 1
        ]
      : undefined
    if (delay === undefined) for (const transmission of waiting) transmission.status = 'FAILURE'
    const dueAt = delay === undefined || again ? undefined : this.#world.clock.now() + delay
    this.#world.deliveries.put(event.id, {
      transmissions: event.transmissions,
      ...(dueAt === undefined ? {} : { dueAt }),
    })
    if (dueAt !== undefined) this.#world.schedule.add('deliver', event.id, dueAt, true)
  }

  async #attempt(event: EventRecord, transmission: TransmissionRecord): Promise<void> {
    if (transmission.attempts > 0 && this.#world.config.retryResigns) {
      transmission.transmissionId = this.#world.id.uuid()
      transmission.transmissionTime = instant(this.#world.clock.now())
    }
    transmission.attempts += 1
    transmission.lastAt = this.#world.clock.now()
    const body = Buffer.from(event.body)
    const genuine = await this.sign(
      event.simulated ? 'WEBHOOK_ID' : transmission.webhookId,
      transmission,
      body,
    )
    const sent = spoil(this.#world, event, { headers: genuine, body })
    try {
      const answer = await request(transmission.url, {
        method: 'POST',
        headers: sent.headers,
        body: sent.body,
        dispatcher: this.#agent,
        headersTimeout: this.#world.config.deliveryTimeoutMs,
        bodyTimeout: this.#world.config.deliveryTimeoutMs,
      })
      await answer.body.dump()
      transmission.httpStatus = answer.statusCode
    } catch {
      delete transmission.httpStatus
    }
    const ok =
      transmission.httpStatus !== undefined &&
      transmission.httpStatus >= 200 &&
      transmission.httpStatus < 300
    if (ok) transmission.status = 'SUCCESS'
    if (ok) this.delivered += 1
    else this.failed += 1
  }
}
