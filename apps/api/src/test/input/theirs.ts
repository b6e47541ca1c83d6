import type { TestApp } from '../appInProcess.ts'
import { make } from '../make.ts'
import { records } from './inputs.ts'
import type { Making } from './making.ts'
import type { Kind, SharedKind } from './positions.ts'

/**
 * Another company, with a record of each kind. Whatever it has of text contains the mark, so
 * that a leak shows.
 */
export type Theirs = {
  companyId: string
  mark: string
  ids: Record<Kind, string>
  shared: Record<SharedKind, string>
}

export async function makeTheirs(t: TestApp): Promise<Theirs> {
  const [owner, mark] = [await make.admin(t), 'theirs-7f3a']
  const { companyId } = owner
  const user = await make.user(t, { companyId, parentId: owner.userId, roles: ['Operator'] })
  const making = { t, companyId, caller: user, mark }
  const [bill, customer] = [await records.bill(making, 'sent'), await records.customer(making)]
  const [paypalAccount, operation] = [
    await records.paypalAccount(making),
    await records.operation(making),
  ]
  const transaction = await records.transaction(making)
  await records.event(making)
  await records.alarm(making)
  const [{ paymentId: payment }, approval, dispute] = [
    await records.paid(making),
    await records.approval(making),
    await records.dispute(making),
  ]
  const { refundId: refund } = await records.unknown(making)
  const disputeFile = await records.disputeFile(making, dispute)
  await t.owner(
    `update app_user
     set name = name || '${mark}', email = '${mark}@example.com'
     where company_id = $1`,
    [companyId],
  )
  await t.owner(
    `update bill set title = '${mark}', customer_name = '${mark}' where company_id = $1`,
    [companyId],
  )
  await t.owner(`update company set name = name || '${mark}' where id = $1`, [companyId])
  await t.owner(
    `insert into company_setting (company_id, tabs, updated_by)
     values ($1, '{"routing": {"mode": "automatic"}}', '${mark}')`,
    [companyId],
  )
  const [notice, session] = [await records.notice(making), await records.session(making)]
  const [passkey, identity] = [await records.passkey(making), await records.identity(making)]
  await t.owner(
    `insert into audit_entry (
       company_id, seq, at, actor_id, actor_name, action, entity, entity_id, address, device,
       prev_hash, hash
     )
     values (
       $1, 0, now(), $2::uuid, '${mark}', 'user.update', 'user', $2::uuid::text, '${mark}', 'd',
       '', ''
     )`,
    [companyId, user.userId],
  )
  const [view, bot, rule, limitChange] = [
    await records.view(making),
    await records.bot(making),
    await records.rule(making),
    await records.limitChange(making),
  ]
  const money = {
    rowAside: await records.rowAside(making),
    payment,
    refund,
    approval,
    dispute,
    disputeFile,
    view,
    bot,
    rule,
    limitChange,
  }
  return {
    companyId,
    mark,
    shared: await sharedOf(making, { passkey, paypalAccount }),
    ids: {
      user: user.userId,
      notice,
      session,
      passkey,
      identity,
      bill,
      customer,
      paypalAccount,
      operation,
      transaction,
      ...money,
    },
  }
}

/**
 * A role that their people have, the names of their records at PayPal and on their devices, a
 * number far up in their chain.
 */
async function sharedOf(
  making: Making,
  { passkey, paypalAccount }: { passkey: string; paypalAccount: string },
): Promise<Record<SharedKind, string>> {
  const { t, companyId, caller, mark } = making
  const first = async (text: string, values: unknown[]) =>
    (await t.owner<{ found: string }>(text, values))[0]?.found as string
  const [role, permission] = [
    await records.role({ ...making, mark: '' }),
    await records.permission({ ...making, mark: '' }),
  ]
  await t.owner('insert into role_permission (role_id, permission_id) values ($1, $2)', [
    role,
    permission,
  ])
  await t.owner('insert into user_role (company_id, user_id, role_id) values ($1, $2, $3)', [
    companyId,
    caller.userId,
    role,
  ])
  for (let index = 0; index < 400; index++)
    await t.owner(
      `insert into audit_entry (
         company_id, seq, at, actor_id, actor_name, action, entity, entity_id, address, device,
         prev_hash, hash
       )
       values ($1, 0, now(), $2, $3, 'user.update', 'user', $2::uuid::text, 'a', 'd', '', '')`,
      [companyId, caller.userId, mark],
    )
  return {
    role,
    permission,
    group: await first('select group_id as found from permission where id = $1', [permission]),
    platform: '1',
    credential: (
      await first(`select encode(credential_id, 'base64') as found from passkey where id = $1`, [
        passkey,
      ])
    )
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', ''),
    client: await first('select client_id as found from paypal_account where id = $1', [
      paypalAccount,
    ]),
    event: (await records.event(making)).id,
    refundAtPayPal: await first(
      `update refund
       set provider_refund_id = 'R-' || id
       where id = (select id from refund where company_id = $1 limit 1)
       returning provider_refund_id as found`,
      [companyId],
    ),
    avatar: await first(
      `insert into avatar (company_id, user_id, type, bytes)
       values ($1, $2, 'image/png', 'x')
       returning id as found`,
      [companyId, caller.userId],
    ),
    entry: await first('select max(seq)::text as found from audit_entry where company_id = $1', [
      companyId,
    ]),
    door: paypalAccount,
  }
}

/**
 * A hash of all rows of a company, table by table. A call of another company's must
 * leave them unchanged.
 */
export async function hashOf(t: TestApp, companyId: string): Promise<Record<string, string>> {
  const tables = await t.owner<{ name: string }>(
    `select relname as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
  )
  const hash = (table: string, column: string) =>
    `select '${table}' as name,
       count(*) || md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as hash
     from ${table} x
     where ${column} = $1`
  const rows = await t.owner<{ name: string; hash: string }>(
    [...tables.map(({ name }) => hash(name, 'company_id')), hash('company', 'id')].join(
      ' union all ',
    ),
    [companyId],
  )
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
