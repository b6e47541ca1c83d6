import type { Id } from '@paydesk/contract/lib/id'
import { CallFailed, notAllowedMs } from '@paydesk/paypal/outcome'
import type pg from 'pg'
import { fromKysely, PgBoss, type WorkHandler } from 'pg-boss'
import type { z } from 'zod'
import { CommitUnknown, type Db, inCompany, onConnection, whileAway } from './db.ts'
import { toJsonb } from './json.ts'
import type { Listening } from './live/listen.ts'
import type { Log } from './log.ts'
import type { Outside } from './outside/outside.ts'
import { Postponed, postponeInQuarantine } from './outside/quarantine.ts'
import { createEnginePool } from './pool.ts'
import { jobSeconds } from './watch/metrics.ts'
import { inSpan, traceNow } from './watch/trace.ts'

/** A kind of background work. Its data names the company in which its transaction is opened. */
export type JobKind<S extends z.ZodType = z.ZodType> = {
  name: string
  /**
   * Data is checked when it is queued and when it is read: an older build may have queued the job.
   */
  data: S
  /** A crontab line in UTC; the job then runs once per tick, whichever worker takes it. */
  cron?: string
  /**
   * How many run at once in one worker: more than one for work that mostly waits for another
   * server.
   */
  concurrency?: number
  /**
   * How many of them at most for one PayPal account, which the data name. An account that PayPal
   * answers slowly then leaves places to the others.
   */
  perAccount?: number
  /**
   * What the job does leaves the house, or is begun by nobody: in quarantine it waits
   * (decision 73).
   */
  leaves?: true
  /** Set for jobs so frequent that a log line for each run would drown the others. */
  quiet?: true
}

type Context<S extends z.ZodType> = { data: z.output<S>; jobs: Jobs; log: Log; outside: Outside }
export type Handler<S extends z.ZodType, P = unknown> = (
  context: Context<S> & { db: Db; prepared: P },
) => Promise<void>
export type Preparation<S extends z.ZodType, P = unknown> = (
  context: Context<S> & { pool: pg.Pool },
) => Promise<P>
export type Job = JobKind & { handle: Handler<z.ZodType>; prepare?: Preparation<z.ZodType> }

export const job = <S extends z.ZodType>(kind: JobKind<S>, handle: Handler<S>): Job => ({
  ...kind,
  handle: handle as Handler<z.ZodType>,
})

/**
 * A job that waits for another server. `prepare` does the waiting before the transaction is opened,
 * and runs again when the job is retried. Its result is handed to `handle`, whose transaction also
 * completes the job.
 */
export const jobWithWait = <S extends z.ZodType, P>(
  kind: JobKind<S>,
  prepare: Preparation<S, P>,
  handle: Handler<S, P>,
): Job => ({
  ...kind,
  prepare: prepare as Preparation<z.ZodType>,
  handle: handle as Handler<z.ZodType>,
})

/**
 * The queue for jobs that failed every time. The worker complains about them until
 * someone has looked.
 */
export const deadLetterQueue = 'dead'

/**
 * A killed worker's job runs again within 15 s: its heartbeat is missed after 10 s, the other
 * workers look every second, and the first retry waits no longer than a second. (The engine's own
 * defaults would take more than 200 s.)
 * Twenty tries with a back-off of up to five minutes outlast an hour of outage, and a poison job is
 * not tried for ever.
 */
export const queueOptions = {
  heartbeatSeconds: 10,
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 300,
  notify: true,
  deadLetter: deadLetterQueue,
}

/**
 * `onceBy`: all requests with the same key within the waiting time share one job. The job begins
 * after the last request, but a transaction that takes longer than the waiting time may commit too
 * late for it. Such work needs a second way to be found.
 */
type When = { afterSeconds?: number; onceBy?: string }

/** The outcome of a job whose commit was not answered is asked for this long. */
const lookMs = 20_000

type Around = { pool: pg.Pool; log: Log; outside: Outside }
/** A job as the engine hands it out. */
type Fetched = Parameters<WorkHandler<unknown>>[0][number]

/**
 * What the job wanted to send had to wait for its turn. It comes back then: this is no failure and
 * uses up none of its tries.
 */
class Later {
  readonly seconds: number
  constructor(ms: number) {
    this.seconds = Math.max(1, Math.ceil(ms / 1000))
  }
}

function laterIfNotAllowed(error: unknown): Later {
  const ms =
    error instanceof Postponed
      ? error.ms
      : error instanceof CallFailed
        ? notAllowedMs(error.failure)
        : undefined
  if (ms === undefined) throw error
  return new Later(ms)
}

/** How the engine listens: on the connection on which the process hears everything else as well. */
const hearOn =
  (listening: Listening) =>
  async (channel: string, hear: (payload: string) => void, missed: () => void) => {
    await listening.on(channel, { hear, missed })
    return { close: async () => listening.off(channel) }
  }

/**
 * While the database is away, each of some eighty places says so every second. The same reason is
 * told once in this time.
 */
const tellEveryMs = 10_000

function sayingOnce(tell: (error: Error) => void) {
  const toldAt = new Map<string, number>()
  return (error: Error) => {
    const [reason = ''] = error.message.split(' (Queue: ')
    if (performance.now() - (toldAt.get(reason) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) return
    if (toldAt.size > 100) toldAt.clear()
    toldAt.set(reason, performance.now())
    tell(error)
  }
}

export class Jobs {
  readonly boss: PgBoss
  private readonly pool: pg.Pool
  private constructor(boss: PgBoss, pool: pg.Pool) {
    this.boss = boss
    this.pool = pool
  }

  /**
   * Connects as the runtime role. The engine's tables are made by the migration, never here. A
   * process that works off jobs hears of them at once on the connection on which it listens;
   * without one, jobs can only be queued.
   */
  static async start(databaseUrl: string, log: Log, listening?: Listening): Promise<Jobs> {
    const working = listening !== undefined
    const pool = createEnginePool(
      databaseUrl,
      working ? 6 : 2,
      `paydesk-jobs-${working ? 'work' : 'send'}`,
    )
    // Only the message is logged: the error of a lost connection carries the connection itself,
    // with its parameters.
    pool.on('error', ({ message }) =>
      log.warn({ reason: message }, 'idle database connection lost'),
    )
    const boss = new PgBoss({
      db: {
        executeSql: (text, values) =>
          onConnection(pool, (held) =>
            held.client.query(text, values).catch((error: Error) => {
              // It may have failed in the middle of a transaction of the engine's own.
              held.lost = error
              throw error
            }),
          ),
        ...(listening && { listen: hearOn(listening) }),
      },
      migrate: false,
      createSchema: false,
      supervise: working,
      schedule: working,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
      cronMonitorIntervalSeconds: 5,
      cronWorkerIntervalSeconds: 1,
      useListenNotify: working,
      // Only the owner of an index can rebuild it, and this role owns none.
      reindex: false,
    })
    boss.on(
      'error',
      sayingOnce(({ message }) => log.error({ reason: message }, 'job engine')),
    )
    boss.on('warning', (warning) => log.warn({ warning }, 'job engine'))
    try {
      await boss.start()
    } catch (error) {
      // It may have begun to look after its queues.
      await boss.stop({ graceful: false }).catch(() => {})
      await pool.end()
      throw error
    }
    return new Jobs(boss, pool)
  }

  /** The job exists if and only if the caller's transaction commits. */
  async enqueue<S extends z.ZodType>(db: Db, kind: JobKind<S>, data: z.input<S>, when: When = {}) {
    // The engine stores the data as jsonb.
    const trace = traceNow()
    // The trace travels beside the data: schemas drop what they do not name, those of the
    // release before as well.
    const storable: { accountId?: string } = {
      ...JSON.parse(toJsonb(kind.data.parse(data))),
      ...(trace && { trace }),
    }
    const { accountId } = storable
    await this.boss.send(kind.name, storable, {
      db: fromKysely(db.withoutPlugins()),
      ...(kind.perAccount && accountId && { group: { id: accountId } }),
      ...(when.afterSeconds && { startAfter: when.afterSeconds }),
      ...(when.onceBy && { singletonKey: when.onceBy, singletonSeconds: when.afterSeconds ?? 1 }),
    })
  }

  async work(pool: pg.Pool, jobs: Job[], log: Log, outside: Outside) {
    for (const kind of jobs) {
      const { name, cron } = kind
      if (cron) await whileAway(() => this.boss.schedule(name, cron, {}))
      await whileAway(() => this.workOn(kind, { pool, log, outside }))
    }
  }

  private async workOn(kind: Job, around: Around) {
    const { name, concurrency = 1, perAccount } = kind
    const often = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 }
    await this.boss.work(
      name,
      {
        ...often,
        localConcurrency: concurrency,
        ...(perAccount && { localGroupConcurrency: perAccount }),
      },
      async ([run]) => {
        if (!run) return
        try {
          await this.run(kind, run, around)
        } finally {
          // Whoever ends a job looks again at once: a notification that came during the run woke
          // nobody, and a backlog would shrink by only one job per poll. Which of the busy places
          // this one is, the engine does not say; the others hear it when they end.
          for (const place of this.boss.getWipData())
            if (place.name === name && place.count > 0) this.boss.notifyWorker(place.id)
        }
      },
    )
  }

  /** What a job asks for later is part of the same trace; a scheduled job begins one. */
  private run(kind: Job, run: Fetched, around: Around): Promise<void> {
    const { trace } = (run.data ?? {}) as { trace?: unknown }
    const parent = typeof trace === 'string' ? trace : undefined
    return inSpan(
      `job ${kind.name}`,
      'CONSUMER',
      () => this.runOne(kind, run, around),
      { 'paydesk.job': kind.name },
      parent,
    )
  }

  private async runOne(kind: Job, run: Fetched, { pool, log, outside }: Around): Promise<void> {
    const startedAt = performance.now()
    const companyId = (run.data as { companyId?: Id<'company'> } | null)?.companyId
    const jobLog = log.child({ job: kind.name, jobId: run.id, companyId })
    try {
      const data = kind.data.parse(run.data ?? {})
      const prepare = async () => {
        if (kind.leaves) await postponeInQuarantine(pool)
        return kind.prepare?.({ pool, data, jobs: this, log: jobLog, outside })
      }
      const prepared = await prepare().catch(laterIfNotAllowed)
      await inCompany(pool, companyId ?? '', async (db) => {
        if (prepared instanceof Later)
          await this.enqueue(db, kind, data as object, { afterSeconds: prepared.seconds })
        else await kind.handle({ db, data, jobs: this, log: jobLog, outside, prepared })
        // The job is completed in the same transaction: either the effects and the completion are
        // there, or neither. If this worker was taken for dead meanwhile, nothing is completed and
        // the other worker's run is the one that counts.
        const { affected } = (await this.boss.complete(kind.name, run, undefined, {
          db: fromKysely(db.withoutPlugins()),
        })) as {
          affected: number
        }
        if (affected !== 1) throw new Error('Another worker has taken this job over')
      }).catch((error: unknown) => this.unlessDone(kind, run, error))
      jobSeconds.observe(
        { job: kind.name, outcome: prepared instanceof Later ? 'later' : 'done' },
        (performance.now() - startedAt) / 1000,
      )
      jobLog[kind.quiet ? 'debug' : 'info'](
        { ms: Math.round(performance.now() - startedAt) },
        'job done',
      )
    } catch (error) {
      jobSeconds.observe(
        { job: kind.name, outcome: 'failed' },
        (performance.now() - startedAt) / 1000,
      )
      jobLog.error({ err: error }, 'job failed')
      throw error
    }
  }

  /**
   * The answer to a job's commit was lost. If the job is completed, it was committed. The row's
   * lock waits for a transaction that is still under way. If even this cannot be asked, the job
   * counts as failed; when it is looked at again, its state decides.
   */
  private async unlessDone(kind: Job, run: Fetched, error: unknown): Promise<void> {
    if (!(error instanceof CommitUnknown)) throw error
    const look = () =>
      onConnection(this.pool, ({ client }) =>
        client.query<{ state: string }>(
          'select state from pgboss.job where name = $1 and id = $2 for update',
          [kind.name, run.id],
        ),
      )
    const { rows } = await whileAway(look, lookMs)
    if (rows[0]?.state !== 'completed') throw error
  }

  /**
   * Does the work that is due in one of the queues, once, as so many workers would side by side,
   * and says how much it was. It is for a process that plays workers in a time of its own and must
   * know when nothing is left; a job that fails is its failure.
   */
  async runDue(kind: Job, around: Around, workers: number): Promise<number> {
    const due = await this.boss.fetch(kind.name, { batchSize: workers * (kind.concurrency ?? 1) })
    await Promise.all(due.map((run) => this.run(kind, run, around)))
    return due.length
  }

  /**
   * Someone must look at the jobs that failed every time, so this logs an error every minute until
   * their queue is empty.
   */
  watchDeadLetters(log: Log): NodeJS.Timeout {
    const look = async () => {
      const { readyCount, queuedCount } = await this.boss
        .getQueueStats(deadLetterQueue, { force: true })
        .then(([stats]) => stats ?? { readyCount: 0, queuedCount: 0 })
      if (queuedCount > 0)
        log.error(
          { jobs: queuedCount, ready: readyCount },
          'jobs have failed every time; see docs/operations.md',
        )
    }
    return setInterval(
      () => void look().catch((error) => log.warn({ err: error }, 'job engine')),
      60_000,
    ).unref()
  }

  /**
   * How long ago any of the queues was last asked for work. Each is asked every second, so more
   * than a few mean that the engine stands still.
   */
  fetchAgeMs(): number {
    return (
      Date.now() -
      Math.max(0, ...this.boss.getWipData().map(({ lastFetchedOn }) => lastFetchedOn ?? 0))
    )
  }

  async stop() {
    await this.boss.stop({ graceful: true, timeout: 20_000 })
    await this.pool.end()
  }
}
