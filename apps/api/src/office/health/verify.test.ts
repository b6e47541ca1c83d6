import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createPool } from '../../lib/pool.ts'
import { runJobs } from '../../test/runJobs.ts'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { moneyWorld } from '../../test/world/moneyWorld.ts'
import { verify } from './verify.ts'

const sim = await accountSim()
const t = testApp({ environment: () => sim.environment })

/** Acts as someone who owns the database and switches its guards off. */
const tamper = (statement: string) =>
  t.owner(`do $$ begin set local session_replication_role = replica; ${statement}; end $$`)

async function verified(companyId: string) {
  for (const verifier of ['ledger', 'audit'])
    await t.jobs.boss.send(`${verifier}.verifyCompany`, { companyId })
  await runJobs(t, companyId)
  return t.owner(
    `select verifier, faults, first_fault as fault, verified_at is not null as done,
       round(extract(epoch from due_at - now()) / 60)::int as minutes
     from verification where company_id = $1 order by 1`,
    [companyId],
  )
}
const fine = { faults: 0, fault: '', done: true, minutes: 10 }

test('each verifier runs for one company at a time as the runtime role, and its fault is kept for that company alone', async () => {
  const [ours, theirs] = [await moneyWorld(t, sim), await moneyWorld(t, sim)]
  for (const w of [ours, theirs]) {
    await w.pay(await w.invoice(20_000))
    await w.settle()
    await w.sync()
  }
  const clean = [
    { verifier: 'audit', ...fine },
    { verifier: 'ledger', ...fine },
  ]
  expect(await verified(ours.companyId)).toEqual(clean)
  const journal = `(select journal_id from posting where company_id = '${ours.companyId}' and book = 'balance' limit 1)`
  await tamper(
    `update posting
     set amount_minor = amount_minor + 5
     where journal_id = ${journal} and book = 'balance'`,
  )
  expect(await verified(ours.companyId)).toEqual([
    { verifier: 'audit', ...fine },
    {
      verifier: 'ledger',
      ...fine,
      faults: expect.any(Number),
      fault: 'journals balance: out of balance by 5',
    },
  ])
  expect(await verified(theirs.companyId)).toEqual(clean)
  await tamper(
    `update posting
     set amount_minor = amount_minor - 5
     where journal_id = ${journal} and book = 'balance'`,
  )
  expect(await verified(ours.companyId)).toEqual(clean)
}, 60_000)

test('a changed entry of the audit chain is a fault of its company, and nobody asks for another company’s chain', async () => {
  const [ours, theirs] = [await moneyWorld(t, sim), await moneyWorld(t, sim)]
  const write = (companyId: string) =>
    t.owner(
      `insert into audit_entry (company_id, actor_name, action, entity, entity_id, address, device)
       values ($1, 'x', 'user.disable', 'user', '1', '', '')`,
      [companyId],
    )
  for (const { companyId } of [ours, theirs]) await write(companyId)
  await tamper(
    `update audit_entry set actor_name = 'someone else' where company_id = '${ours.companyId}'`,
  )
  expect((await verified(ours.companyId))[0]).toMatchObject({
    verifier: 'audit',
    faults: 1,
    fault: 'chain: entry 1: changed',
  })
  expect((await verified(theirs.companyId))[0]).toMatchObject({ verifier: 'audit', faults: 0 })
  await expect(
    t.pool.query('select * from audit_first_fault($1)', [ours.companyId]),
  ).rejects.toThrow(/permission denied/)
  expect((await t.pool.query('select * from audit_first_fault_here()')).rows).toEqual([])
})

test('only companies whose time has come are asked for, once', async () => {
  const w = await moneyWorld(t, sim)
  const due = async () =>
    (await t.owner<{ id: string }>(`select companies_to_verify('ledger') as id`)).some(
      ({ id }) => id === w.companyId,
    )
  expect(await due()).toBe(true)
  await verified(w.companyId)
  expect(await due()).toBe(false)
  await t.owner(`update verification set due_at = now() where company_id = $1`, [w.companyId])
  expect(await due()).toBe(true)
  await t.owner(`update company set status = 'suspended' where id = $1`, [w.companyId])
  expect(await due()).toBe(false)
})

test('a connection that breaks without a word while it verifies fails the job, and not the process', async () => {
  const { companyId } = await moneyWorld(t, sim)
  const breaks = createPool(t.runtimeUrl, 1, 'breaks')
  breaks.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    setTimeout(() => stream.destroy(new Error('it broke')), 200)
  })
  await expect(
    verify(breaks, companyId as Parameters<typeof verify>[1], {
      slow: `select pg_sleep(3)::text as fault`,
    }),
  ).rejects.toThrow()
  await breaks.end()
})
