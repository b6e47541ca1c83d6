import type { Id } from '@paydesk/contract/lib/id'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { performOperation, reviveStuck } from './operation.ts'

const t = testApp()

/**
 * An operation that has been due for so many minutes; `job` is the state of its job, if it has one.
 */
async function revived({
  minutes = 6,
  state = 'ready',
  job,
}: {
  minutes?: number
  state?: string
  job?: string
}) {
  const { companyId } = await make.admin(t)
  const accountId = await make.paypalAccount(t, companyId)
  const [row] = await t.owner<{ id: string }>(
    `insert into operation (company_id, account_id, kind, state, due_at)
     values ($1, $2, 'createInvoice', $3, now() - make_interval(mins => $4))
     returning id`,
    [companyId, accountId, state, minutes],
  )
  const operationId = row?.id as Id<'operation'>
  const jobs = () =>
    t.owner<{ state: string }>(
      `select state
       from pgboss.job
       where name = $1 and data ->> 'operationId' = $2
       order by created_on`,
      [performOperation.name, operationId],
    )
  if (job) {
    await t.in(companyId, (db) => t.jobs.enqueue(db, performOperation, { companyId, operationId }))
    await t.owner(
      `update pgboss.job set state = $1::pgboss.job_state where data ->> 'operationId' = $2`,
      [job, operationId],
    )
  }
  // The sweep comes again and again.
  for (let sweep = 0; sweep < 3; sweep++) {
    await t.in(companyId, (db) => reviveStuck(db, t.jobs, { companyId, accountId }))
    await t.owner(
      `update operation set due_at = due_at - make_interval(mins => $1) where id = $2`,
      [minutes, operationId],
    )
  }
  return (await jobs()).length - (job ? 1 : 0)
}

test.each([
  ['ready', 'its job was lost', {}],
  ['unknown', 'its job was lost', { state: 'unknown' }],
  ['running', 'its worker is gone for good', { state: 'running' }],
  ['ready', 'its job failed each time', { job: 'failed' }],
  ['ready', 'its job ended', { job: 'completed' }],
])('an operation that is %s and long due, because %s, is taken up once', async (_, __, values) => {
  expect(await revived(values)).toBe(1)
})

test.each(['created', 'retry', 'active'])(
  'one whose job is %s waits for it, however long the queue is',
  async (job) => {
    expect(await revived({ job })).toBe(0)
  },
)

test('one that is not long due, or has ended, is left alone', async () => {
  expect(await revived({ minutes: 1 })).toBe(0)
  expect(await revived({ state: 'done' })).toBe(0)
})
