import { ruleStatus } from '@paydesk/contract/desk/rule'
import type { RuleFailure } from '@paydesk/contract/people/ruleNotice'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, isTransient } from '../../lib/db.ts'
import { job } from '../../lib/job.ts'
import type { Log } from '../../lib/log.ts'
import type { Sending } from '../../office/message/message.ts'
import { actOnBills } from './bills.ts'
import {
  type Batch,
  claim,
  finish,
  lockRule,
  note,
  openRun,
  passOver,
  type Run,
  RunFailure,
  type RunningRule,
  type RunRef,
  runRule,
} from './run.ts'
import { alertOnSilence } from './silence.ts'
import { announceStatements } from './statement.ts'
import { sendSummary } from './summary.ts'
import { tellFailure } from './tell.ts'

function perform(
  db: Db,
  sending: Sending,
  rule: RunningRule,
  run: Run,
  ref: RunRef,
): Promise<Batch> {
  switch (rule.template) {
    case 'dailySummary':
      return sendSummary(db, sending, rule, ref)
    case 'accountSilence':
      return alertOnSilence(db, sending, rule)
    case 'monthlyStatement':
      return announceStatements(db, sending, rule, ref)
    default:
      return actOnBills(db, sending.jobs, rule, run)
  }
}

function failureOf(error: unknown, log: Log): RuleFailure {
  const at = new Date().toISOString()
  if (error instanceof RunFailure) return { code: error.code, at }
  log.error({ err: error }, 'a rule failed')
  return { code: 'internal', at }
}

/**
 * A failed batch is rolled back alone: the failure and its reason are written in the
 * same transaction.
 */
async function tryBatch(db: Db, work: () => Promise<Batch>): Promise<Batch | { error: unknown }> {
  await sql`savepoint batch`.execute(db)
  try {
    return await work()
  } catch (error) {
    if (isTransient(error)) throw error
    await sql`rollback to savepoint batch`.execute(db)
    return { error }
  }
}

export const ruleJobs = [
  job({ name: 'rule.sweep', data: z.object({}), cron: '* * * * *' }, async ({ db, jobs }) => {
    const { rows } =
      await sql<RunRef>`select company_id, rule_id, scheduled_at from rules_due()`.execute(db)
    for (const due of rows) await jobs.enqueue(db, runRule, due)
  }),

  job(runRule, async ({ db, data: ref, jobs, outside, log }) => {
    const rule = await lockRule(db, ref)
    if (!rule) return
    const run = await openRun(db, ref)
    if (!run) return claim(db, jobs, rule, ref)
    if (run.state !== 'running') return passOver(db, rule, ref)
    if (rule.status !== ruleStatus.running) return finish(db, ref, { state: 'stopped' })
    const batch = await tryBatch(db, () => perform(db, { jobs, outside }, rule, run, ref))
    if ('error' in batch) {
      const failure = failureOf(batch.error, log)
      await finish(db, ref, { state: 'failed', failure })
      return tellFailure(db, ref, rule, failure)
    }
    await note(db, ref, batch)
    if (batch.after) await jobs.enqueue(db, runRule, ref)
    else await finish(db, ref, { state: 'done' })
  }),
]
