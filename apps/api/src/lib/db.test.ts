import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { billApi } from '@paydesk/contract/billing/bill'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { make } from '../test/make.ts'
import { testApp } from '../test/testApp.ts'
import { type Db, inTransaction, isTransient } from './db.ts'
import { createPool } from './pool.ts'

const t = testApp()

test('a connection that breaks in the middle of a request is a 503, and the process lives on', async () => {
  const user = await make.admin(t)
  const blocker = new pg.Client({ connectionString: t.ownerUrl })
  await blocker.connect()
  await blocker.query('begin; lock table bill in access exclusive mode')
  const list = () => t.call(billApi.list, {}, { token: user.token })
  const caught = list()
  await sleep(300)
  await blocker.query(
    `select pg_terminate_backend(pid)
     from pg_stat_activity
     where datname = current_database() and application_name = 'test'`,
  )
  expect(await caught).toMatchObject({ status: 503, body: { errorCode: 'unavailable' } })
  await blocker.query('commit')
  await blocker.end()
  expect((await list()).status).toBe(200)
})

test('work that never ends gives its connection back when the connection has been ended under it', async () => {
  const pool = createPool(t.runtimeUrl, 1, 'test-stuck')
  const stuck = inTransaction(pool, [], () => new Promise(() => {}))
  await sleep(200)
  await t.owner(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test-stuck'`,
  )
  await expect(stuck).rejects.toThrow(/terminat/)
  expect(
    await inTransaction(
      pool,
      [],
      async (db) => (await sql<{ n: number }>`select 1 as n`.execute(db)).rows,
    ),
  ).toEqual([{ n: 1 }])
  await pool.end()
})

test('a server that lets nobody in is away, whatever it gives as the reason', async () => {
  // What PostgreSQL 15 says to whoever connects while its disk is full.
  const fields = ['SFATAL', 'VFATAL', 'CXX000', 'Mcould not write init file', '']
    .map((field) => `${field}\0`)
    .join('')
  const answer = Buffer.from(`E\0\0\0${String.fromCharCode(fields.length + 4)}${fields}`)
  const server = createServer(
    (socket) => void socket.on('error', () => {}).once('data', () => socket.end(answer)),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const pool = createPool(
    `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`,
    1,
    'test-full',
  )
  const error = await inTransaction(pool, [], async () => {}).catch((failure: unknown) => failure)
  expect(error).toMatchObject({ message: 'could not write init file', code: 'XX000' })
  expect(isTransient(error)).toBe(true)
  await pool.end()
  server.close()
})

test('a statement that comes after the end of its transaction does not run in another', async () => {
  const user = await make.admin(t)
  let late: Db | undefined
  await t.in(user.companyId, async (db) => {
    late = db
  })
  await expect(late?.selectFrom('appUser').select('id').execute()).rejects.toThrow(
    'The transaction is over',
  )
})

test('a transaction that failed inside does not report success, and nothing of it stays', async () => {
  const user = await make.admin(t)
  const failing = t.in(user.companyId, async (db) => {
    await db
      .insertInto('customer')
      .values({ companyId: user.companyId, ownerId: user.userId, name: 'kept?' })
      .execute()
    // The error is swallowed; PostgreSQL answers ROLLBACK to the commit that follows.
    await db
      .insertInto('customer')
      .values({ companyId: user.companyId, ownerId: user.companyId, name: 'x' })
      .execute()
      .catch(() => undefined)
  })
  await expect(failing).rejects.toThrow('ended with ROLLBACK')
  expect(await t.owner('select 1 from customer where company_id = $1', [user.companyId])).toEqual(
    [],
  )
})

test('when the first of several statements fails, each of them reports its reason', async () => {
  const failing = t.in(await make.company(t), (db) =>
    Promise.all(
      [
        sql`select 1 / 0`.execute(db),
        sql`select 1`.execute(db),
        sql`select 2`.execute(db),
      ].reverse(),
    ),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
})
