import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type pg from 'pg'
import { inTransaction } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import type { Log } from '../../lib/log.ts'
import { repeat } from '../../lib/repeat.ts'
import { jobOf } from './send.ts'

const everyMs = 1000
const most = 500

type Claimed = {
  companyId: Id<'company'>
  channel: keyof typeof jobOf
  targetId: string
  batchId: string
}

/**
 * Makes a job for each receiver of messages that are due. They are claimed and queued
 * together or not at all.
 */
const queueDue = (pool: pg.Pool, jobs: Jobs) =>
  inTransaction(pool, [], async (db) => {
    const { rows } = await sql<Claimed>`select * from claim_notice_deliveries(${most})`.execute(db)
    for (const { channel, ...batch } of rows) await jobs.enqueue(db, jobOf[channel], batch)
  })

/** Looks every second for messages whose time has come. Any number of workers may do so. */
export const startNotices = ({ pool, jobs, log }: { pool: pg.Pool; jobs: Jobs; log: Log }) =>
  repeat(everyMs, () => queueDue(pool, jobs), log, 'notices')
