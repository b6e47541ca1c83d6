import { openStatuses } from '@paydesk/contract/billing/billStatus'
import type { Language } from '@paydesk/contract/lib/errors'
import type { Id } from '@paydesk/contract/lib/id'
import type { Currency } from '@paydesk/contract/lib/money'
import { terms } from '@paydesk/contract/lib/terms'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import { localTime, todayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { sayIn } from '../../lib/language.ts'
import { type Sheet, worded } from '../../office/export/export.ts'
import { findCustomer } from '../customer/customer.ts'
import { readIssuer, type Statement, type Table } from './statement.ts'

const kinds = {
  bill: { zh: '账单', en: 'Bill' },
  payment: { zh: '付款', en: 'Payment' },
  elsewhere: { zh: '直接付款', en: 'Paid directly' },
  deduction: terms.waived,
  refund: { zh: '退款', en: 'Refund' },
  reversal: terms.reversal,
  chargeback: terms.chargeback,
  returned: { zh: '已追回', en: 'Recovered' },
  external: { zh: '线下退款', en: 'Refund outside PayPal' },
  cancelled: { zh: '作废', en: 'Canceled' },
  writtenOff: { zh: '坏账核销', en: 'Written off' },
}

/**
 * What happened between the customer and us, by day of the company's calendar. Payments and what
 * went back are those that the home page and the bills count, on the same days; money that
 * explains a bill from elsewhere stands beside them. What was let go of a bill is no money: it
 * lowers what was billed.
 */
export function events(
  actor: Pick<Actor, 'companyId' | 'companyTimezone'>,
  customerId: Id<'customer'>,
  month: string,
): RawBuilder<unknown> {
  const day = (at: RawBuilder<unknown>) => sql`(${at} at time zone ${actor.companyTimezone})::date`
  const of = sql`b.company_id = ${actor.companyId} and b.customer_id = ${customerId}`
  // All bills at once: one by one, a customer of a thousand bills would take seconds.
  const elsewhere = sql`elsewhere_lines(
      ${actor.companyId}, array(select b.id from bill b where ${of} and b.elsewhere_minor > 0)
    ) l
    join bill b on b.company_id = ${actor.companyId} and b.id = l.bill_id`
  const none = sql`null::bigint`
  const first = sql`${`${month}-01`}::date`
  return sql`(
    select * from (
      select ${day(sql`b.sent_at`)} as day, 'bill' as kind, '1' || b.id as key, b.number,
        b.title as detail, b.currency, b.total_minor as billed_minor, ${none} as paid_minor,
        ${none} as elsewhere_minor, ${none} as refunded_minor
      from bill b where ${of} and b.sent_at is not null
      union all
      select p.counted_on, 'payment', '2' || p.id, b.number, p.method, p.currency, null,
        p.amount_minor, null, null
      from bill b
      join bill_payment p on p.company_id = b.company_id and p.bill_id = b.id
      where ${of} and not p.pending
      union all
      select ${day(sql`l.moved_at`)}, 'elsewhere', '3' || l.transaction_id || b.id, b.number,
        l.row_id, b.currency, null, null, l.amount_minor, null
      from ${elsewhere} where l.amount_minor <> 0
      union all
      select ${day(sql`l.moved_at`)}, 'deduction', '3' || l.transaction_id || b.id || 'd',
        b.number, '', b.currency, -l.deduction_minor, null, null, null
      from ${elsewhere} where l.deduction_minor > 0
      union all
      select k.counted_on, k.kind, '4' || k.id, b.number, coalesce(r.note_to_payer, ''),
        k.currency, null, null, null, k.amount_minor
      from bill b join bill_back k on k.company_id = b.company_id and k.bill_id = b.id
      left join refund r on r.company_id = k.company_id and r.id = k.id
      where ${of} and k.kind <> 'fee'
      union all
      select ${day(sql`b.cancelled_at`)}, 'cancelled', '5' || b.id, b.number, b.title, b.currency,
        -(b.total_minor - b.paid_minor), null, null, null
      from bill b where ${of} and b.sent_at is not null and b.cancelled_at is not null
      union all
      select ${day(sql`b.written_off_at`)}, 'writtenOff', '6' || b.id, b.number, b.title,
        b.currency, -(b.total_minor - b.paid_minor), null, null, null
      from bill b where ${of} and b.status = 'writtenOff'
    ) every where every.day >= ${first} and every.day < ${first} + interval '1 month'
  ) m`
}

type Sum = {
  currency: Currency
  billedMinor: number
  paidMinor: number
  elsewhereMinor: number
  refundedMinor: number
}
type Age = { currency: Currency; ages: [number, number, number, number, number] }

async function tablesOf(
  db: Db,
  actor: Actor,
  customerId: Id<'customer'>,
  month: string,
  language: Language,
): Promise<Table[]> {
  const say = sayIn(language)
  const today = todayIn(actor.companyTimezone)
  const { rows: sums } = await sql<Sum>`
    select m.currency, coalesce(sum(m.billed_minor), 0)::bigint as billed_minor,
      coalesce(sum(m.paid_minor), 0)::bigint as paid_minor,
      coalesce(sum(m.elsewhere_minor), 0)::bigint as elsewhere_minor,
      coalesce(sum(m.refunded_minor), 0)::bigint as refunded_minor
    from ${events(actor, customerId, month)} group by 1 order by 1`.execute(db)
  const late = (from: number, to: number) =>
    sql`coalesce(sum(due_minor) filter (where late between ${from} and ${to}), 0)::bigint`
  const { rows: ages } = await sql<Age>`
    select currency,
      jsonb_build_array(
        ${late(-1e6, 0)}, ${late(1, 30)}, ${late(31, 60)}, ${late(61, 90)}, ${late(91, 1e6)}
      ) as ages
    from (
      select currency, due_minor, coalesce(${today}::date - due_date, 0) as late
      from bill
      where company_id = ${actor.companyId}
        and customer_id = ${customerId}
        and status = any(${openStatuses})
        and due_minor > 0
    ) b
    group by 1 order by 1`.execute(db)
  const days = (range: string) => say(`逾期 ${range} 天`, `${range} days overdue`)
  return [
    {
      title: say('本月汇总', 'This month'),
      head: [
        say('币种', 'Currency'),
        say('账单', 'Billed'),
        say('付款', 'Paid'),
        say('直接付款', 'Paid directly'),
        say('退款', 'Refunded'),
      ],
      rows: sums.map(({ currency, ...sum }) => [
        currency,
        ...[sum.billedMinor, sum.paidMinor, sum.elsewhereMinor, sum.refundedMinor].map(
          (amountMinor) => ({ currency, amountMinor }),
        ),
      ]),
    },
    {
      title: say(`未付金额与账龄（截至 ${today}）`, `Unpaid amounts by age (as of ${today})`),
      head: [
        say('币种', 'Currency'),
        say('未到期', 'Not due yet'),
        days('1–30'),
        days('31–60'),
        days('61–90'),
        days('> 90'),
        say('合计', 'Total'),
      ],
      rows: ages.map(({ currency, ages: parts }) => [
        currency,
        ...[...parts, parts.reduce((all, part) => all + part, 0)].map((amountMinor) => ({
          currency,
          amountMinor,
        })),
      ]),
    },
  ]
}

function sheetOf(
  actor: Actor,
  customerId: Id<'customer'>,
  month: string,
  language: Language,
): Sheet {
  const say = sayIn(language)
  const money = (label: string, amountMinor: RawBuilder<unknown>) => ({
    label,
    amountMinor,
    currency: sql`m.currency`,
  })
  return {
    alias: 'm',
    columns: [
      { label: say('日期', 'Date'), day: sql`m.day` },
      { label: say('类型', 'Type'), word: worded(sql`m.kind`, kinds, language) },
      { label: say('账单号', 'Bill number'), text: sql`m.number` },
      { label: say('说明', 'Details'), text: sql`m.detail` },
      { label: say('币种', 'Cur.'), word: sql`m.currency` },
      money(say(terms.total.zh, 'Billed'), sql`m.billed_minor`),
      money(say('付款', 'Paid'), sql`m.paid_minor`),
      money(say('直接付款', 'Paid directly'), sql`m.elsewhere_minor`),
      money(say('退款', 'Refunded'), sql`m.refunded_minor`),
    ],
    from: events(actor, customerId, month),
    where: sql`true`,
    order: [
      { value: sql`m.day`, type: 'date' },
      { value: sql`m.key`, type: 'text' },
    ],
    direction: 'asc',
  }
}

export async function customerStatement(
  db: Db,
  actor: Actor,
  customerId: Id<'customer'>,
  month: string,
  language: Language,
): Promise<Statement> {
  const { name, businessName, email } = await findCustomer(db, actor, customerId)
  const say = sayIn(language)
  return {
    title: say(`客户${terms.statement.zh}`, 'Customer monthly statement'),
    subject: name,
    company: await readIssuer(db, actor.companyId),
    facts: [
      [
        say('客户', 'Customer'),
        businessName && businessName !== name ? `${name} (${businessName})` : name,
      ],
      [say('邮箱', 'Email'), email ?? '–'],
      [say('月份', 'Month'), month],
      [say('制表时间', 'Created'), localTime(new Date(), actor.companyTimezone)],
    ],
    tables: await tablesOf(db, actor, customerId, month, language),
    notes: [],
    linesTitle: say('明细', 'Details'),
    sheet: sheetOf(actor, customerId, month, language),
    widths: [54, 48, 88, 71, 26, 60, 60, 58, 58],
  }
}
