// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp, testMasterKeys } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'
import { runRule } from './run.ts'

const t = testApp()
const workers: ChildProcess[] = []
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL')
})

function startWorker(): Promise<void> {
  const worker = spawn(process.execPath, [new URL('../../worker.ts', import.meta.url).pathname], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: t.runtimeUrl,
      LOG_LEVEL: 'info',
      PAYDESK_MASTER_KEYS: testMasterKeys,
      PAYPAL_SIMULATOR_URL: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  workers.push(worker)
  return new Promise((resolve) =>
    worker.stdout?.on('data', (chunk: Buffer) => chunk.includes('"working"') && resolve()),
  )
}

test('a rule fires exactly once per scheduled time: three workers, woken many times, one killed in the middle, days missed', async () => {
  const admin = await make.admin(t)
  const accountId = await make.paypalAccount(t, admin.companyId)
  const dueDate = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  const bills = 60
  for (let index = 0; index < bills; index++)
    await make.bill(t, admin, { status: 'sent', dueDate, accountId })
  // The rule's last three times passed while no worker was running.
  const [rule] = await t.owner<{ id: string; at: string }>(
    `insert into rule (
       company_id, name, description, template, type, start_at, params, status, next_at
     )
     select $1, 'Chase', 'Chases what is late', 'remindAfterDue', 'daily', at,
       '{"days":1,"times":3,"hours":null,"userIds":[]}', 2, at
     from (select date_trunc('second', now()) - interval '3 days' as at) x
     returning id, next_at as at`,
    [admin.companyId],
  )
  const ref = {
    companyId: admin.companyId,
    ruleId: rule?.id as string,
    scheduledAt: new Date(rule?.at as string).toISOString(),
  }

  // The batch waits for this lock inside its transaction: the worker that took the run is
  // caught in the middle.
  const blocker = new pg.Client({ connectionString: t.ownerUrl })
  await blocker.connect()
  await blocker.query('begin; lock table rule_bill in exclusive mode')
  await Promise.all([startWorker(), startWorker(), startWorker()])
  await t.in(admin.companyId, async (db) => {
    for (let times = 0; times < 6; times++) await t.jobs.enqueue(db, runRule, ref)
  })
  const holder = await until(async () => {
    const [row] = await t.owner<{ name: string }>(
      `select application_name as name
         from pg_stat_activity
         where application_name like 'paydesk-worker %'
         and datname = current_database()
         and wait_event_type = 'Lock'
         and query like '%rule_bill%'`,
    )
    return row?.name
  }, 15_000)
  process.kill(Number(holder.split(' ')[1]), 'SIGKILL')
  await blocker.query('commit')
  await blocker.end()

  const runs = await until(async () => {
    const rows = await t.owner<{ state: string }>(
      `select state, done, skipped from rule_run where rule_id = $1`,
      [ref.ruleId],
    )
    return rows[0] && rows[0].state !== 'running' ? rows : undefined
  }, 25_000)
  expect(runs).toEqual([{ state: 'done', done: bills, skipped: 0 }])
  const reminded = await t.owner<{ operations: number; bills: number }>(
    `select count(*)::int as operations, count(distinct bill_id)::int as bills
     from operation
     where company_id = $1 and kind = 'remindInvoice'`,
    [admin.companyId],
  )
  expect(reminded).toEqual([{ operations: bills, bills }])
  const [after] = await t.owner<{ call_no: number; status: number; ahead: boolean }>(
    'select call_no, status, next_at > now() as ahead from rule where id = $1',
    [ref.ruleId],
  )
  expect(after).toEqual({ call_no: 1, status: 2, ahead: true })
}, 60_000)
