import { disputeApi } from '@paydesk/contract/billing/dispute'
import pg from 'pg'
import { expect, test } from 'vitest'
import { refundRecords } from '../../test/input/refundInputs.ts'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()

test('an answer waits for the worker that has just taken up the previous one, and is refused while that is on its way', async () => {
  const admin = await make.admin(t)
  const { companyId } = admin
  const id = await refundRecords.dispute({ t, companyId, caller: admin, mark: '' })
  const [operation] = await t.owner<{ id: string }>(
    `insert into operation (
       company_id, account_id, bill_id, dispute_id, kind, request, state, actor_name
     )
     select company_id, account_id, bill_id, id, 'sendMessage', '{}', 'unknown', 'A'
     from dispute
     where id = $1
     returning id`,
    [id],
  )
  await t.owner('update dispute set operation_id = $2 where id = $1', [id, operation?.id])
  const answer = () =>
    t.as(admin).call(disputeApi.answer, {
      params: { id },
      body: { version: 1, action: 'sendMessage', note: 'Again' } as never,
    })
  const worker = new pg.Client({ connectionString: t.ownerUrl })
  await worker.connect()
  await worker.query('begin')
  await worker.query(`update operation set state = 'running' where id = $1`, [operation?.id])
  const answered = answer()
  await expect(
    Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))]),
  ).resolves.toBe('waits')
  await worker.query('commit')
  await worker.end()
  expect(await answered).toMatchObject({ status: 409, body: { errorCode: 'dispute.busy' } })
  // An answer whose outcome nobody can find out holds nobody up.
  await t.owner(`update operation set state = 'unknown' where id = $1`, [operation?.id])
  expect((await answer()).status).toBe(200)
})
