// @module-tag slow

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { allJobs } from '../jobs.ts'
import { testPostgres } from '../test/postgres.ts'
import { type Migration, migrate, outsideMark, readMigrations } from './migrate.ts'

async function ownedDatabase() {
  const { ownerUrl } = await testPostgres()
  const name = `owned_${randomBytes(4).toString('hex')}`
  const server = new pg.Client({ connectionString: `${ownerUrl}postgres` })
  await server.connect()
  // A DBA prepares a server like this where the owner may not create roles: both roles exist, and
  // the owner is a member of one.
  await server.query(`create role ${name} login password 'x' nosuperuser`)
  await server.query(`grant paydesk_auth to ${name}`)
  await server.query(`create database ${name} owner ${name}`)
  await server.end()
  const url = new URL(`${ownerUrl}${name}`)
  url.username = name
  url.password = 'x'
  return url.href
}

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('an owner without superuser rights can migrate, twice, and two can at once', async () => {
  const url = await ownedDatabase()
  const applied = await Promise.all([migrate(url, allJobs), migrate(url, allJobs)])
  expect(applied.map((names) => names.length).sort()).toEqual([0, readMigrations().length])
  expect(await migrate(url, allJobs)).toEqual([])
  // What runs with the owner's rights needs no more than that.
  const months = `create table paypal_event_body_202001 (like paypal_event_body including storage);
    alter table paypal_event_body attach partition paypal_event_body_202001 for values
    from ('2020-01-01 00:00Z') to ('2020-02-01 00:00Z')`
  await query(url, months)
  expect(await query(url, 'select detach_event_month() as name')).toEqual([
    { name: 'paypal_event_body_202001' },
  ])
  expect(await query(url, 'select drop_detached_months() as name')).toEqual([
    { name: 'paypal_event_body_202001' },
  ])
  expect(await query(url, 'select make_months() as name')).toEqual([])
})

test('a migration that was changed after it had been applied is refused', async () => {
  const url = await ownedDatabase()
  await migrate(url, allJobs)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`update schema_migration set checksum = 'other' where version = 1`)
  await client.end()
  await expect(migrate(url, allJobs)).rejects.toThrow(
    /0001_\w+\.sql was changed after it had been applied/,
  )
})

test('a migration that does not get its lock gives way to the others, and is applied when the table is free', async () => {
  const url = await ownedDatabase()
  await migrate(url, allJobs)
  await query(url, 'create table busy (n integer)')
  const released = readMigrations()
  const more = [
    ...released,
    {
      version: released.length + 1,
      name: 'busy',
      checksum: 'a',
      sql: 'alter table busy add column m integer',
    },
  ]
  const [reader, writer] = [
    new pg.Client({ connectionString: url }),
    new pg.Client({ connectionString: url }),
  ]
  await Promise.all([reader.connect(), writer.connect()])
  try {
    // A long report: it holds the table without stopping writers.
    await reader.query('begin; select count(*) from busy')
    const migrated = migrate(url, allJobs, more)
    const waits: number[] = []
    for (let round = 0; round < 15; round++) {
      const startedAt = performance.now()
      await writer.query('insert into busy values (1)')
      waits.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    // Much less than the 5 s for which a migration that insists would hold everybody up.
    expect(Math.max(...waits)).toBeLessThan(1500)
    await reader.query('commit')
    expect(await migrated).toEqual(['busy'])
  } finally {
    await Promise.all([reader.end(), writer.end()])
  }
})

describe('a migration outside a transaction', () => {
  const table = (version: number): Migration => ({
    version,
    name: 'table',
    checksum: 'a',
    sql: 'create table twin (n integer); insert into twin values (1), (1)',
  })
  const index = (version: number): Migration => ({
    version,
    name: 'index',
    checksum: 'b',
    sql: `${outsideMark}\ncreate unique index concurrently if not exists twin_n on twin (n)`,
  })
  test('that failed half-way leaves nothing that is in the way of the next try', async () => {
    const url = await ownedDatabase()
    const released = readMigrations()
    const more = [...released, table(released.length + 1), index(released.length + 2)]
    await expect(migrate(url, allJobs, more)).rejects.toThrow(
      /index: could not create unique index/,
    )
    const valid = `select indisvalid as valid from pg_index where indexrelid = 'twin_n'::regclass`
    expect(await query(url, valid)).toEqual([{ valid: false }])
    await query(url, 'delete from twin where ctid = (select max(ctid) from twin)')
    expect(await migrate(url, allJobs, more)).toEqual(['index'])
    expect(await query(url, valid)).toEqual([{ valid: true }])
  })

  test('that died before it was recorded is recorded by the next try', async () => {
    const url = await ownedDatabase()
    const released = readMigrations()
    await migrate(url, allJobs)
    await query(url, 'create table twin (n integer); create unique index twin_n on twin (n)')
    const more = [...released, { ...index(released.length + 1) }]
    expect(await migrate(url, allJobs, more)).toEqual(['index'])
    expect(await migrate(url, allJobs, more)).toEqual([])
  })

  test('waits for no other migrator that waits for it', async () => {
    const url = await ownedDatabase()
    const released = readMigrations()
    await migrate(url, allJobs)
    await query(url, 'create table twin (n integer)')
    const more = [...released, index(released.length + 1)]
    const applied = await Promise.all([migrate(url, allJobs, more), migrate(url, allJobs, more)])
    expect(applied.map((names) => names.length).sort()).toEqual([0, 1])
  })
})
