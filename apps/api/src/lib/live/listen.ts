import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { breakOff } from '../pool.ts'

/** A server that says nothing for this long is gone, whatever its connection looks like. */
const silentMs = 3000
const beatMs = 2000
const againMs = 1000

type Ear = {
  hear: (payload: string) => void
  /** The channel is listened to again. What was said meanwhile was not heard. */
  missed: () => void
}

/**
 * The one connection of a process on which it hears what others announce. It never fails: it
 * connects again without end, and asks every two seconds whether the server is still there: one
 * that vanished without a word would keep it waiting for ever. A standby, and a server that
 * recovers, refuse to be listened to.
 */
export class Listening {
  private readonly ears = new Map<string, Ear>()
  private readonly url: string
  private readonly name: string
  private readonly log: Log
  private readonly stopping = new AbortController()
  private client: pg.Client | undefined
  private running: Promise<void> | undefined
  constructor(url: string, name: string, log: Log) {
    this.url = url
    this.name = name
    this.log = log
  }

  /** Resolves when the channel is listened to; without a connection the next one will. */
  async on(channel: string, ear: Ear): Promise<void> {
    this.ears.set(channel, ear)
    const { client } = this
    await client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => breakOff(client))
  }

  off(channel: string): void {
    this.ears.delete(channel)
    this.client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {})
  }

  /** Resolves when it listens, or after a first try that failed. */
  start(): Promise<void> {
    return new Promise((tried) => {
      this.running = this.run(tried)
    })
  }

  private async run(tried: () => void): Promise<void> {
    const { signal } = this.stopping
    for (let again = false; !signal.aborted; again = true) {
      const client = new pg.Client({
        connectionString: this.url,
        application_name: this.name,
        connectionTimeoutMillis: silentMs,
        query_timeout: silentMs,
        keepAlive: true,
      })
      const onHeard = () => {
        if (again) for (const [channel, { missed }] of this.ears) this.told(channel, missed)
        tried()
      }
      try {
        await this.listen(client, onHeard)
      } catch (error) {
        if (!signal.aborted)
          this.log.warn({ reason: (error as Error).message }, 'what others announce is not heard')
      }
      this.client = undefined
      breakOff(client)
      tried()
      await sleep(againMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Ends only with the connection, and always with an error. */
  private async listen(client: pg.Client, onHeard: () => void): Promise<never> {
    const lost = new Promise<never>((_, reject) => {
      client.on('error', reject)
      client.on('end', () => reject(new Error('the connection ended')))
    })
    client.on('notification', ({ channel, payload }) =>
      this.told(channel, () => this.ears.get(channel)?.hear(payload ?? '')),
    )
    const listening = async (): Promise<never> => {
      await client.connect()
      this.client = client
      for (const channel of [...this.ears.keys()])
        await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      onHeard()
      for (;;) {
        await sleep(beatMs, undefined, { signal: this.stopping.signal })
        await client.query('select')
      }
    }
    return Promise.race([listening(), lost])
  }

  /**
   * Anybody who may connect may also say something: what nobody understands must not
   * end the process.
   */
  private told(channel: string, hear: () => void): void {
    try {
      hear()
    } catch (error) {
      this.log.error({ err: error, channel }, 'what was announced is not understood')
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.running
  }
}
