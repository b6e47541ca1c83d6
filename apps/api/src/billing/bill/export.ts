import type { billApi } from '@paydesk/contract/billing/bill'
import { openStatuses } from '@paydesk/contract/billing/billStatus'
import { statusWords } from '@paydesk/contract/billing/billWords'
import type { Query } from '@paydesk/contract/lib/endpoint'
import type { Language } from '@paydesk/contract/lib/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import type { SheetColumn } from '../../lib/file/sheet.ts'
import { sayIn, termIn } from '../../lib/language.ts'
import { literals } from '../../lib/literals.ts'
import { type Sheet, worded } from '../../office/export/export.ts'
import { scopeOf } from './list/filter.ts'
import { whereWhole } from './list/range.ts'
import { netOf, paidAt } from './money/read.ts'
import { isOverdue } from './visible.ts'

function columnsOf(actor: Actor, language: Language): SheetColumn[] {
  const head = sayIn(language)
  const named = termIn(language)
  const money = (label: string, amountMinor: RawBuilder<unknown>) => ({
    label,
    amountMinor,
    currency: sql`b.currency`,
  })
  const time = (label: string, at: RawBuilder<unknown>) => ({
    label,
    time: at,
    timezone: actor.companyTimezone,
  })
  return [
    { label: head('账单号', 'Bill number'), text: sql`b.number` },
    { label: head('标题', 'Title'), text: sql`b.title` },
    { label: head('客户', 'Customer'), text: sql`b.customer_name` },
    { label: head('状态', 'Status'), word: worded(sql`b.status`, statusWords, language) },
    {
      label: head('逾期', 'Overdue'),
      word: sql`case when ${isOverdue(actor)} then ${sql.lit(head('是', 'Yes'))} else '' end`,
    },
    { label: head('币种', 'Currency'), word: sql`b.currency` },
    money(named('total'), sql`b.total_minor`),
    money(named('paid'), sql`b.paid_minor`),
    money(named('refunded'), sql`b.refunded_minor`),
    money(head('直接付款', 'Paid directly'), sql`b.elsewhere_minor`),
    money(
      named('due'),
      sql`case when b.status in (${literals(openStatuses)}) then b.due_minor else 0 end`,
    ),
    money(named('fee'), sql`b.fee_minor`),
    money(
      head('退款、退单手续费', 'Refund and chargeback fees'),
      sql`(
        select sum(k.fee_minor)::bigint
        from bill_back k
        where k.company_id = b.company_id and k.bill_id = b.id and k.currency = b.currency
      )`,
    ),
    money(named('net'), netOf),
    { label: named('dueDate'), day: sql`b.due_date` },
    { label: head('业务员', 'Owner'), text: sql`u.name` },
    { label: named('paypalAccount'), text: sql`coalesce(a.label, '')` },
    {
      label: head('PayPal 账单编号', 'PayPal invoice ID'),
      text: sql`coalesce(b.provider_invoice_id, '')`,
    },
    { label: head('催款次数', 'Reminders'), count: sql`b.remind_count` },
    time(head('创建时间', 'Created'), sql`b.created_at`),
    time(head('发送时间', 'Sent'), sql`b.sent_at`),
    time(head('付清时间', 'Paid at'), paidAt),
    { label: head('标签', 'Tags'), text: sql`array_to_string(b.tags, ' ')` },
  ]
}

/** The export holds what the list shows the same person under the same filters. */
export async function billSheet(
  db: Db,
  actor: Actor,
  filter: Query<typeof billApi.export>,
  language: Language,
): Promise<Sheet> {
  const scope = await scopeOf(db, actor, filter)
  return {
    alias: 'b',
    columns: columnsOf(actor, language),
    from: sql`bill b`,
    where: scope ? whereWhole(scope) : sql`false`,
    joins: sql`join app_user u on u.company_id = b.company_id and u.id = b.owner_id
      left join paypal_account a on a.company_id = b.company_id and a.id = b.account_id`,
    order: [
      { value: sql`b.created_at`, type: 'timestamptz' },
      { value: sql`b.id`, type: 'uuid' },
    ],
    direction: 'desc',
  }
}
