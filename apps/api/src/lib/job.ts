import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'

import type { z } from 'zod'
import { type Db, inCompany } from './db.ts'
import { toJsonb } from './json.ts'
import type { Log } from './log.ts'
import type { Outside } from './outside/outside.ts'

/** A kind of background work. Its data names the company, and its transaction is opened there. */
export type JobKind<S extends z.ZodType = z.ZodType> = {
  name: string
  /** Checked on the way in and out: a job may have been queued by an older build. */
  data: S
  /** A crontab line in UTC; the job then runs once per tick, whichever worker takes it. */
  cron?: string
  /** How many run at once in one worker: more than one for work that mostly waits for another server. */
  concurrency?: number
  /** So often that a line in the log each time would drown the others. */
  quiet?: true
}

type Context<S extends z.ZodType> = { data: z.output<S>; jobs: Jobs; log: Log; outside: Outside }
type Handler<S extends z.ZodType, P = unknown> = (context: Context<S> & { db: Db; prepared: P }) => Promise<void>
type Preparation<S extends z.ZodType, P = unknown> = (context: Context<S> & { pool: pg.Pool }) => Promise<P>
export type Job = JobKind & { handle: Handler<z.ZodType>; prepare?: Preparation<z.ZodType> }

export const job = <S extends z.ZodType>(kind: JobKind<S>, handle: Handler<S>): Job => ({ ...kind, handle: handle as Handler<z.ZodType> })

/**
 * A job that waits for another server: `prepare` does so before the transaction is opened, and is repeated when the job is.
 * Its result is handed to `handle`, whose transaction also completes the job.
 */
export const jobWithWait = <S extends z.ZodType, P>(kind: JobKind<S>, prepare: Preparation<S, P>, handle: Handler<S, P>): Job => ({
  ...kind,
  prepare: prepare as Preparation<z.ZodType>,
  handle: handle as Handler<z.ZodType>,
})

/** Where jobs end that failed every time. The worker complains about it until someone has looked. */
export const deadLetterQueue = 'dead'

/**
 * A killed worker's job runs again within 15 s: its heartbeat is missed after 10, the others look every second, and the first
 * repeat waits no longer than a second. (The engine's own defaults would take more than 200 s.)
 * Twenty tries with back-off up to five minutes: an hour of outage is outlived, a poison job is not tried for ever.
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
 * `onceBy`: whoever asks for the same within the waiting time is served by one job. It begins after the last of them has asked, but one
 * whose transaction took longer than that time may come too late: such work needs a second way to be found.
 */
type When = { afterSeconds?: number; onceBy?: string }

export class Jobs {
  readonly boss: PgBoss
  private constructor(boss: PgBoss) {
    this.boss = boss
  }

  /** Connects as the runtime role. The engine's tables are made by the migration, never here. */
  static async start(databaseUrl: string, log: Log, role: 'send' | 'work'): Promise<Jobs> {
    const working = role === 'work'
    const boss = new PgBoss({
      connectionString: databaseUrl,
      application_name: `paydesk-jobs-${role}`,
      max: working ? 6 : 2,
      migrate: false,
      createSchema: false,
      supervise: working,
      schedule: working,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
      cronMonitorIntervalSeconds: 5,
      cronWorkerIntervalSeconds: 1,
      useListenNotify: working,
      // Rebuilding an index needs its owner, which this role is not.
      reindex: false,
    })
    // Messages only: what hangs on a lost connection's error is the connection, with its parameters.
    boss.on('error', ({ message }) => log.error({ reason: message }, 'job engine'))
    boss.on('warning', (warning) => log.warn({ warning }, 'job engine'))
    await boss.start()
    return new Jobs(boss)
  }

  /** The job exists if and only if the caller's transaction commits. */
  async enqueue<S extends z.ZodType>(db: Db, kind: JobKind<S>, data: z.input<S>, when: When = {}) {
    // The engine stores it as jsonb.
    const storable: object = JSON.parse(toJsonb(kind.data.parse(data)))
    await this.boss.send(kind.name, storable, {
      db: fromKysely(db.withoutPlugins()),
      ...(when.afterSeconds && { startAfter: when.afterSeconds }),
      ...(when.onceBy && { singletonKey: when.onceBy, singletonSeconds: when.afterSeconds ?? 1 }),
    })
  }

  async work(pool: pg.Pool, jobs: Job[], log: Log, outside: Outside) {
    for (const kind of jobs) {
      if (kind.cron) await this.boss.schedule(kind.name, kind.cron, {})
      for (let slot = 0; slot < (kind.concurrency ?? 1); slot++) await this.workOn(kind, pool, log, outside)
    }
  }

  private async workOn(kind: Job, pool: pg.Pool, log: Log, outside: Outside) {
    const workerId: string = await this.boss.work(
      kind.name,
      { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
      async ([run]) => {
        if (!run) return
        const startedAt = performance.now()
        const companyId = (run.data as { companyId?: string } | null)?.companyId
        const jobLog = log.child({ job: kind.name, jobId: run.id, companyId })
        try {
          const data = kind.data.parse(run.data ?? {})
          const prepared = await kind.prepare?.({ pool, data, jobs: this, log: jobLog, outside })
          await inCompany(pool, companyId ?? '', async (db) => {
            await kind.handle({ db, data, jobs: this, log: jobLog, outside, prepared })
            // Completed in the same transaction: either the effects and the completion are there, or neither. If this worker
            // was taken for dead meanwhile, nothing is completed and the other worker's run is the one that counts.
            const { affected } = (await this.boss.complete(kind.name, run, undefined, { db: fromKysely(db.withoutPlugins()) })) as {
              affected: number
            }
            if (affected !== 1) throw new Error('Another worker has taken this job over')
          })
          jobLog[kind.quiet ? 'debug' : 'info']({ ms: Math.round(performance.now() - startedAt) }, 'job done')
        } catch (error) {
          jobLog.error({ err: error }, 'job failed')
          throw error
        } finally {
          // Look again at once: a notice that came meanwhile woke nobody, and a backlog would leave at one job per poll.
          this.boss.notifyWorker(workerId)
        }
      },
    )
  }

  /** Someone must look at what failed every time: an error line a minute until the queue is empty again. */
  watchDeadLetters(log: Log): NodeJS.Timeout {
    const look = async () => {
      const { readyCount, queuedCount } = await this.boss
        .getQueueStats(deadLetterQueue, { force: true })
        .then(([stats]) => stats ?? { readyCount: 0, queuedCount: 0 })
      if (queuedCount > 0) log.error({ jobs: queuedCount, ready: readyCount }, 'jobs have failed every time; see docs/operations.md')
    }
    return setInterval(() => void look().catch((error) => log.warn({ err: error }, 'job engine')), 60_000).unref()
  }

  async stop() {
    await this.boss.stop({ graceful: true, timeout: 20_000 })
  }
}
