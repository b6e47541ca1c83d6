import { randomBytes } from 'node:crypto'
import type { CallInput, Endpoint, Reply } from '@paydesk/contract/lib/endpoint'
import { type Envelope, succeed } from '@paydesk/contract/lib/envelope'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { manyCalls } from '../../../../lab/world/simulator.ts'
import { buildApp } from '../app.ts'
import { EventPump } from '../intake/event/pump.ts'
import { allJobs } from '../jobs.ts'
import { readConfig } from '../lib/config.ts'
import { type Db, inCompany } from '../lib/db.ts'
import { Jobs } from '../lib/job.ts'
import { Changes } from '../lib/live/change.ts'
import { Listening } from '../lib/live/listen.ts'
import { createLog } from '../lib/log.ts'
import { type Outside, openOutside } from '../lib/outside/outside.ts'
import { createPool } from '../lib/pool.ts'
import { startNotices } from '../people/notice/pump.ts'
import type { TestPostgres } from './postgres.ts'

export type Answer<T> = { status: number; headers: Record<string, unknown>; body: Envelope<T> }

export const testMasterKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`

/**
 * The API on its own database, cloned from the migrated template. Calls go through the whole HTTP
 * stack, without a port.
 */
export class TestApp {
  app!: FastifyInstance
  pool!: pg.Pool
  private ownerPool!: pg.Pool
  jobs!: Jobs
  outside!: Outside
  ownerUrl!: string
  runtimeUrl!: string
  private listening!: Listening
  private working: Listening | undefined
  private worker: Jobs | undefined
  private pump: EventPump | undefined
  private notices: ReturnType<typeof startNotices> | undefined
  private readonly production: boolean
  private readonly environment: () => Record<string, string>
  constructor(production: boolean, environment: () => Record<string, string>) {
    this.production = production
    this.environment = environment
  }

  async start({ ownerUrl, runtimeUrl, template, prefix }: TestPostgres) {
    const name = `${prefix}_${randomBytes(6).toString('hex')}`
    const server = new pg.Client({ connectionString: `${ownerUrl}postgres` })
    await server.connect()
    await server.query(`create database ${name} template ${template}`)
    await server.end()
    this.ownerUrl = ownerUrl + name
    this.runtimeUrl = runtimeUrl + name
    this.ownerPool = new pg.Pool({ connectionString: this.ownerUrl, max: 3 })
    const config = readConfig({
      NODE_ENV: this.production ? 'production' : 'test',
      PAYDESK_TRIAL: '1',
      DATABASE_URL: this.runtimeUrl,
      DATABASE_POOL_SIZE: '8',
      // Tests of races need calls of one user that really run at once; lib/share.test.ts sets the
      // shares themselves.
      WORK_SHARES: 'userPercent=100,companyPercent=100',
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      CONSOLE_DIR: '/nonexistent',
      PUBLIC_URL: 'http://localhost:3000',
      PAYDESK_MASTER_KEYS: testMasterKeys,
      // Nobody listens at this address: a test that starts no simulator must not reach PayPal.
      PAYPAL_SIMULATOR_URL: 'http://127.0.0.1:9',
      PAYPAL_LOOK_REST_MS: '100',
      ...manyCalls,
      ...this.environment(),
    })
    const log = createLog(config, 'api')
    this.pool = createPool(this.runtimeUrl, config.databasePoolSize, 'test')
    this.jobs = await Jobs.start(this.runtimeUrl, log)
    this.outside = openOutside(config, this.pool)
    const { pool, jobs, production, outside } = this
    const changes = new Changes()
    this.listening = new Listening(this.runtimeUrl, 'test-changes', log)
    await changes.listenOn(this.listening)
    await this.listening.start()
    this.app = await buildApp(config, log, {
      pool,
      readers: pool,
      replica: undefined,
      doorPool: pool,
      jobs,
      production,
      draining: false,
      outside,
      changes,
    })
    await this.app.ready()
  }

  /** Starts a worker in this process, for tests that wait for the work of a job. */
  async work() {
    const log = createLog({ logLevel: (process.env.TEST_LOG ?? 'silent') as 'silent' }, 'worker')
    this.working = new Listening(this.runtimeUrl, 'test-events', log)
    await this.working.start()
    this.worker = await Jobs.start(this.runtimeUrl, log, this.working)
    await this.worker.work(this.pool, allJobs, log, this.outside)
    this.pump = new EventPump({ pool: this.pool, jobs: this.worker, log, outside: this.outside })
    await this.pump.start(this.working)
    this.notices = startNotices({ pool: this.pool, jobs: this.worker, log })
  }

  async stop() {
    await this.pump?.stop()
    await this.notices?.stop()
    await this.worker?.stop()
    await this.working?.stop()
    await this.listening?.stop()
    await this.app?.close()
    await this.jobs?.stop()
    await this.pool?.end()
    await this.ownerPool?.end()
  }

  /** Runs as the runtime role in the given company, so that it sees what a handler would see. */
  in<T>(companyId: string, work: (db: Db) => Promise<T>): Promise<T> {
    return inCompany(this.pool, companyId, work)
  }

  /** Runs as the owner, past row-level security, to look at what really is there. */
  async owner<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.ownerPool.query<R>(text, values)).rows
  }

  call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options: { token?: string; headers?: Record<string, string>; address?: string } = {},
  ): Promise<Answer<Reply<E>>> {
    const {
      params = {},
      query = {},
      body,
    } = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: object }
    const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(params[key] ?? ''),
    )
    return this.send({
      method: endpoint.method,
      url: path,
      query: Object.fromEntries(
        Object.entries(query).map(([key, value]) => [
          key,
          Array.isArray(value) ? value.map(String) : String(value),
        ]),
      ),
      headers: {
        ...(options.token && { authorization: options.token }),
        ...(body instanceof Uint8Array && { 'content-type': 'application/octet-stream' }),
        ...options.headers,
      },
      ...(options.address && { remoteAddress: options.address }),
      ...(body && { payload: body }),
    })
  }

  /** Calls in someone's name. */
  as({ token }: { token: string }) {
    return {
      call: <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
        this.call(endpoint, input, { token }),
    }
  }

  async send<T>(request: InjectOptions): Promise<Answer<T>> {
    const response = await this.app.inject(request)
    const isEnvelope = String(response.headers['content-type']).startsWith('application/json')
    // A file has no envelope: its text stands in `data`.
    const body = isEnvelope ? response.json() : succeed(response.body as T)
    return { status: response.statusCode, headers: response.headers, body }
  }
}
