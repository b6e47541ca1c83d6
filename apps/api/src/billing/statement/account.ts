import type { Language } from '@paydesk/contract/lib/errors'
import type { Id } from '@paydesk/contract/lib/id'
import { type Currency, toDecimal } from '@paydesk/contract/lib/money'
import { terms } from '@paydesk/contract/lib/terms'
import type { MonthProof } from '@paydesk/contract/money/transaction'
import { transactionClasses } from '@paydesk/contract/money/transactionCode'
import { classWords } from '@paydesk/contract/money/transactionWords'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import { localTime } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { inLanguage, sayIn, termIn } from '../../lib/language.ts'
import { type Sheet, worded } from '../../office/export/export.ts'
import { findAccount } from '../../paypal/paypalAccount/paypalAccount.ts'
import { readIssuer, type Statement, type Table } from './statement.ts'

type Ref = { companyId: Id<'company'>; accountId: Id<'paypalAccount'> }

/** A month of the company's calendar, as the two moments that bound it. */
type Period = { from: RawBuilder<string>; to: RawBuilder<string> }
const periodOf = (month: string, { companyTimezone }: Actor): Period => {
  const start = (add: number) =>
    sql<string>`(
      (
        ${`${month}-01`}::date + make_interval(months => ${add})
      )::timestamp at time zone ${companyTimezone}
    )`
  return { from: start(0), to: start(1) }
}

/** The balance taken over when our books began; not one of PayPal's kinds. */
const opening = { zh: '期初结转', en: 'Brought forward' }
/**
 * PayPal changed a row that the opening balance already contained (intake/reporting/opening.ts).
 */
const correction = { zh: '期初更正', en: 'Opening correction' }
const kinds = { ...classWords, opening, correction }
const kindOrder = ['opening', 'correction', ...transactionClasses] as (keyof typeof kinds)[]

/**
 * Movements by the time at which PayPal's balance moved, not by the time of the payment: only then
 * do the opening balance and the movements add up to the closing one. A match moves nothing and is
 * not included. What was posted for one moment and taken back there, because the row had moved at
 * another, is no movement.
 */
const movements = (
  { companyId, accountId }: Ref,
  { from, to }: Period,
): RawBuilder<unknown> => sql`(
  select j.effective_at, j.id, j.company_id, coalesce(t.class, j.kind) as kind,
    t.provider_transaction_id, t.payer_name, t.id as transaction_id, p.currency,
    p.amount_minor as net_minor,
    case when t.class = 'fee' then 0 else -coalesce(f.amount_minor, 0) end as fee_minor
  from journal j
  join posting p on p.company_id = j.company_id and p.journal_id = j.id and p.book = 'balance'
  left join posting f on f.company_id = j.company_id
    and f.journal_id = j.id
    and f.book = 'fees'
    and f.currency = p.currency
  left join paypal_transaction t on t.company_id = j.company_id and t.id = j.transaction_id
  where j.company_id = ${companyId}
    and j.account_id = ${accountId}
    and j.effective_at >= ${from}
    and j.effective_at < ${to}
    and case
      when t.id is null or coalesce(t.moved_at, t.provider_updated_at) = j.effective_at then true
      else 0 <> (
        select sum(y.amount_minor)
        from journal x
        join posting y on y.company_id = x.company_id
          and y.journal_id = x.id
          and y.book = 'balance'
        where x.company_id = j.company_id
          and x.transaction_id = j.transaction_id
          and x.effective_at = j.effective_at
      )
    end
) m`

type Sum = { currency: Currency; kind: keyof typeof kinds; grossMinor: number; feeMinor: number }
type Balance = {
  currency: Currency
  openingMinor: number
  closingMinor: number
  withheldMinor: number
}

async function balancesOf(
  db: Db,
  { companyId, accountId }: Ref,
  { from, to }: Period,
): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select b.currency,
      sum(
        b.balance_minor - coalesce(l.since_start, 0)
      ) filter (where b.book = 'balance')::bigint as opening_minor,
      sum(
        b.balance_minor - coalesce(l.since_end, 0)
      ) filter (where b.book = 'balance')::bigint as closing_minor,
      coalesce(
        sum(b.balance_minor - coalesce(l.since_end, 0)) filter (where b.book = 'withheld'), 0
      )::bigint as withheld_minor
    from ledger_balance b
    left join (
      select p.currency, p.book, sum(p.amount_minor)::bigint as since_start,
        (sum(p.amount_minor) filter (where j.effective_at >= ${to}))::bigint as since_end
      from journal j
      join posting p on p.company_id = j.company_id
        and p.journal_id = j.id
        and p.book in ('balance', 'withheld')
      where j.company_id = ${companyId}
        and j.account_id = ${accountId}
        and j.effective_at >= ${from}
      group by 1, 2
    ) l on l.currency = b.currency and l.book = b.book
    where b.company_id = ${companyId}
      and b.account_id = ${accountId}
      and b.book in ('balance', 'withheld')
    group by b.currency
    having count(*) filter (where b.book = 'balance') > 0
    order by b.currency`.execute(db)
  return rows
}

const sumsOf = async (db: Db, ref: Ref, period: Period) =>
  (
    await sql<Sum>`
      select m.currency, m.kind, sum(m.net_minor - m.fee_minor)::bigint as gross_minor,
        sum(m.fee_minor)::bigint as fee_minor
      from ${movements(ref, period)} group by 1, 2`.execute(db)
  ).rows

/**
 * There is a column per currency: amounts of different currencies are never added. This many
 * columns fit beside each other.
 */
const currenciesPerTable = 4

function summaries(balances: Balance[], sums: Sum[], language: Language): Table[] {
  const say = sayIn(language)
  const tables: Table[] = []
  for (let start = 0; start < balances.length; start += currenciesPerTable) {
    const some = balances.slice(start, start + currenciesPerTable)
    const line = (label: string, amountOf: (balance: Balance) => number) => [
      label,
      ...some.map((balance) => ({ currency: balance.currency, amountMinor: amountOf(balance) })),
    ]
    const total = (of: (sum: Sum) => number, fits: (sum: Sum) => boolean) => (balance: Balance) =>
      sums
        .filter((sum) => sum.currency === balance.currency && fits(sum))
        .reduce((all, sum) => all + of(sum), 0)
    const perKind = kindOrder
      .filter((kind) => kind !== 'fee' && sums.some((sum) => sum.kind === kind))
      .map((kind) =>
        line(
          inLanguage(kinds[kind], language),
          total(
            ({ grossMinor }) => grossMinor,
            (sum) => sum.kind === kind,
          ),
        ),
      )
    const fees = total(
      ({ kind, grossMinor, feeMinor }) => feeMinor + (kind === 'fee' ? grossMinor : 0),
      () => true,
    )
    tables.push({
      title: say('余额变动', 'Balance'),
      head: ['', ...some.map(({ currency }) => currency)],
      rows: [
        line(say('期初余额', 'Opening balance'), ({ openingMinor }) => openingMinor),
        ...perKind,
        line(say('手续费', 'Fees'), fees),
        line(say('期末余额', 'Closing balance'), ({ closingMinor }) => closingMinor),
        line(say('另有冻结金额', 'Additionally held'), ({ withheldMinor }) => withheldMinor),
      ],
    })
  }
  return tables
}

type Known = { beginsAt: string | null; completeThrough: string | null; whole: boolean }
/**
 * What PayPal's balance at the month's end says about these books (month_proofs). Undefined: the
 * books do not reach over it yet.
 */
async function monthProof(
  db: Db,
  { companyId, accountId }: Ref,
  month: string,
  { companyTimezone }: Actor,
) {
  const { rows } = await sql<Pick<MonthProof, 'endsAt' | 'state' | 'differences'>>`
    select ends_at, state, differences
    from month_proofs(${companyId}, ${accountId}, ${companyTimezone})
    where month = ${month}`.execute(db)
  return rows[0]
}

/** Certifies the month's own end only, and only if the books are PayPal's balance there. */
function proofNotes(
  proof: Awaited<ReturnType<typeof monthProof>>,
  time: (at: string) => string,
  language: Language,
): string[] {
  const say = sayIn(language)
  if (!proof || proof.state === 'unasked')
    return [
      say(
        '月末账面余额尚未与 PayPal 余额核对。',
        'The month-end balance has not been checked against PayPal yet.',
      ),
    ]
  const end = time(proof.endsAt)
  const amounts = (of: 'differenceMinor' | 'pendingMinor') =>
    proof.differences
      .filter((one) => one[of] !== 0)
      .map(
        (one) => `${one.currency} ${toDecimal({ currency: one.currency, amountMinor: one[of] })}`,
      )
      .join(say('、', ', '))
  const [differing, pending] = [amounts('differenceMinor'), amounts('pendingMinor')]
  return [
    differing === ''
      ? say(
          `月末（${end}）账面余额与 PayPal 余额一致。`,
          `At month-end (${end}), the books match PayPal’s balance.`,
        )
      : say(
          `注意：月末（${end}）账面余额与 PayPal 余额不一致，账面多出（负数为少）：${differing}。`,
          `Note: at month-end (${end}), the books differ from PayPal’s balance by ${differing} (negative if the books show less).`,
        ),
    ...(pending === ''
      ? []
      : [
          say(
            `PayPal 当时已从余额中扣除尚在处理的提现或退款：${pending}，账面在其完成时入账。`,
            `PayPal had already deducted withdrawals or refunds that were still pending: ${pending}. The books post them once they are completed.`,
          ),
        ]),
  ]
}

/**
 * What the reader may rely on: how far PayPal was read, and whether its balance at the month's end
 * is that of these books.
 */
async function notesOf(
  db: Db,
  ref: Ref,
  { from, to }: Period,
  month: string,
  actor: Actor,
  language: Language,
): Promise<string[]> {
  const say = sayIn(language)
  const time = (at: string) => localTime(at, actor.companyTimezone)
  const { rows } = await sql<Known>`
    select begins_at, complete_through,
      coalesce(
        complete_through >= least(${to}, now() - interval '1 hour') and begins_at <= ${from}, false
      ) as whole
    from account_sync
    where company_id = ${ref.companyId} and account_id = ${ref.accountId}`.execute(db)
  const known = rows[0]
  return [
    known?.completeThrough
      ? say(
          `PayPal 交易已同步至 ${time(known.completeThrough)}。`,
          `PayPal transactions are synced through ${time(known.completeThrough)}.`,
        )
      : say('尚未同步 PayPal 交易。', 'No PayPal transactions synced yet.'),
    ...(known?.beginsAt && !known.whole
      ? [
          say(
            `注意：账目自 ${time(known.beginsAt)} 开始，或本月尚未同步完成，本月度对账单可能不完整。`,
            `Note: the books begin at ${time(known.beginsAt)}, or this month is not fully synced. This monthly statement may be incomplete.`,
          ),
        ]
      : []),
    ...proofNotes(await monthProof(db, ref, month, actor), time, language),
  ]
}

function sheetOf(ref: Ref, period: Period, actor: Actor, language: Language): Sheet {
  const [say, named] = [sayIn(language), termIn(language)]
  const money = (label: string, amountMinor: RawBuilder<unknown>) => ({
    label,
    amountMinor,
    currency: sql`m.currency`,
  })
  return {
    alias: 'm',
    columns: [
      { label: say('时间', 'Time'), time: sql`m.effective_at`, timezone: actor.companyTimezone },
      { label: say('类型', 'Type'), word: worded(sql`m.kind`, kinds, language) },
      {
        label: say('付款人 / 账单', 'Payer / bill'),
        text: sql`concat_ws(' · ', nullif(m.payer_name, ''), bills.numbers)`,
      },
      {
        label: say('PayPal 交易号', 'PayPal transaction ID'),
        text: sql`coalesce(m.provider_transaction_id, '')`,
      },
      { label: say('币种', 'Cur.'), word: sql`m.currency` },
      money(named('gross'), sql`m.net_minor - m.fee_minor`),
      money(named('fee'), sql`m.fee_minor`),
      money(named('net'), sql`m.net_minor`),
    ],
    from: movements(ref, period),
    where: sql`true`,
    joins: sql`left join lateral (
      select string_agg(b.number, ' ' order by l.created_at, l.id) as numbers
      from match_line l
      join bill b on b.company_id = l.company_id and b.id = l.bill_id
      where l.company_id = m.company_id and l.transaction_id = m.transaction_id
    ) bills on true`,
    order: [
      { value: sql`m.effective_at`, type: 'timestamptz' },
      { value: sql`m.id`, type: 'uuid' },
      { value: sql`m.currency`, type: 'text' },
    ],
    direction: 'asc',
  }
}

export async function accountStatement(
  db: Db,
  actor: Actor,
  accountId: Id<'paypalAccount'>,
  month: string,
  language: Language,
): Promise<Statement> {
  const { companyId } = actor
  const { label } = await findAccount(db, companyId, accountId)
  const [ref, period, say, named] = [
    { companyId, accountId },
    periodOf(month, actor),
    sayIn(language),
    termIn(language),
  ]
  const [company, balances, sums] = [
    await readIssuer(db, companyId),
    await balancesOf(db, ref, period),
    await sumsOf(db, ref, period),
  ]
  return {
    title: say(
      `${terms.paypalAccount.zh}${terms.statement.zh}`,
      'PayPal account monthly statement',
    ),
    subject: label,
    company,
    facts: [
      [named('paypalAccount'), label],
      [say('月份', 'Month'), month],
      [say('时区', 'Time zone'), actor.companyTimezone],
      [say('制表时间', 'Created'), localTime(new Date(), actor.companyTimezone)],
    ],
    tables: summaries(balances, sums, language),
    notes: await notesOf(db, ref, period, month, actor, language),
    linesTitle: say('变动明细', 'Movements'),
    sheet: sheetOf(ref, period, actor, language),
    widths: [74, 54, 92, 88, 26, 68, 50, 71],
  }
}
