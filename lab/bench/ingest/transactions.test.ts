import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../apps/api/src/lib/db.ts'
import { createPool } from '../../../apps/api/src/lib/pool.ts'
import { testApp } from '../../../apps/api/src/test/testApp.ts'
import { recordTransactions } from './transactions.ts'

const t = testApp()

test("records the statements of the product's transactions and commits none", async () => {
  await t.owner('create table bench_row (n integer); grant all on bench_row to public')
  const pool = createPool(t.runtimeUrl, 1, 'test-record')
  const recorded = recordTransactions(pool)
  const opening = { text: `select set_config('app.company_id', $1, true)`, values: ['c'] }
  const insert = (n: number) =>
    inTransaction(pool, [opening], async (db) => {
      await sql`insert into bench_row values (${n})`.execute(db)
    })
  await insert(1)
  await insert(2)
  await pool.end()
  const inserted = (n: number) => ({ text: 'insert into bench_row values ($1)', values: [n] })
  expect(recorded).toEqual([
    [opening, inserted(1)],
    [opening, inserted(2)],
  ])
  expect(await t.owner('select * from bench_row')).toEqual([])
})

test('keeps a transaction that failed apart from the next one', async () => {
  const pool = createPool(t.runtimeUrl, 1, 'test-record')
  const recorded = recordTransactions(pool)
  const failing = inTransaction(pool, [], (db) => sql`select 1 / 0`.execute(db))
  await expect(failing).rejects.toThrow('division by zero')
  await inTransaction(pool, [], (db) => sql`select 1`.execute(db))
  await pool.end()
  expect(recorded.map((one) => one.map(({ text }) => text))).toEqual([
    ['select 1 / 0'],
    ['select 1'],
  ])
})

test('rejects a statement outside a transaction', async () => {
  const pool = createPool(t.runtimeUrl, 1, 'test-record')
  recordTransactions(pool)
  const client = await pool.connect()
  await expect(client.query('select 1')).rejects.toThrow('A statement outside a transaction')
  client.release()
  await pool.end()
})
