import { randomBytes } from 'node:crypto'
import { billApi } from '@paydesk/contract/billing/bill'
import { sql } from 'kysely'
import pg from 'pg'
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
      async (db) =>
        (
          await sql<{
            companyId: string
          }>`select distinct company_id from ${sql.table(table)}`.execute(db)
        ).rows,
    )
    expect([table, companies.filter(({ companyId }) => companyId !== ours.companyId)]).toEqual([
      table,
      [],
    ])
  }
  const bills = await t.in(ours.companyId, (db) => db.selectFrom('bill').selectAll().execute())
  expect(bills).toHaveLength(1)
})

/** What every table of companies lets the runtime role see and write: its own company's rows. */
const tenantPolicy =
  'tenant for ALL to paydesk_app using (company_id = current_company()) check (company_id = current_company())'
/**
 * The functions that look across companies own these ways around the policy; each is asked
 * for by one of them.
 */
const authReads = 'for SELECT to paydesk_auth using true check null'
const authAll = 'for ALL to paydesk_auth using true check true'
const aroundThePolicy: Record<string, string> = {
  account_sync: `auth ${authReads}`,
  app_user: `auth_read ${authReads}`,
  audit_entry: `auth_all ${authAll}`,
  audit_head: `auth_all ${authAll}`,
  avatar: `auth_read ${authReads}`,
  balance_proof: `auth ${authReads}`,
  bill_figure: `auth ${authAll}`,
  bill_figure_delta: `auth ${authAll}`,
  bill_search: `auth_read ${authReads}`,
  company_setting: `auth_read ${authReads}`,
  customer: `auth ${authReads}`,
  customer_alias: `auth ${authReads}`,
  customer_search: `auth ${authReads}`,
  dispute: `auth_read ${authReads}`,
  event_look: `auth ${authReads}`,
  idempotency: 'auth_sweep for ALL to paydesk_auth using true check null',
  identity: `auth_read ${authReads}`,
  known_device: 'auth_sweep for ALL to paydesk_auth using true check null',
  invitation: `auth_read ${authReads}`,
  message: 'auth_sweep for ALL to paydesk_auth using true check null',
  notice: `auth ${authAll}`,
  notice_delivery: `auth ${authAll}`,
  operation: `auth ${authReads}`,
  passkey: `auth_read ${authReads}`,
  paypal_account: `auth_read ${authReads}`,
  paypal_account_allowance: `auth ${authReads}`,
  paypal_alarm: `auth ${authReads}`,
  paypal_event: `auth ${authAll}`,
  paypal_event_body: 'auth for ALL to paydesk_auth using true check null',
  paypal_event_todo: `auth ${authReads}`,
  paypal_transaction: `auth_read ${authReads}`,
  problem: `auth ${authReads}`,
  row_set_aside: `auth ${authReads}`,
  rule: `auth ${authReads}`,
  rule_run: `auth ${authReads}`,
  second_factor: `auth_read ${authReads}`,
  session: `auth_all ${authAll}`,
  user_role: `auth_read ${authReads}`,
  verification: `auth ${authReads}`,
}
const superAdminsWrite = [
  'read_all for SELECT to paydesk_app,paydesk_auth using true check null',
  'super_delete for DELETE to paydesk_app using acting_as_super_admin() check null',
  'super_insert for INSERT to paydesk_app using null check acting_as_super_admin()',
  'super_update for UPDATE to paydesk_app using acting_as_super_admin() check acting_as_super_admin()',
]
/**
 * The tables of the installation. Those without a policy hold nothing of a company, or only what a
 * random token or a hash finds.
 */
const ofTheInstallation: Record<string, string[]> = {
  company: [
    `auth_read ${authReads}`,
    'own_company for SELECT to paydesk_app using ((id = current_company()) OR acting_as_super_admin()) check null',
    'super_insert for INSERT to paydesk_app using null check acting_as_super_admin()',
    'super_update for UPDATE to paydesk_app using acting_as_super_admin() check acting_as_super_admin()',
  ],
  dev_mailbox: [],
  // Of the whole installation: whether it is in quarantine, and on which cluster it lies.
  installation: [],
  login_throttle: [],
  paypal_address_allowance: [],
  paypal_event_body_since: [],
  permission: superAdminsWrite,
  permission_group: superAdminsWrite,
  phone_code: [],
  role: superAdminsWrite,
  role_permission: superAdminsWrite,
  schema_migration: [],
  ticket: [],
}

test('every table with a company_id is forced to its company’s rows by exactly this policy, and every other table is on this list', async () => {
  const rows = await t.owner<{
    name: string
    tenant: boolean
    month: boolean
    enabled: boolean
    forced: boolean
    policies: string[]
  }>(
    `select c.relname as name, relispartition as month, relrowsecurity as enabled,
       relforcerowsecurity as forced,
       exists (
         select
         from pg_attribute
         where attrelid = c.oid and attname = 'company_id' and not attisdropped
       ) as tenant,
       array(
         select polname || ' for ' || case polcmd
           when '*' then 'ALL'
           when 'r' then 'SELECT'
           when 'a' then 'INSERT'
           when 'w' then 'UPDATE'
           else 'DELETE'
         end || ' to ' || (
           select string_agg(coalesce(rolname, 'public'), ',' order by rolname)
           from unnest(polroles) r
           left join pg_roles on oid = r
         ) || ' using ' || coalesce(
           pg_get_expr(polqual, polrelid), 'null'
         ) || ' check ' || coalesce(
           pg_get_expr(polwithcheck, polrelid), 'null'
         ) || case
           when polpermissive then ''
           else ' restrictive'
         end
         from pg_policy
         where polrelid = c.oid
         order by polname
       ) as policies
     from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const tenants = rows.filter(({ tenant, month }) => tenant && !month)
  expect(tenants.length).toBeGreaterThan(60)
  for (const { name, enabled, forced, policies } of tenants) {
    // The runtime role has no right to this table at all, and no policy that would give it one.
    const own = name === 'audit_head' ? [] : [tenantPolicy]
    const around = aroundThePolicy[name]
    expect({ name, enabled, forced, policies }).toEqual({
      name,
      enabled: true,
      forced: true,
      policies: [...(around ? [around] : []), ...own],
    })
  }
  // Months are reached through their table alone: by their own name everything is closed.
  const months = rows.filter(({ month }) => month)
  expect(months.length).toBeGreaterThan(3)
  for (const { name, enabled, forced, policies } of months)
    expect({ name, enabled, forced, policies }).toEqual({
      name,
      enabled: true,
      forced: true,
      policies: [],
    })
  expect(
    Object.keys(aroundThePolicy).filter((name) => !tenants.some((one) => one.name === name)),
  ).toEqual([])
  const others = rows.filter(({ tenant }) => !tenant)
  expect(Object.fromEntries(others.map(({ name, policies }) => [name, policies]))).toEqual(
    ofTheInstallation,
  )
  for (const { name, enabled, forced, policies } of others)
    expect({ name, enabled, forced }).toEqual({
      name,
      enabled: policies.length > 0,
      forced: name === 'company',
    })
})

/** A value that the column's type takes; what the value says matters to no policy. */
const values: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `gen_random_uuid()::text`,
  bytea: `decode(md5(random()::text), 'hex')`,
  jsonb: `'{}'`,
  boolean: 'false',
  date: `current_date`,
  'timestamp with time zone': 'now()',
  'text[]': `'{}'`,
  'integer[]': `'{}'`,
  tstzmultirange: `'{}'`,
  tstzrange: `'empty'`,
}

/**
 * All of it is one transaction of the owner's, which is rolled back. In it rows stand in every
 * table without what they would need around them (the checks are taken off), and the same
 * connection then becomes the runtime role, for which the policies hold.
 */
async function asRuntimeRole(work: (query: pg.Client['query'], tables: Table[]) => Promise<void>) {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  const query = client.query.bind(client) as pg.Client['query']
  try {
    await query('begin; set local session_replication_role = replica')
    const { rows } = await query<Table>(
      `select c.relname as name,
         array(
           select conname::text from pg_constraint where conrelid = c.oid and contype = 'c'
         ) as checks,
         array(
           select p
           from unnest(array['select', 'insert', 'update', 'delete']) p
           where has_table_privilege('paydesk_app', c.oid, p)
         ) as rights,
         (
           select json_agg(
             json_build_object(
               'name', attname, 'type', format_type(atttypid, null)
             ) order by attnum
           )
           from pg_attribute
           where attrelid = c.oid
             and attnum > 0
             and not attisdropped
             and attnotnull
             and not atthasdef
             and attgenerated = ''
             and attidentity = ''
         ) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid
         and a.attname = 'company_id'
         and not a.attisdropped
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       order by relname`,
    )
    for (const { name, checks } of rows)
      for (const check of checks) await query(`alter table ${name} drop constraint "${check}"`)
    await work(query, rows)
  } finally {
    await client.query('rollback')
    await client.end()
  }
}
type Table = {
  name: string
  checks: string[]
  rights: string[]
  columns: { name: string; type: string }[]
}

const insertOf = ({ name, columns }: Table, companyId: string) =>
  `insert into ${name} (${columns.map((column) => column.name).join(', ')}) values (${columns
    .map((column) =>
      column.name === 'company_id' ? `'${companyId}'` : (values[column.type] ?? '1'),
    )
    .join(', ')})`

test('another company’s row of any table is neither seen nor changed nor deleted nor written by the runtime role', async () => {
  const [ours, theirs] = [await make.company(t), await make.company(t)]
  await asRuntimeRole(async (query, tables) => {
    for (const table of tables)
      for (const companyId of [ours, theirs]) await query(insertOf(table, companyId))
    await query('set local role paydesk_app')
    await query(`select set_config('app.company_id', $1, true)`, [ours])
    const refused = async (statement: string) => {
      await query('savepoint before')
      const error = await query(statement).then(
        () => 'it was done',
        (failure: Error) => failure.message,
      )
      await query('rollback to before')
      return error
    }
    const changed = async (statement: string) => {
      await query('savepoint before')
      const { rowCount } = await query(statement)
      await query('rollback to before')
      return rowCount
    }
    const found: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const table of tables) {
      const { name, rights } = table
      const may = (right: string) => rights.includes(right)
      const denied = `permission denied for table ${name}`
      const foreign = `new row violates row-level security policy for table "${name}"`
      found[name] = {
        seen: may('select')
          ? (
              await query(
                `select company_id from ${name} where company_id in ('${ours}', '${theirs}')`,
              )
            ).rows
          : await refused(`select from ${name}`),
        own:
          may('update') &&
          (await changed(
            `update ${name} set company_id = company_id where company_id = '${ours}'`,
          )),
        changed: may('update')
          ? await changed(
              `update ${name} set company_id = company_id where company_id = '${theirs}'`,
            )
          : await refused(`update ${name} set company_id = company_id`),
        moved:
          may('update') &&
          (await refused(
            `update ${name} set company_id = '${theirs}' where company_id = '${ours}'`,
          )),
        deleted: may('delete')
          ? await changed(`delete from ${name} where company_id = '${theirs}'`)
          : await refused(`delete from ${name}`),
        written: await refused(insertOf(table, theirs)),
      }
      expected[name] = {
        seen: may('select') ? [{ company_id: ours }] : denied,
        own: may('update') && 1,
        changed: may('update') ? 0 : denied,
        moved: may('update') && foreign,
        deleted: may('delete') ? 0 : denied,
        written: may('insert') ? foreign : denied,
      }
    }
    expect(found).toEqual(expected)
  })
}, 30_000)

test('what is written down for good can be added to, and neither changed nor deleted', async () => {
  const rights = (name: string) =>
    t.owner<{ rights: string }>(
      `select string_agg(privilege_type, ', ' order by privilege_type) as rights
       from information_schema.role_table_grants
       where table_schema = 'public' and table_name = $1 and grantee = 'paydesk_app'`,
      [name],
    )
  for (const name of [
    'audit_entry',
    'journal',
    'posting',
    'paypal_event',
    'paypal_event_body',
    'paypal_alarm',
    'company_key',
  ])
    expect([name, await rights(name)]).toEqual([name, [{ rights: 'INSERT, SELECT' }]])
  expect(await rights('audit_head')).toEqual([{ rights: null }])
})

test('functions that look across companies answer nothing of another company to someone who is no super admin', async () => {
  const [ours, theirs] = [await make.admin(t), await make.admin(t)]
  const bill = await make.bill(t, theirs, {
    name: 'Nordlys',
    email: 'pay@nordlys.example',
    title: 'Lamps',
  })
  const accountId = await make.paypalAccount(t, theirs.companyId)
  await t.owner(
    `insert into paypal_transaction (
       company_id, account_id, provider_transaction_id, event_code, class, status, currency,
       gross_minor, payer_email, occurred_at, provider_updated_at, first_seen_via
     )
     values (
       $1, $2, 'T1', 'T0006', 'payment', 'S', 'USD', 100, 'pay@nordlys.example', now(), now(),
       'sync'
     )`,
    [theirs.companyId, accountId],
  )
  const asked = (companyId: string, text: string, superAdmin = '') =>
    t.in(companyId, async (db) => {
      await sql`select set_config('app.super_admin', ${superAdmin}, true)`.execute(db)
      return (await sql<{ answer: unknown }>`select (${sql.raw(text)})::text as answer`.execute(db))
        .rows[0]?.answer
    })
  const of = theirs.companyId
  const across: [string, string | null, string][] = [
    [`array(select find_bills_by_text('${of}', 'lamps'))`, '{}', `{${bill.id}}`],
    [`array(select find_bills_by_text('${of}', 'la'))`, '{}', `{${bill.id}}`],
    [`array(select find_bills_by_text('${of}', 'l'))`, '{}', `{${bill.id}}`],
    [`customer_matches('${of}', 'nordlys', null, 10)`, '{}', `{${bill.customerId}}`],
    [
      `array(select customer_id from customers_named('${of}', '{nordlys}'))`,
      '{}',
      `{${bill.customerId}}`,
    ],
    [
      `array(select customer_id from customers_of_emails('${of}', '{pay@nordlys.example}'))`,
      '{}',
      `{${bill.customerId}}`,
    ],
    [`cardinality(transactions_of_payer('${of}', 'pay@', 10))`, '0', '1'],
    [
      `(select count(*) from role_user_counts() c join role r on r.id = c.role_id and r.code = 'Admin' and c.user_count > 1)`,
      '0',
      '0',
    ],
  ]
  for (const [text, foreign, own] of across)
    expect([text, await asked(ours.companyId, text), await asked(of, text)]).toEqual([
      text,
      foreign,
      own,
    ])
  // These two are for super admins only, whichever company the transaction is in.
  const counts = `(select user_count from company_counts(array['${of}'::uuid]))`
  expect([
    await asked(ours.companyId, counts),
    await asked(of, counts),
    await asked(ours.companyId, counts, 'on'),
  ]).toEqual([null, null, '1'])
  const ends = `end_company_sessions('${of}')`
  expect([await asked(ours.companyId, ends), await asked(of, ends)]).toEqual(['0', '0'])
  expect((await t.as(theirs).call(billApi.list, {})).status).toBe(200)
  expect(await asked(ours.companyId, ends, 'on')).toBe('1')
  expect((await t.as(theirs).call(billApi.list, {})).status).toBe(401)
})

test('without a company nothing is seen, also on a connection that served one before', async () => {
  const { ours } = await twoCompanies()
  await t.in(ours.companyId, (db) => db.selectFrom('bill').select('id').execute())
  const counts = await Promise.all(
    Array.from({ length: 10 }, () =>
      t.pool.query('select (select count(*) from bill) + (select count(*) from app_user) as rows'),
    ),
  )
  expect(counts.map(({ rows }) => rows[0].rows)).toEqual(Array(10).fill(0))
})

test('a row cannot be written into another company, moved there, or point into it', async () => {
  const { ours, theirs } = await twoCompanies()
  const write = (work: Parameters<typeof t.in>[1]) => t.in(ours.companyId, work)
  await expect(
    write((db) =>
      db
        .insertInto('customer')
        .values({ companyId: theirs.companyId, ownerId: theirs.userId, name: 'x' })
        .execute(),
    ),
  ).rejects.toThrow(/row-level security/)
  await expect(
    write((db) => db.updateTable('bill').set({ companyId: theirs.companyId }).execute()),
  ).rejects.toThrow(/row-level security/)
  await expect(
    write((db) =>
      db
        .insertInto('customer')
        .values({ companyId: ours.companyId, ownerId: theirs.userId, name: 'x' })
        .execute(),
    ),
  ).rejects.toThrow(/foreign key/)
  const changed = await t.in(ours.companyId, (db) =>
    db
      .updateTable('bill')
      .set({ title: 'taken' })
      .where('companyId', '=', theirs.companyId)
      .executeTakeFirst(),
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
  for (const statement of attempts)
    await expect(t.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  await expect(assertRuntimeRole(t.pool)).resolves.toBeUndefined()
})

test('a process with the owner’s login refuses to start', async () => {
  const pool = createPool(t.ownerUrl, 1, 'test')
  await expect(assertRuntimeRole(pool)).rejects.toThrow(/must be a member of paydesk_app/)
  await pool.end()
})

test.each([
  ['bypasses row-level security', 'bypassrls', ['paydesk_app']],
  ['may become the role that looks across companies', '', ['paydesk_app', 'paydesk_auth']],
  ['is no runtime role at all', '', []],
  ['may become the owner of the tables', '', ['paydesk_app', 'the owner']],
  ['owns a table itself', 'owning', ['paydesk_app']],
])('a process with a login that %s refuses to start', async (_, attributes, groups) => {
  const name = `login_${randomBytes(6).toString('hex')}`
  const [owner] = await t.owner<{ name: string }>(
    `select relowner::regrole::text as name from pg_class where oid = 'bill'::regclass`,
  )
  const owns = attributes === 'owning'
  await t.owner(`create role ${name} login password 'x' ${owns ? '' : attributes}`)
  try {
    for (const group of groups)
      await t.owner(`grant ${group === 'the owner' ? owner?.name : group} to ${name}`)
    if (owns) await t.owner(`create table ${name} (); alter table ${name} owner to ${name}`)
    const url = new URL(t.ownerUrl)
    Object.assign(url, { username: name, password: 'x' })
    const pool = createPool(url.href, 1, 'test')
    await expect(assertRuntimeRole(pool)).rejects.toThrow(/must be a member of paydesk_app/)
    await pool.end()
  } finally {
    await t.owner(`drop table if exists ${name}; drop role ${name}`)
  }
})

test('the API shows each company only its own records', async () => {
  const { ours, theirs } = await twoCompanies()
  const list = async (token: string) =>
    ((await t.call(billApi.list, {}, { token })).body.data as { total: number }).total
  expect([await list(ours.token), await list(theirs.token)]).toEqual([1, 2])
})

async function tenantTables() {
  const rows = await t.owner<{ name: string }>(
    `select relname as name
     from pg_class c
     join pg_attribute on attrelid = c.oid and attname = 'company_id'
     where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p')
       and has_table_privilege('paydesk_app', c.oid, 'select')`,
  )
  return rows.map(({ name }) => name)
}
