import { sql } from 'kysely'
import type pg from 'pg'
import { inTransaction } from '../lib/db.ts'
import type { Jobs } from '../lib/job.ts'
import type { Log } from '../lib/log.ts'
import { jobOf } from './send.ts'

const everyMs = 1000
const most = 500

type Claimed = { companyId: string; channel: keyof typeof jobOf; targetId: string; batchId: string }

/** Makes a job of what is due for each receiver; claimed and queued together or not at all. Answers how many there were. */
export async function queueDue(pool: pg.Pool, jobs: Jobs): Promise<number> {
  return inTransaction(pool, [], async (db) => {
    const { rows } = await sql<Claimed>`select * from claim_notice_deliveries(${most})`.execute(db)
    for (const { channel, ...batch } of rows) await jobs.enqueue(db, jobOf[channel], batch)
    return rows.length
  })
}

/** Looks every second for messages whose time has come. Any number of workers may. */
export class NoticePump {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private readonly parts: { pool: pg.Pool; jobs: Jobs; log: Log }
  constructor(parts: { pool: pg.Pool; jobs: Jobs; log: Log }) {
    this.parts = parts
  }

  start() {
    const { pool, jobs, log } = this.parts
    this.timer = setInterval(() => {
      this.running ??= queueDue(pool, jobs)
        .then(() => undefined)
        .catch((error: unknown) => log.error({ err: error }, 'notices'))
        .finally(() => {
          this.running = undefined
        })
    }, everyMs)
  }

  async stop() {
    clearInterval(this.timer)
    await this.running
  }
}
