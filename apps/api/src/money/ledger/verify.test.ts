import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { proveAccount } from '../../intake/reporting/proof.ts'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp, testMasterKeys } from '../../test/testApp.ts'
import { moneyWorld, quietLog } from '../../test/world/moneyWorld.ts'
import { verifyLedger } from './verify.ts'

const sim = await accountSim()
const t = testApp({ environment: () => sim.environment })

async function world() {
  const w = await moneyWorld(t, sim)
  const captureId = await w.pay(await w.invoice(20_000))
  await w.refund(captureId, 500)
  await w.settle()
  await w.sync()
  return w
}

/** Acts as someone who owns the database and switches its guards off. */
const tamper = (statement: string) =>
  t.owner(`do $$ begin set local session_replication_role = replica; ${statement}; end $$`)

test('correct books are proven, and a forged journal or transaction is named', async () => {
  const w = await world()
  expect(await verifyLedger(t.ownerUrl)).toMatchObject({ faults: [], proofs: 1, unproven: 0 })
  const [first] = await w.query<{ id: string; transactionId: string }>(
    `select id, transaction_id from journal order by effective_at limit 1`,
  )
  const journal = `(select id from journal order by effective_at limit 1)`
  const scratch: [string, string, object][] = [
    [
      `update posting
       set amount_minor = amount_minor + 5
       where journal_id = ${journal} and book = 'balance'`,
      `update posting
       set amount_minor = amount_minor - 5
       where journal_id = ${journal} and book = 'balance'`,
      { check: 'journals balance', journalId: first?.id, fault: 'out of balance by 5' },
    ],
    [
      `update posting
       set amount_minor = amount_minor + case book when 'balance' then 7 else -7 end
       where journal_id = ${journal} and book in ('balance', 'unexplained')`,
      `update posting
       set amount_minor = amount_minor - case book when 'balance' then 7 else -7 end
       where journal_id = ${journal} and book in ('balance', 'unexplained')`,
      { check: 'postings are what the rows say', transactionId: first?.transactionId },
    ],
    [
      `update ledger_balance set balance_minor = balance_minor + 1 where book = 'fees'`,
      `update ledger_balance set balance_minor = balance_minor - 1 where book = 'fees'`,
      { check: 'sums are the postings', currency: 'USD' },
    ],
    [
      `update paypal_transaction
       set gross_minor = gross_minor + 1
       where id = '${first?.transactionId}'`,
      `update paypal_transaction
       set gross_minor = gross_minor - 1
       where id = '${first?.transactionId}'`,
      { check: 'postings are what the rows say', transactionId: first?.transactionId },
    ],
    [
      `update balance_proof set paypal_minor = paypal_minor - 500`,
      `update balance_proof set paypal_minor = paypal_minor + 500`,
      {
        check: 'books are PayPal’s balance',
        currency: 'USD',
        fault: expect.stringContaining('the books had'),
      },
    ],
  ]
  for (const [forge, restore, found] of scratch) {
    await tamper(forge)
    expect((await verifyLedger(t.ownerUrl)).faults, forge).toContainEqual(
      expect.objectContaining(found),
    )
    await tamper(restore)
    expect((await verifyLedger(t.ownerUrl)).faults, restore).toEqual([])
  }
})

test('PayPal’s balance reveals a row that was removed from the books with all its traces', async () => {
  const w = await world()
  await tamper(`
    delete from paypal_transaction_raw where company_id = '${w.companyId}';
    delete from posting
    where company_id = '${w.companyId}'; delete from journal
    where company_id = '${w.companyId}';
    delete from ledger_balance
    where company_id = '${w.companyId}'; delete from transaction_day
    where company_id = '${w.companyId}';
    delete from paypal_transaction where company_id = '${w.companyId}'`)
  const { faults } = await verifyLedger(t.ownerUrl)
  expect(faults).toMatchObject([
    {
      check: 'books are PayPal’s balance',
      fault: expect.stringContaining('the books had 0 and PayPal'),
    },
  ])
  await t.owner('delete from balance_proof where company_id = $1', [w.companyId])
  expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
  expect(await proveAccount({ pool: t.pool, outside: t.outside, log: quietLog }, w)).toBe(true)
  expect((await verifyLedger(t.ownerUrl)).faults).toHaveLength(1)
})

test('the command answers in one line of JSON, asks PayPal on request, and fails when something differs', async () => {
  await world()
  const run = (...flags: string[]) =>
    new Promise<{ code: number; said: { faults: object[]; asked?: number; proven?: number } }>(
      (resolve) => {
        const env = {
          ...process.env,
          ...sim.environment,
          DATABASE_OWNER_URL: t.ownerUrl,
          DATABASE_URL: t.runtimeUrl,
          PAYDESK_MASTER_KEYS: testMasterKeys,
          LOG_LEVEL: 'silent',
        }
        const script = new URL('../../cli/paydesk.ts', import.meta.url).pathname
        execFile(
          process.execPath,
          [script, 'verify', 'ledger', ...flags],
          { env },
          (error, stdout) =>
            resolve({ code: error ? Number(error.code) : 0, said: JSON.parse(stdout) }),
        )
      },
    )
  await t.owner('delete from balance_proof where ledger_minor = 0')
  const asked = await run('--ask')
  expect(asked.said.asked).toBeGreaterThan(0)
  expect(asked.said.proven).toBe(asked.said.asked)
  // The books of the company that was emptied above differ from PayPal for ever.
  expect(asked).toMatchObject({
    code: 1,
    said: { faults: [{ check: 'books are PayPal’s balance' }] },
  })
  await t.owner('delete from balance_proof where difference_minor <> 0')
  expect(await run()).toMatchObject({ code: 0, said: { faults: [] } })
})

test('a login that sees one company at a time cannot verify; it does not report that all is well', async () => {
  await expect(verifyLedger(t.runtimeUrl)).rejects.toThrow(/BYPASSRLS/)
})
