import type { Query } from '@paydesk/contract/lib/endpoint'
import type { Language } from '@paydesk/contract/lib/errors'
import type { transactionApi } from '@paydesk/contract/money/transaction'
import {
  classWords,
  matchWords,
  transactionStatusWords,
} from '@paydesk/contract/money/transactionWords'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { SheetColumn } from '../../lib/file/sheet.ts'
import { sayIn, termIn } from '../../lib/language.ts'
import { type Sheet, worded } from '../../office/export/export.ts'
import { scopeOf } from './filter.ts'

type Asked = Query<typeof transactionApi.export>

function columnsOf(actor: Actor, language: Language): SheetColumn[] {
  const head = sayIn(language)
  const named = termIn(language)
  const money = (label: string, amountMinor: RawBuilder<unknown>) => ({
    label,
    amountMinor,
    currency: sql`t.currency`,
  })
  return [
    { label: head('时间', 'Time'), time: sql`t.occurred_at`, timezone: actor.companyTimezone },
    { label: named('paypalAccount'), text: sql`a.label` },
    { label: head('PayPal 交易号', 'PayPal transaction ID'), text: sql`t.provider_transaction_id` },
    { label: head('类型', 'Type'), word: worded(sql`t.class`, classWords, language) },
    { label: head('PayPal 交易代码', 'PayPal transaction code'), word: sql`t.event_code` },
    {
      label: head('状态', 'Status'),
      word: worded(sql`t.status`, transactionStatusWords, language),
    },
    { label: head('币种', 'Currency'), word: sql`t.currency` },
    money(named('gross'), sql`t.gross_minor`),
    money(named('fee'), sql`t.fee_minor`),
    money(named('net'), sql`t.net_minor`),
    { label: head('付款人', 'Payer'), text: sql`t.payer_name` },
    { label: head('付款邮箱', 'Payer email'), text: sql`t.payer_email` },
    { label: head('账单号', 'Bill number'), text: sql`coalesce(bills.numbers, '')` },
    { label: head('对账', 'Match'), word: worded(sql`t.match_state`, matchWords, language) },
    { label: named('relatedTransaction'), text: sql`t.reference_id` },
    { label: head('附言', 'Note'), text: sql`t.note` },
  ]
}

/** Reads from the newest row downwards: rows that come meanwhile are above and change nothing. */
export const transactionSheet = (
  actor: Actor,
  { format: _, ...filter }: Asked,
  language: Language,
): Sheet => ({
  alias: 't',
  columns: columnsOf(actor, language),
  from: sql`paypal_transaction t`,
  where: scopeOf(actor, filter, { every: true }).conditions,
  joins: sql`join paypal_account a on a.company_id = t.company_id and a.id = t.account_id
    left join lateral (
      select string_agg(b.number, ' ' order by l.created_at, l.id) as numbers
      from match_line l
      join bill b on b.company_id = l.company_id and b.id = l.bill_id
      where l.company_id = t.company_id and l.transaction_id = t.id
    ) bills on true`,
  order: [
    { value: sql`t.occurred_at`, type: 'timestamptz' },
    { value: sql`t.id`, type: 'uuid' },
  ],
  direction: 'desc',
})
