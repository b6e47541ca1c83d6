import { openStatuses } from '@paydesk/contract/billing/billStatus'
import { billedStatuses, type customerApi } from '@paydesk/contract/billing/customer'
import type { Query } from '@paydesk/contract/lib/endpoint'
import type { Language } from '@paydesk/contract/lib/errors'
import { terms } from '@paydesk/contract/lib/terms'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { SheetColumn } from '../../lib/file/sheet.ts'
import { sayIn, termIn } from '../../lib/language.ts'
import type { Sheet } from '../../office/export/export.ts'

function columnsOf(actor: Actor, language: Language): SheetColumn[] {
  const head = sayIn(language)
  const named = termIn(language)
  const money = (label: string, amountMinor: RawBuilder<unknown>) => ({
    label,
    amountMinor,
    currency: sql`s.currency`,
  })
  return [
    { label: head('客户', 'Customer'), text: sql`c.name` },
    { label: head('公司名称', 'Business name'), text: sql`c.business_name` },
    { label: head('账单邮箱', 'Billing email'), text: sql`coalesce(c.email, '')` },
    { label: head('电话', 'Phone'), text: sql`coalesce(c.phone, '')` },
    { label: head('国家/地区', 'Country or region'), word: sql`coalesce(c.country, '')` },
    { label: head('业务员', 'Owner'), text: sql`u.name` },
    { label: head('标签', 'Tags'), text: sql`array_to_string(c.tags, ' ')` },
    { label: head('币种', 'Currency'), word: sql`coalesce(s.currency, '')` },
    { label: head('账单数', 'Bills'), count: sql`s.bills` },
    money(head(terms.total.zh, 'Billed'), sql`s.billed`),
    money(named('paid'), sql`s.paid`),
    money(named('refunded'), sql`s.refunded`),
    money(named('due'), sql`s.due`),
    {
      label: head('创建时间', 'Created'),
      time: sql`c.created_at`,
      timezone: actor.companyTimezone,
    },
  ]
}

/**
 * A line per customer and currency: amounts of different currencies cannot share a column that
 * someone will add up.
 */
export function customerSheet(
  actor: Actor,
  filter: Query<typeof customerApi.export>,
  language: Language,
): Sheet {
  const { tag, ownerId, country } = filter
  return {
    alias: 'c',
    columns: columnsOf(actor, language),
    from: sql`customer c`,
    where: sql`c.company_id = ${actor.companyId}
        and c.merged_into_id is null ${tag ? sql`and c.tags @> array[${tag}]` : sql``}
      ${ownerId ? sql`and c.owner_id = ${ownerId}` : sql``}
      ${country ? sql`and c.country = ${country}` : sql``}`,
    joins: sql`join app_user u on u.company_id = c.company_id and u.id = c.owner_id
      left join lateral (
        select currency, count(*) as bills, sum(paid_minor)::bigint as paid,
          sum(refunded_minor)::bigint as refunded,
          coalesce(
            sum(total_minor) filter (where status = any(${billedStatuses})), 0
          )::bigint as billed,
          coalesce(sum(due_minor) filter (where status = any(${openStatuses})), 0)::bigint as due
        from bill
        where company_id = c.company_id and customer_id = c.id
        group by currency
        order by currency
      ) s on true`,
    severalLines: true,
    order: [
      { value: sql`c.created_at`, type: 'timestamptz' },
      { value: sql`c.id`, type: 'uuid' },
    ],
    direction: 'desc',
  }
}
