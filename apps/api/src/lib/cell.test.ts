import { loginApi } from '@paydesk/contract/people/login'
import { expect, test } from 'vitest'
import { make } from '../test/make.ts'
import { testApp } from '../test/testApp.ts'

const t = testApp()

const ask = async (query: string, values: unknown[] = []) =>
  (await t.pool.query(query, values)).rows

test('a company that another database serves is found by nobody here, and again once it is back', async () => {
  const admin = await make.admin(t)
  const { companyId, userId } = admin
  await make.bill(t, admin, { status: 'sent' })
  const [account] = await t.owner<{ id: string }>(
    `insert into paypal_account (company_id, label, email, environment, client_id, secret_sealed)
     values ($1, 'A', 'a@b.example', 'live', 'c', 'x')
     returning id`,
    [companyId],
  )
  const [login] = await t.owner<{ username: string }>(
    `update app_user
     set phone = '+4477', email = 'cell@example.com'
     where company_id = $1 and id = $2
     returning username`,
    [companyId, userId],
  )
  await t.owner(
    `insert into paypal_event_todo (company_id, account_id, event_id) values ($1, $2, 'e')`,
    [companyId, account?.id],
  )
  await t.owner(
    `insert into notice_delivery (company_id, channel, target_id, kind, subject_id, data, due_at)
     values ($1, 'mail', $2, 'k', $2, '{}', now())`,
    [companyId, userId],
  )
  await t.owner(
    `insert into rule (company_id, name, description, template, type, start_at, params, next_at)
     values ($1, 'R', 'A rule', 'dailySummary', 'daily', now(), '{}', now())`,
    [companyId],
  )
  const found = async () => ({
    login: (await ask('select * from find_login($1)', [login?.username])).length,
    phone: (await ask(`select * from find_login_by_phone('+4477')`)).length,
    reset: (await ask(`select * from find_logins_to_reset('cell@example.com')`)).length,
    account: (await ask('select company_of_paypal_account($1) as id', [account?.id])).filter(
      ({ id }) => id,
    ).length,
    inUse: (await ask('select * from paypal_accounts_in_use()')).length,
    sync: (await ask('select * from accounts_to_sync()')).length,
    events: (await ask('select * from accounts_with_due_events()')).length,
    rules: (await ask('select * from rules_due()')).length,
    deliveries: (await ask('select * from claim_notice_deliveries(10)')).length,
    folded: Number((await ask('select fold_bill_figures(10) as rows'))[0].rows) > 0,
    session: (await t.as(admin).call(loginApi.currentUser, {})).status,
  })
  await t.owner(`update company set cell = 'elsewhere' where id = $1`, [companyId])
  expect(await found()).toEqual({
    login: 0, phone: 0, reset: 0, account: 0, inUse: 0, sync: 0, events: 0, rules: 0, deliveries: 0, folded: false, session: 401,
  }) // biome-ignore format: one line
  await t.owner(`update company set cell = 'main' where id = $1`, [companyId])
  expect(await found()).toEqual({
    login: 1, phone: 1, reset: 1, account: 1, inUse: 1, sync: 1, events: 1, rules: 1, deliveries: 1, folded: true, session: 200,
  }) // biome-ignore format: one line
})

test('what the program brings along has the same ids in every database, and nobody else gets such an id', async () => {
  expect(await t.owner('select id, code from role where built_in order by id')).toEqual([
    { id: '00000000-0000-8000-8000-000001000001', code: 'SuperAdmin' },
    { id: '00000000-0000-8000-8000-000001000002', code: 'Admin' },
    { id: '00000000-0000-8000-8000-000001000003', code: 'Operator' },
    { id: '00000000-0000-8000-8000-000001000004', code: 'Finance' },
  ])
  const ofKind = async (table: string, kind: string) =>
    (
      await t.owner<{ id: string }>(`select id from ${table} where is_built_in_id(id) order by id`)
    ).filter(
      ({ id }, index) =>
        id !== `00000000-0000-8000-8000-${kind}${String(index + 1).padStart(6, '0')}`,
    )
  expect([
    await ofKind('permission_group', '000002'),
    await ofKind('permission', '000003'),
  ]).toEqual([[], []])
  await expect(
    t.owner(
      `insert into role (id, code, name)
       values ('00000000-0000-8000-8000-000001000099', 'X', 'X')`,
    ),
  ).rejects.toThrow(/role_built_in_id/)
  await expect(
    t.owner(`insert into role (code, name, built_in) values ('X', 'X', true)`),
  ).rejects.toThrow(/role_built_in_id/)
})
