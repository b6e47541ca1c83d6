import { billApi } from '@paydesk/contract/billing/bill'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../test/make.ts'
import { testApp } from '../test/testApp.ts'
import { createPool } from './pool.ts'
import { assertRuntimeRole } from './runtimeRole.ts'

const t = testApp()

async function twoCompanies() {
  const [ours, theirs] = [await make.admin(t), await make.admin(t)]
  await make.bill(t, ours)
  await make.bill(t, theirs)
  await make.bill(t, theirs)
  return { ours, theirs }
}

test('a query without a where clause sees only its own company', async () => {
  const { ours } = await twoCompanies()
  for (const table of await tenantTables()) {
    const companies = await t.in(
      ours.companyId,
      async (db) => (await sql<{ companyId: string }>`select distinct company_id from ${sql.table(table)}`.execute(db)).rows,
    )
    expect([table, companies.filter(({ companyId }) => companyId !== ours.companyId)]).toEqual([table, []])
  }
  const bills = await t.in(ours.companyId, (db) => db.selectFrom('bill').selectAll().execute())
  expect(bills).toHaveLength(1)
})

test('every table with a company_id has a forced policy, and every other table is on this list', async () => {
  const rows = await t.owner<{ name: string; forced: boolean; tenant: boolean }>(
    `select c.relname as name, relrowsecurity and relforcerowsecurity and exists (select from pg_policy where polrelid = c.oid) as forced,
       exists (select from pg_attribute where attrelid = c.oid and attname = 'company_id' and not attisdropped) as tenant
     from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  expect(rows.filter(({ tenant, forced }) => tenant && !forced)).toEqual([])
  expect(
    rows
      .filter(({ tenant }) => !tenant)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'company',
    'dev_mailbox',
    'login_throttle',
    'paypal_address_allowance',
    'permission',
    'permission_group',
    'phone_code',
    'role',
    'role_permission',
    'schema_migration',
    'ticket',
  ])
})

test('without a company nothing is seen, also on a connection that served one before', async () => {
  const { ours } = await twoCompanies()
  await t.in(ours.companyId, (db) => db.selectFrom('bill').select('id').execute())
  const counts = await Promise.all(
    Array.from({ length: 10 }, () => t.pool.query('select (select count(*) from bill) + (select count(*) from app_user) as rows')),
  )
  expect(counts.map(({ rows }) => rows[0].rows)).toEqual(Array(10).fill(0))
})

test('a row cannot be written into another company, moved there, or point into it', async () => {
  const { ours, theirs } = await twoCompanies()
  const write = (work: Parameters<typeof t.in>[1]) => t.in(ours.companyId, work)
  await expect(
    write((db) => db.insertInto('customer').values({ companyId: theirs.companyId, ownerId: theirs.userId, name: 'x' }).execute()),
  ).rejects.toThrow(/row-level security/)
  await expect(write((db) => db.updateTable('bill').set({ companyId: theirs.companyId }).execute())).rejects.toThrow(/row-level security/)
  await expect(
    write((db) => db.insertInto('customer').values({ companyId: ours.companyId, ownerId: theirs.userId, name: 'x' }).execute()),
  ).rejects.toThrow(/foreign key/)
  const changed = await t.in(ours.companyId, (db) =>
    db.updateTable('bill').set({ title: 'taken' }).where('companyId', '=', theirs.companyId).executeTakeFirst(),
  )
  expect(changed.numUpdatedRows).toBe(0n)
})

test('the runtime role owns nothing and cannot change tables or switch security off', async () => {
  const attempts = [
    'create table x (id int)',
    'alter table bill disable row level security',
    'drop table bill',
    'set role postgres',
    'delete from bill',
    'truncate session',
  ]
  for (const statement of attempts) await expect(t.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  await expect(assertRuntimeRole(t.pool)).resolves.toBeUndefined()
})

test('a process with the owner’s login refuses to start', async () => {
  const pool = createPool(t.ownerUrl, 1, 'test')
  await expect(assertRuntimeRole(pool)).rejects.toThrow(/must be a member of paydesk_app/)
  await pool.end()
})

test('the API shows each company only its own records', async () => {
  const { ours, theirs } = await twoCompanies()
  const list = async (token: string) => ((await t.call(billApi.list, {}, { token })).body.data as { total: number }).total
  expect([await list(ours.token), await list(theirs.token)]).toEqual([1, 2])
})

async function tenantTables() {
  const rows = await t.owner<{ name: string }>(
    `select relname as name from pg_class c join pg_attribute on attrelid = c.oid and attname = 'company_id'
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and has_table_privilege('paydesk_app', c.oid, 'select')`,
  )
  return rows.map(({ name }) => name)
}
