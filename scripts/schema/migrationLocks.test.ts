import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { testPostgres } from '../../apps/api/src/test/postgres.ts'
import { createDatabase } from '../../lab/ground/database.ts'
import { lockFaults } from './migrationLocks.ts'
import { migrationFaults } from './migrationRules.ts'
import { sortedMigrations } from './migrations.ts'

const { released, added } = sortedMigrations()

// The first test to ask waits until PostgreSQL is up.
beforeAll(testPostgres, 60_000)

async function emptyDatabase(): Promise<string> {
  const { ownerUrl } = await testPostgres()
  const name = `locks_${randomBytes(4).toString('hex')}`
  await createDatabase(`${ownerUrl}postgres`, name)
  return ownerUrl + name
}
const tried = async (...texts: string[]) =>
  lockFaults(
    await emptyDatabase(),
    released,
    texts.map((sql, n) => ({ name: `${n + 1}`, sql })),
  )

test('the migrations after the last release can run beside its processes', async () => {
  expect(migrationFaults(released, added)).toEqual([])
  expect(await lockFaults(await emptyDatabase(), released, added)).toEqual([])
}, 60_000)

test('a migration that would rewrite a large table is refused', async () => {
  const rewrites = [
    'alter table paypal_transaction alter column version type bigint',
    'alter table paypal_event add column seen timestamptz not null default clock_timestamp()',
  ].map((sql) => `-- locks: paypal_transaction, paypal_event\n${sql}`)
  const texts = rewrites.map((sql, n) => ({ name: `${n + 1}`, sql }))
  expect(migrationFaults(released, texts)).toEqual([
    expect.stringMatching(/^1: the type of paypal_transaction\.version is changed, which rewrites/),
    expect.stringMatching(
      /^2: the default of paypal_event\.seen is computed for every row, which rewrites/,
    ),
  ])
  expect(await tried(...rewrites)).toEqual(
    expect.arrayContaining(['1: paypal_transaction is rewritten', '2: paypal_event is rewritten']),
  )
}, 60_000)

test('so is one that hides it from the parser', async () => {
  const hidden = `-- locks: bill\ndo $$ begin execute 'alter table b' || 'ill alter column version type bigint'; end $$`
  expect(migrationFaults(released, [{ name: '1', sql: hidden }])).toEqual([])
  expect(await tried(hidden)).toContain('1: bill is rewritten')
}, 60_000)

test('what stops writers is named', async () => {
  expect(await tried('-- locks: nothing\nalter table bill add column n integer')).toEqual([
    '1: it stops the writers of bill, and does not say so',
  ])
  expect(
    await tried('-- locks: bill, for an instant\nalter table bill add column n integer'),
  ).toEqual([])
  // A table that it makes itself, and one that is only read or written, stop nobody.
  expect(
    await tried(
      `-- locks: nothing\ncreate table fresh (n integer); insert into fresh select count(*) from bill`,
    ),
  ).toEqual([])
}, 60_000)
