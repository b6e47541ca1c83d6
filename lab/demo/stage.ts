import { randomBytes } from 'node:crypto'
import type { CallInput, Endpoint, Reply } from '@paydesk/contract/lib/endpoint'
import type { Envelope } from '@paydesk/contract/lib/envelope'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { foldFigures } from '../../apps/api/src/desk/home/folder.ts'
import { confirmDue } from '../../apps/api/src/intake/event/confirm.ts'
import { endLook, takeLook } from '../../apps/api/src/intake/event/lease.ts'
import { allJobs } from '../../apps/api/src/jobs.ts'
import { inCompany, inTransaction } from '../../apps/api/src/lib/db.ts'
import type { Job, Jobs } from '../../apps/api/src/lib/job.ts'
import type { Log } from '../../apps/api/src/lib/log.ts'
import type { Outside } from '../../apps/api/src/lib/outside/outside.ts'
import type { AccountRef } from '../../apps/api/src/paypal/paypalAccount/paypalAccount.ts'
import { startServer } from '../../apps/paypal-sim/src/server.ts'
import { Sim } from '../../apps/paypal-sim/src/sim/sim.ts'
import type { SimConfig } from '../../apps/paypal-sim/src/world/config.ts'
import type { Endings } from '../ground/openDatabase.ts'
import { freePort } from '../ground/postgres.ts'
import { Travel } from '../ground/travel.ts'
import { type InProcess, startInProcess } from '../stack/inProcess.ts'
import { openStack, type Stack } from '../stack/openStack.ts'
import { manyCalls } from '../world/simulator.ts'
import { callWithin } from './wire.ts'

export type StageOptions = {
  ownerUrl: string
  runtimeUrl: string
  masterKeys: string
  /** When the story begins. */
  at: number
  sim: Partial<SimConfig> & { port: number; tlsPort: number }
}

/** Somebody of the story with a session of their own. */
export type Actor = { username: string; userId: string; companyId: string; token: string }

/**
 * So many workers the story has: while one waits for PostgreSQL, this process works for another.
 */
const workers = 4

/** A call that the story counts on was refused: the story or the product is wrong. */
export class NotAsTold extends Error {}

/**
 * The product and PayPal in one process, in a time of their own. Calls go through the whole HTTP
 * stack; jobs, events and readings are done by the product's own code when the story lets time
 * pass, with no waiting.
 */
export class Stage {
  readonly #app: FastifyInstance
  readonly #log: Log
  readonly #outside: Outside
  readonly #travel: Travel
  readonly #stack: Stack<object>
  readonly pool: pg.Pool
  readonly owner: pg.Pool
  readonly jobs: Jobs
  readonly sim: Sim
  private constructor(stack: Stack<object>, api: InProcess, sim: Sim, travel: Travel) {
    this.#stack = stack
    this.#app = api.app
    this.#log = api.log
    this.#outside = api.outside
    this.#travel = travel
    this.pool = api.pool
    this.owner = stack.owner
    this.jobs = api.jobs
    this.sim = sim
  }

  static async open({
    ownerUrl,
    runtimeUrl,
    masterKeys,
    at,
    sim: { port, tlsPort, ...simConfig },
  }: StageOptions): Promise<Stage> {
    // The simulator's certificates must be valid from the story's first day on, so time comes
    // first.
    const travel = await Travel.begin(ownerUrl, at)
    const server = await startServer(new Sim(simConfig), { port, tlsPort })
    callWithin(server)
    const endings: Endings = [() => server.close(), () => travel.end()]
    const stack = await openStack({
      name: 'demo',
      apis: 0,
      workers: 0,
      database: async () => ({ ownerUrl, runtimeUrl }),
      owner: { max: 2 },
      env: {
        NODE_ENV: 'development',
        // Nobody but the story's PayPal may find this API: it answers in the past.
        PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
        LOG_LEVEL: 'error',
        // A connection costs the compiling of every function and the planning of every statement
        // that it meets.
        DATABASE_POOL_SIZE: String(workers),
        // Nobody of the story takes a place from others, and nobody asks for heavy work: of so
        // small a pool, one call at a time would be left.
        WORK_SHARES: 'heavy=1,userPercent=100,companyPercent=100',
        CONSOLE_DIR: '/nonexistent',
        PAYDESK_MASTER_KEYS: masterKeys,
        PAYPAL_SIMULATOR_URL: server.baseUrl,
        // The time of an event is the story's, and nobody waits for others to come.
        PAYPAL_LOOK_REST_MS: '0',
        ...manyCalls,
      },
      endings,
    })
    return new Stage(stack, await startInProcess(stack.env, endings), server.sim, travel)
  }

  /**
   * People of the story sign in once: their sessions last for all of it, and are gone when it ends.
   */
  async signIn(username: string): Promise<Actor> {
    const token = randomBytes(32).toString('base64url')
    const { rows } = await this.owner.query<{ companyId: string; userId: string }>(
      `insert into session (
         company_id, user_id, token_hash, idle_seconds, expires_at, address, user_agent, factor_at
       )
       select company_id, id, sha256(convert_to($1, 'UTF8')), 31536000, now() + interval '1 year',
         '127.0.0.1', 'demo', now() + interval '1 year'
       from app_user where username = $2 returning company_id as "companyId", user_id as "userId"`,
      [token, username],
    )
    const [row] = rows
    if (!row) throw new Error(`No user ${username}`)
    return { username, token, ...row }
  }

  /** Calls the API in someone's name; whatever it answers. */
  async try<E extends Endpoint>(
    actor: Actor,
    endpoint: E,
    input: CallInput<E>,
  ): Promise<Envelope<Reply<E>> & { status: number }> {
    const {
      params = {},
      query = {},
      body,
    } = input as { params?: Record<string, string>; query?: Record<string, string>; body?: object }
    const answer = await this.#app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/:(\w+)/g, (_, key: string) =>
        encodeURIComponent(params[key] ?? ''),
      ),
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      headers: { authorization: actor.token },
      ...(body && { payload: body }),
    })
    return { status: answer.statusCode, ...(answer.json() as Envelope<Reply<E>>) }
  }

  async call<E extends Endpoint>(
    actor: Actor,
    endpoint: E,
    input: CallInput<E>,
  ): Promise<Reply<E>> {
    const answer = await this.try(actor, endpoint, input)
    if (answer.status === 200 && answer.success) return answer.data as Reply<E>
    throw new NotAsTold(
      `${actor.username}: ${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}: ${JSON.stringify(answer)}`,
    )
  }

  /**
   * Time passes up to this moment; what PayPal has to do meanwhile (clear an eCheck, end a dispute)
   * it does at its own time.
   */
  async until(at: number): Promise<void> {
    const { schedule } = this.sim.world
    for (;;) {
      await schedule.idle()
      const next = schedule.nextAt
      if (next === undefined || next > at) break
      await this.#travel.to(next)
    }
    await this.#travel.to(at)
  }

  /**
   * Jobs are done, deliveries arrive and events are looked at, until nothing is due any more. The
   * jobs come first, all of them: what PayPal says of them is then one look for each account, as it
   * is for a worker that gathers events for a moment.
   */
  async settle(): Promise<void> {
    for (let round = 0; round < 20; round++) {
      const done = await this.#runJobs()
      await this.sim.world.schedule.idle()
      if ((await this.#lookAtEvents()) + done === 0) return
    }
    throw new NotAsTold('The work never ends')
  }

  async #lookAtEvents(): Promise<number> {
    const side = { pool: this.pool, jobs: this.jobs, log: this.#log, outside: this.#outside }
    const accounts = await inTransaction(
      this.pool,
      [],
      async (db) =>
        (await sql<AccountRef>`select * from accounts_with_due_events()`.execute(db)).rows,
    )
    await Promise.all(
      accounts.map(async (ref) => {
        if (!(await takeLook(this.pool, ref))) return
        const looking = await confirmDue(side, ref)
        if (looking.result === 'failed' || looking.result === 'held')
          throw new NotAsTold(`Events could not be looked at: ${looking.result}`)
        await endLook(this.pool, ref, { restMs: 0 })
      }),
    )
    return accounts.length
  }

  /** Until none is due, also of those that others leave. */
  async #runJobs(): Promise<number> {
    let sum = 0
    for (let round = 0; round < 200; round++) {
      const more = await this.#runDue()
      if (more === 0) return sum
      sum += more
    }
    throw new NotAsTold('The jobs never end')
  }

  async #runDue(): Promise<number> {
    const { rows } = await this.owner.query<{ name: string }>({
      name: 'due',
      text: `
        select distinct name
        from pgboss.job
        where state in ('created', 'retry') and start_after <= pgboss.job_now()`,
    })
    const around = { pool: this.pool, log: this.#log, outside: this.#outside }
    const kinds = rows.map(({ name }) => kindOf(name))
    const done = await Promise.all(kinds.map((kind) => this.jobs.runDue(kind, around, workers)))
    return done.reduce((sum, count) => sum + count, 0)
  }

  /**
   * The schedule's own jobs, in their turn: what a worker does every minute is done when
   * the story says so.
   */
  async tick(...names: string[]): Promise<void> {
    await inCompany(this.pool, '', async (db) => {
      for (const name of names) await this.jobs.enqueue(db, kindOf(name), {})
    })
    await this.settle()
  }

  /**
   * Back to the present. Everything is at rest, the story's sessions are gone, and PayPal's events
   * go to where the API is from now on.
   */
  async end(publicUrl: string): Promise<void> {
    const { webhooks } = this.sim.world
    for (const webhook of webhooks.values())
      webhooks.put(webhook.id, {
        ...webhook,
        url: webhook.url.replace(String(this.#stack.env.PUBLIC_URL), publicUrl),
      })
    await foldFigures(this.pool)
    await this.owner.query(`delete from session`)
    await this.#stack.stop()
  }
}

function kindOf(name: string): Job {
  const kind = allJobs.find((one) => one.name === name)
  if (!kind) throw new Error(`No job ${name}`)
  return kind
}
