import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { allJobs } from '../jobs.ts'
import { testPostgres } from '../test/postgres.ts'
import { migrate, readMigrations } from './migrate.ts'

async function ownedDatabase() {
  const { ownerUrl } = await testPostgres()
  const name = `owned_${randomBytes(4).toString('hex')}`
  const server = new pg.Client({ connectionString: `${ownerUrl}postgres` })
  await server.connect()
  // A DBA prepares a server like this where the owner may not create roles: both roles exist, and the owner is a member of one.
  await server.query(`create role ${name} login password 'x' nosuperuser`)
  await server.query(`grant paydesk_auth to ${name}`)
  await server.query(`create database ${name} owner ${name}`)
  await server.end()
  const url = new URL(`${ownerUrl}${name}`)
  url.username = name
  url.password = 'x'
  return url.href
}

test('an owner without superuser rights can migrate, twice, and two can at once', async () => {
  const url = await ownedDatabase()
  const applied = await Promise.all([migrate(url, allJobs), migrate(url, allJobs)])
  expect(applied.map((names) => names.length).sort()).toEqual([0, readMigrations().length])
  expect(await migrate(url, allJobs)).toEqual([])
})

test('a migration that was changed after it had been applied is refused', async () => {
  const url = await ownedDatabase()
  await migrate(url, allJobs)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`update schema_migration set checksum = 'other' where version = 1`)
  await client.end()
  await expect(migrate(url, allJobs)).rejects.toThrow(/0001_\w+\.sql was changed after it had been applied/)
})
