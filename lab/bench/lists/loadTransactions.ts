import { bills, openLoader, type Progress, shape } from './load.ts'

/**
 * Rows in the order of time. Every 25th is a payment in a foreign currency, followed by the
 * two rows of its conversion in the same company and account; the other rows have the shares
 * that a shop has.
 */
const transactions = `
  insert into paypal_transaction (
    company_id, id, account_id, provider_transaction_id, event_code, class, status, pending_reason,
    currency, gross_minor, fee_minor, invoice_id, payer_id, payer_email, payer_name, reference_id,
    group_id, occurred_at, provider_updated_at, settled_at, moved_at, first_seen_via, synced_at,
    match_state, matched_minor
  )
  select c.id, load.row_id(i, $rows), c.accounts[1 + (b / 7) % 3],
    upper(substr(md5('p' || i), 1, 17)), k.code, k.class, s.status,
    case when s.status = 'P' then 'ECHECK' else '' end,
    case
      when i % 25 = 2 then 'USD'
      when i % 25 in (0, 1) then 'EUR'
      when b % 100 < 75 then 'USD'
      when b % 100 < 90 then 'EUR'
      when b % 100 < 99 then 'GBP'
      else 'JPY'
    end,
    k.sign * (1000 + a % 100000), case when k.class = 'payment' then -(49 + a % 3000) else 0 end,
    case
      when k.class = 'payment' then 'C' || lpad(c.no::text, 3, '0') || '-' || lpad(i::text, 8, '0')
      else ''
    end,
    case when k.class = 'payment' then upper(substr(md5(p.id::text), 1, 13)) else '' end,
    case when k.class = 'payment' then p.email else '' end,
    case when k.class = 'payment' then p.name else '' end,
    case
      when k.class in (
        'refund', 'reversal', 'chargeback'
      ) then upper(substr(md5('p' || i - 7), 1, 17))
      else ''
    end,
    case when i % 25 in (1, 2) then load.row_id(j, $rows) end, load.moment(i, $rows),
    load.moment(i, $rows), case when s.status in ('S', 'V') then load.moment(i, $rows) end,
    case when s.status in ('S', 'V') then load.moment(i, $rows) end, 'sync', now(), m.state,
    case when m.state in ('auto', 'manual') then k.sign * (1000 + a % 100000) else 0 end
  from generate_series($from::bigint, $to::bigint) i
  cross join lateral (select i - case when i % 25 in (1, 2) then i % 25 else 0 end as j) y
  cross join lateral (
    select (hashint8extended(j, 1) & 1073741823)::integer as a,
      (hashint8extended(j, 2) & 1073741823)::integer as b,
      (hashint8extended(j, 3) & 1073741823)::integer as d,
      (hashint8extended(i, 4) & 1073741823)::integer as e
  ) h
  cross join lateral (
    select case when i % 25 = 0 then 0 when i % 25 in (1, 2) then 950 else e % 940 end as x
  ) z
  cross join lateral (
    select case
      when x < 850 then 'T0006'
      when x < 885 then 'T1107'
      when x < 890 then 'T1201'
      when x < 892 then 'T1106'
      when x < 905 then 'T0001'
      when x < 920 then 'T0400'
      when x < 930 then 'T2101'
      when x < 940 then 'T0114'
      else 'T0200'
    end as code,
      case
        when x < 850 then 'payment'
        when x < 885 then 'refund'
        when x < 890 then 'chargeback'
        when x < 892 then 'reversal'
        when x < 905 then 'paymentSent'
        when x < 920 then 'transfer'
        when x < 930 then 'hold'
        when x < 940 then 'fee'
        else 'conversion'
      end as class,
      case when x < 850 or i % 25 = 2 then 1 else -1 end as sign
  ) k
  cross join lateral (
    select case
      when (e / 1000) % 100 < 96 then 'S'
      when (e / 1000) % 100 < 98 then 'V'
      when (e / 1000) % 100 = 98 then 'P'
      else 'D'
    end as status
  ) s
  cross join lateral (
    select case
      when k.class in ('transfer', 'hold', 'fee', 'conversion') then 'notNeeded'
      when (e / 100000) % 1000 < 975 then 'auto'
      when (e / 100000) % 1000 < 985 then 'manual'
      when (e / 100000) % 1000 < 990 then 'ignored'
      else 'unmatched'
    end as state
  ) m
  join load.company c
    on c.no = 1 + width_bucket(
      d / 1073741824.0::float8, (select array_agg(upto order by no) from load.company)
    )
  join load.customer p on p.no = c.first_customer + a % c.customers`

const functions = `
create function load.moment(i bigint, n bigint) returns timestamptz language sql stable as $$ select now() - (n - i) * (interval '730 days' / n) $$;
create function load.row_id(i bigint, n bigint) returns uuid language sql stable as $$
  select (lpad(to_hex((extract(epoch from load.moment(i, n)) * 1000)::bigint), 12, '0') || '7' || substr(m, 1, 3) || '8' || substr(m, 4, 15))::uuid from (select md5('t' || i) as m) x $$`

/**
 * One bill for ten transactions, with the lines that match them, and daily figures as the triggers
 * would have left them.
 */
const lines = `
  insert into match_line (company_id, transaction_id, bill_id, amount_minor, rule)
  select t.company_id, t.id, b.id, t.matched_minor, 'invoice'
  from paypal_transaction t
  join load.count n on n.company_id = t.company_id
  join load.bill b on b.company_id = t.company_id
    and b.k = 1 + abs(hashint8extended(t.gross_minor, 9) % n.bills)
  where t.matched_minor <> 0 and t.ctid >= '($from,0)' and t.ctid < '($to,0)'`
const days = `
  insert into transaction_day (
    company_id, account_id, day, currency, class, row_count, gross_minor, fee_minor
  )
  select company_id, account_id, (occurred_at at time zone 'UTC')::date, currency, class, count(*),
    sum(gross_minor), sum(fee_minor)
  from paypal_transaction where status in ('S', 'V') group by 1, 2, 3, 4, 5 order by 1, 3`

export async function loadTransactions(ownerUrl: string, rows: number, say: Progress) {
  const { first, halves, withoutIndexes, end } = await openLoader(ownerUrl, rows)
  // Both connections use the same moment: ids are made from it, and a conversion's rows find their
  // payment by its id.
  await first.query(shape.replaceAll('$rows', String(rows)))
  await first.query(
    functions.replace('select now()', `select timestamptz '${new Date().toISOString()}'`),
  )
  say(`${rows} transactions: companies, people and customers`)
  const billCount = Math.floor(rows / 10)
  await first.query(
    bills
      .replaceAll('$from', '1')
      .replaceAll('$to', String(billCount))
      .replaceAll('$rows', String(billCount)),
  )
  await first.query(`
    create table load.bill as
    select company_id, id, row_number() over (partition by company_id) as k
    from bill;
    create table load.count as
    select company_id, count(*) as bills
    from bill
    group by 1; create index on load.bill (company_id, k)`)
  await first.query('vacuum (freeze, analyze) bill')
  await first.query('analyze load.bill, load.count')
  say('bills')
  await withoutIndexes(['paypal_transaction', 'match_line'], async () => {
    await halves(transactions, rows)
    say('transactions')
    await first.query('vacuum (freeze, analyze) paypal_transaction')
    await halves(
      lines,
      Number(
        (await first.query(`select pg_relation_size('paypal_transaction') / 8192 + 1 as pages`))
          .rows[0].pages,
      ),
    )
    say('what matched them')
    await first.query(days)
    say('daily figures')
  })
  say('indexes')
  await first.query('vacuum analyze')
  const counted = (
    await first.query(`select (select count(*) from paypal_transaction)::integer as rows,
      (select sum(row_count) from transaction_day)::integer
    as summed,
    (select count(*) from paypal_transaction where status in ('S', 'V'))::integer as moved,
    (
      select count(*)
      from paypal_transaction t
      where group_id is not null
        and not exists (
          select from paypal_transaction p where p.company_id = t.company_id and p.id = t.group_id
        )
    )::integer as lost`)
  ).rows[0]
  if (counted.rows !== rows || counted.summed !== counted.moved || counted.lost > 2)
    throw new Error(`loaded ${JSON.stringify(counted)}`)
  const sizes = await first.query(
    `select pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  say(`database ${sizes.rows[0].size}`)
  await end()
}
