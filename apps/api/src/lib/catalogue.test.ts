import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testApp } from '../test/testApp.ts'

/**
 * What lets a company move to another database while it works: its rows are found by company_id
 * alone, copied rows cause nothing, no number is counted per database, and only the database that
 * has the company works for it.
 */
const t = testApp()

/** Unique across companies, because whoever asks has no company yet. */
const keysWithoutCompany = {
  app_user_username: 'sign-in has no company field',
  app_user_verified_phone: 'a phone signs in without a company, so it has one owner in all of them',
  avatar_id_key: 'a picture is fetched by its random id alone',
  identity_issuer_subject_key: 'a provider names the person, not the company',
  invitation_token_hash_key: 'the invited person has only the token',
  passkey_credential_id_key: 'the authenticator names no company',
  session_id: 'a super admin’s session lies in their own company, whichever they act in',
  session_token_hash_key: 'a request brings only its token',
}

/** Functions with rights across companies that need not ask whether a company is here. */
const notAsking = {
  audit_append: 'a trigger: it works for the company of the row',
  audit_first_fault: 'the owner’s tool: it checks the one company that it is given',
  audit_first_fault_here: 'answers for the transaction’s own company only',
  customer_matches: 'answers for the transaction’s own company only',
  customers_named: 'answers for the transaction’s own company only',
  customers_of_emails: 'answers for the transaction’s own company only',
  detach_event_month: 'a month holds all companies, and the one that keeps it longest decides',
  drop_detached_months: 'a month holds all companies',
  end_company_sessions: 'a super admin names the one company',
  find_bills_by_text: 'answers for the transaction’s own company only',
  keep_a_super_admin: 'a trigger: it counts by super_admin_count, which asks',
  longest_event_days:
    'a month stays as long as anybody’s rows in it are kept, wherever that company works',
  make_months: 'a month holds all companies',
  transactions_of_payer: 'answers for the transaction’s own company only',
  watch_allowance: 'figures without a company: how much is left of what all share',
  watch_notices: 'figures without a company: of the messages that the jobs it is given are about',
}

const names = async (query: string) =>
  (await t.owner<{ name: string }>(query)).map(({ name }) => name)

const tenantTable = `exists (select from pg_attribute where attrelid = c.oid and attname = 'company_id' and not attisdropped)
  and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`

const tablesWithoutKey = () =>
  names(`select c.relname as name from pg_class c where ${tenantTable} and not exists (
    select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indrelid = c.oid and i.indisprimary and a.attname = 'company_id')`)

const keysNotByCompany = () =>
  names(`
    select i.indexrelid::regclass::text as name
    from pg_class c
    join pg_index i on i.indrelid = c.oid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where ${tenantTable} and i.indisunique and a.attname is distinct from 'company_id' order by 1`)

/** Replication runs such triggers too: what they post would be there twice. */
const triggersOfCopies = () =>
  names(`select tgname as name from pg_trigger where tgenabled in ('A', 'R') and not tgisinternal`)

const sequences = () =>
  names(`
    select c.oid::regclass::text as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where relkind = 'S' and nspname not in ('pgboss', 'pg_catalog', 'information_schema')`)

const functionsNotAsking = () =>
  names(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
    and prosrc !~ '\\m(company_is_here|can_sign_in)\\(' order by 1`)

const functionsThatTruncate = () =>
  names(
    `select proname as name
     from pg_proc
     where pronamespace = 'public'::regnamespace and prosrc ~* '\\mtruncate\\M'`,
  )

/**
 * TRUNCATE knows no company: it would empty a table for all of them, at the other end
 * of a copy as well.
 */
const truncates = (text: string) => /\btruncate\s+(table\s+|only\s+)?["a-z$]/i.test(text)

/** Plants something into the database that the rule must see, and takes it out again. */
async function planted(make: string, unmake: string, see: () => Promise<string[]>) {
  await t.owner(make)
  try {
    return await see()
  } finally {
    await t.owner(unmake)
  }
}

test('every table of companies has a primary key that begins with the company', async () => {
  expect(await tablesWithoutKey()).toEqual([])
  const make =
    'create table planted (company_id uuid, id uuid primary key); create table keyless (company_id uuid)'
  expect((await planted(make, 'drop table planted, keyless', tablesWithoutKey)).sort()).toEqual([
    'keyless',
    'planted',
  ])
})

test('other keys begin with it too, but for those that are asked for before a company is known', async () => {
  expect(await keysNotByCompany()).toEqual(Object.keys(keysWithoutCompany).sort())
  expect(
    await planted(
      'create unique index planted on bill (lower(number))',
      'drop index planted',
      keysNotByCompany,
    ),
  ).toContain('planted')
})

test.each(['always', 'replica'])('no trigger runs for copied rows (%s)', async (kind) => {
  expect(await triggersOfCopies()).toEqual([])
  const [make, unmake] = [`enable ${kind}`, 'enable'].map(
    (how) => `alter table bill ${how} trigger figure_new_bills`,
  )
  expect(await planted(make as string, unmake as string, triggersOfCopies)).toEqual([
    'figure_new_bills',
  ])
})

test('nothing counts by a sequence', async () => {
  expect(await sequences()).toEqual([])
  expect(
    await planted('create table planted (id serial)', 'drop table planted', sequences),
  ).toEqual(['planted_id_seq'])
})

test('nothing truncates at run time', async () => {
  expect(await functionsThatTruncate()).toEqual([])
  const make = `create function planted() returns void language sql as 'truncate bill'`
  expect(await planted(make, 'drop function planted', functionsThatTruncate)).toEqual(['planted'])

  const root = new URL('../../../..', import.meta.url).pathname
  const files = globSync('apps/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/src\/test\//.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => truncates(readFileSync(`${root}/${file}`, 'utf8')))).toEqual([])
  expect(['truncate bill', 'TRUNCATE TABLE bill', '"truncated at 200"'].map(truncates)).toEqual([
    true,
    true,
    false,
  ])
})

test('every function that looks across companies asks which of them are here', async () => {
  expect(await functionsNotAsking()).toEqual(Object.keys(notAsking).sort())
  const make = `
    create function planted() returns setof uuid language sql security definer as 'select company_id from bill'`
  expect(await planted(make, 'drop function planted', functionsNotAsking)).toContain('planted')
})

test('functions with rights of their own belong to paydesk_auth, and those before a company is known are these', async () => {
  expect(
    await names(
      `select proname as name
       from pg_proc
       where pronamespace = 'public'::regnamespace
         and prosecdef
         and pg_get_userbyid(proowner) <> 'paydesk_auth'
       order by 1`,
    ),
    // Only a table's owner can give it months and take them out (decision 74).
  ).toEqual(['detach_event_month', 'drop_detached_months', 'make_months'])
  expect(
    await names(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace
      and proname ~ '^(find_(login|logins|invitation|avatar)|authenticate|company_of)'
      order by 1`),
  ).toEqual([
    'authenticate_request',
    'company_of_paypal_account',
    'find_avatar',
    'find_invitation',
    'find_login',
    'find_login_by_identity',
    'find_login_by_passkey',
    'find_login_by_phone',
    'find_logins_to_reset',
  ])
})
