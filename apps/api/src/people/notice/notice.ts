import type { Id } from '@paydesk/contract/lib/id'
import { type Permission, roleCode } from '@paydesk/contract/lib/permission'
import { companyKinds, defaultSettings } from '@paydesk/contract/people/companySetting'
import type { Notice, NoticeKind } from '@paydesk/contract/people/notice'
import { defaultChoices, type NotificationKind } from '@paydesk/contract/people/notificationChoice'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'

export type NewNotice<K extends NoticeKind> = {
  kind: K
  /** The kind of notification under which a reader can switch it off. */
  choice: NotificationKind
  /** Each reader gets one notice per kind and subject: telling it again reaches nobody. */
  subjectId: string | RawBuilder<string>
  data: Extract<Notice, { kind: K }>['data']
}
type What = { kind: NoticeKind; choice: NotificationKind }

/** A condition on the users `u`: they hold the permission. */
const holds = (permission: Permission) => sql`exists (
  select
  from user_role ur
  join role r on r.id = ur.role_id
  where ur.company_id = u.company_id
    and ur.user_id = u.id
    and (
      r.code in (${roleCode.admin}, ${roleCode.superAdmin})
      or exists (
        select
        from role_permission rp
        join permission p on p.id = rp.permission_id
        where rp.role_id = r.id and p.name = ${permission}
      )
    )
)`

/**
 * Tells everyone in the company who holds the permission, unless they do not want to be told, and
 * the company's own e-mail addresses and team chats. `who` narrows the users `u` further.
 */
export async function tellHolders<K extends NoticeKind>(
  db: Db,
  companyId: Id<'company'>,
  permission: Permission,
  told: NewNotice<K>,
  {
    exceptId = null,
    who = sql`true`,
  }: { exceptId?: string | null; who?: RawBuilder<unknown> } = {},
): Promise<void> {
  await deliver(
    db,
    companyId,
    told,
    sql`
      select u.id as user_id, ${told.subjectId}::uuid as subject_id,
        ${toJsonb(told.data)}::jsonb as data
      from app_user u
      where u.company_id = ${companyId}
        and u.id is distinct from ${exceptId}::uuid
        and ${holds(permission)}
        and ${who}`,
  )
  await tellCompany(
    db,
    companyId,
    told,
    sql`select ${told.subjectId}::uuid as subject_id, ${toJsonb(told.data)}::jsonb as data`,
  )
}

/**
 * Tells the given people. A super admin who acted here is a user of another company and is not
 * told. `always`: at once and whatever they chose, because whoever takes an account over would
 * choose silence first.
 */
export function tellUsers<K extends NoticeKind>(
  db: Db,
  companyId: Id<'company'>,
  userIds: Id<'user'>[],
  told: NewNotice<K>,
  { byMail = true, always = false }: { byMail?: boolean; always?: boolean } = {},
): Promise<void> {
  const rows = sql`
    select i as user_id, ${told.subjectId}::uuid as subject_id,
      ${toJsonb(told.data)}::jsonb as data
    from unnest(${userIds}::uuid[]) i`
  return deliver(db, companyId, told, rows, { byMail, always })
}

/** Tells the bill's owner, and the company's addresses and chats. */
export async function tellOwner<K extends NoticeKind>(
  db: Db,
  companyId: Id<'company'>,
  ownerId: Id<'user'>,
  told: NewNotice<K>,
): Promise<void> {
  await tellUsers(db, companyId, [ownerId], told)
  await tellCompany(
    db,
    companyId,
    told,
    sql`select ${told.subjectId}::uuid as subject_id, ${toJsonb(told.data)}::jsonb as data`,
  )
}

/**
 * Tells the owners of the bills of these payments (ids of bill_payment), in a few statements
 * however many they are. Pending payments are not money yet.
 */
export async function tellPayments(
  db: Db,
  companyId: Id<'company'>,
  paymentIds: string[],
): Promise<void> {
  if (paymentIds.length === 0) return
  const what: What = { kind: 'paymentReceived', choice: 'paymentReceived' }
  const rows = sql`
    select b.owner_id as user_id, p.id as subject_id,
      jsonb_build_object(
        'billId', b.id, 'billNumber', b.number, 'customerName', b.customer_name,
        'amountMinor', p.amount_minor, 'currency', p.currency
      ) as data
    from bill_payment p
    cross join lateral (
      select b.id, b.number, b.customer_name, b.owner_id
      from bill b
      where b.company_id = ${companyId} and b.id = p.bill_id
      offset 0
    ) b
    where p.company_id = ${companyId}
      and p.id = any(${paymentIds}::uuid[])
      and p.source = 'paypal'
      and not p.pending`
  await deliver(db, companyId, what, rows)
  await tellCompany(db, companyId, what, rows)
}

/**
 * Delivers with one statement, at the bell and by e-mail as each reader chose. E-mails are due when
 * each reader wants them.
 */
async function deliver(
  db: Db,
  companyId: Id<'company'>,
  { kind, choice }: What,
  told: RawBuilder<unknown>,
  { byMail = true, always = false } = {},
): Promise<void> {
  const otherwise = defaultChoices.find((one) => one.kind === choice)
  const wish = (channel: 'console' | 'email') => sql`${always}
    or coalesce(
      (
        select (c ->> ${channel}::text)::boolean
        from jsonb_array_elements(nc.choices) c
        where c ->> 'kind' = ${choice}
      ),
      ${otherwise?.[channel] ?? false}
    )`
  const { rows } = await sql<{ userId: Id<'user'> }>`
    with told as materialized (${told}), wish as materialized (
      select u.id, (${wish('console')}) as at_bell,
        (${byMail ? wish('email') : sql`false`}) and u.email is not null as by_mail,
        coalesce(u.timezone, c.timezone) as zone, nc.digest_hour, nc.quiet_from, nc.quiet_to
      from (select distinct user_id from told) t
      join app_user u on u.company_id = ${companyId}
        and u.id = t.user_id
        and (u.status = 'active' or (${always} and u.status = 'disabled'))
      join company c on c.id = u.company_id
      left join notification_choice nc on nc.company_id = u.company_id and nc.user_id = u.id
    ), noticed as (
      insert into notice (company_id, user_id, kind, subject_id, data)
      select ${companyId}, t.user_id, ${kind}, t.subject_id, t.data
      from told t
      join wish w on w.id = t.user_id and w.at_bell
      on conflict do nothing returning user_id
    ), mailed as (
      insert into notice_delivery (company_id, channel, target_id, kind, subject_id, data, due_at)
      select ${companyId}, 'mail', t.user_id, ${kind}, t.subject_id, t.data,
        ${always ? sql`now()` : sql`next_message_at(now(), w.zone, w.digest_hour, w.quiet_from, w.quiet_to)`}
      from told t join wish w on w.id = t.user_id and w.by_mail on conflict do nothing
    )
    select distinct user_id from noticed`.execute(db)
  await announce(
    db,
    companyId,
    rows.map(({ userId }) => ({ entity: 'notice', id: userId })),
  )
}

/**
 * A chat takes some twenty messages a minute from each bot, so messages that come within five
 * seconds go together.
 */
const soon = sql`to_timestamp(ceil(extract(epoch from now()) / 5) * 5)`

async function tellCompany(
  db: Db,
  companyId: Id<'company'>,
  { kind, choice }: What,
  told: RawBuilder<unknown>,
): Promise<void> {
  if (!(companyKinds as NotificationKind[]).includes(choice)) return
  // This looks at one row first: most companies want to hear of few kinds, and hardly
  // any of payments.
  const wanted = sql`coalesce(
    tabs -> 'notifications' -> 'kinds',
    ${JSON.stringify(defaultSettings.notifications.kinds)}::jsonb
  ) ? ${choice}`
  const { rows } = await sql`
    select
    from company_setting
    where company_id = ${companyId} and tabs ? 'notifications' and ${wanted}`.execute(db)
  if (rows.length === 0) return
  const hour = (end: 'from' | 'to') => sql`(n.tab -> 'quiet' ->> ${end}::text)::integer`
  await sql`
    insert into notice_delivery (company_id, channel, target_id, kind, subject_id, data, due_at)
    select ${companyId}, w.channel, w.target_id, ${kind}, t.subject_id, t.data,
      next_message_at(
        case w.channel when 'chat' then ${soon} else now() end, c.timezone, null, ${hour('from')},
        ${hour('to')}
      )
    from (
      select tabs -> 'notifications' as tab from company_setting where company_id = ${companyId}
    ) n
    cross join lateral (
      select 'companyMail' as channel, ${companyId}::uuid as target_id
      where jsonb_array_length(coalesce(n.tab -> 'emails', '[]')) > 0
      union all
      select 'chat', (b ->> 'id')::uuid
      from jsonb_array_elements(coalesce(n.tab -> 'webhooks', '[]')) b
      where (b ->> 'enabled')::boolean and b ? 'id') w
    join company c on c.id = ${companyId}
    cross join (${told}) t
    on conflict do nothing`.execute(db)
}

type Undelivered = { id: string; channel: string; kind: string }

/**
 * After a restore: messages about notices of before the given moment may have gone out, and do not
 * again. The notices themselves stay.
 */
export async function withholdDeliveries(
  db: Db,
  companyId: Id<'company'>,
  before: string,
): Promise<Undelivered[]> {
  const { rows } = await sql<Undelivered>`
    update notice_delivery set withheld_at = now(), batch_id = coalesce(batch_id, new_id())
    where company_id = ${companyId}
      and sent_at is null
      and withheld_at is null
      and created_at < ${before}
    returning id, channel, kind`.execute(db)
  return rows
}
