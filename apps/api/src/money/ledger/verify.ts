import type { Id } from '@paydesk/contract/lib/id'
import { settledStatuses } from '@paydesk/contract/money/transaction'
import pg from 'pg'
import { assertSeesAll } from '../../lib/runtimeRole.ts'

export type LedgerFault = {
  check: string
  company: string
  account: string | null
  currency: string | null
  /** The first journal that is wrong; `transactionId` likewise. */
  journalId: string | null
  transactionId: Id<'transaction'> | null
  fault: string
}

const settled = settledStatuses.map((status) => `'${status}'`).join(', ')

/**
 * Each check searches all companies at once and reports its first fault per company. Together they
 * say: nothing was added to, taken from or changed in the books that PayPal's rows do not explain,
 * and the sum of the books is PayPal's own balance.
 */
export const ledgerChecks: Record<string, string> = {
  'journals balance': `
    select p.company_id, j.account_id, p.currency, p.journal_id, j.transaction_id,
      'out of balance by ' || sum(p.amount_minor) as fault
    from posting p left join journal j on j.company_id = p.company_id and j.id = p.journal_id
    group by 1, 2, 3, 4, 5 having sum(p.amount_minor) <> 0`,
  'postings have a journal, and journals a row': `
    select p.company_id, null::uuid as account_id, p.currency, p.journal_id,
      null::uuid as transaction_id, 'no such journal' as fault
    from posting p
    left join journal j on j.company_id = p.company_id and j.id = p.journal_id
    where j.id is null
    union all
    select j.company_id, j.account_id, null, j.id, j.transaction_id,
      'no such transaction of this account'
    from journal j
    left join paypal_transaction t on t.company_id = j.company_id
      and t.id = j.transaction_id
      and t.account_id = j.account_id
    where j.kind not in ('opening', 'correction') and t.id is null`,
  'books are opened once': `
    select company_id, account_id, null as currency, min(id::text)::uuid as journal_id,
      null::uuid as transaction_id, count(*) || ' opening journals' as fault
    from journal where kind = 'opening' group by 1, 2 having count(*) > 1
    union all
    select j.company_id, j.account_id, p.currency, j.id, null,
      'an opening journal posts to ' || p.book
    from journal j
    join posting p on p.company_id = j.company_id and p.journal_id = j.id
    where j.kind in ('opening', 'correction')
      and p.book not in ('balance', 'withheld', 'opening')`,
  'postings are what the rows say': `
    select company_id, account_id, currency,
      (array_agg(journal_id order by journal_id))[1] as journal_id, transaction_id,
      book || ' has ' || sum(posted) || ' posted and should have ' || sum(due) as fault
    from (
      select j.company_id, j.account_id, p.currency, j.transaction_id, p.book,
        p.amount_minor as posted, 0 as due, j.id as journal_id
      from journal j
      join posting p on p.company_id = j.company_id and p.journal_id = j.id
      where j.kind not in ('opening', 'correction')
      union all
      select t.company_id, t.account_id, t.currency, t.id, b.book, 0, b.amount_minor, null
      from paypal_transaction t
      cross join lateral books_of(
        t.status, t.class, t.match_state, t.gross_minor, t.fee_minor, t.matched_minor
      ) b
    ) x
    group by company_id, account_id, currency, transaction_id, book
    having sum(posted) <> sum(due)`,
  'corrections are what changed of the opening balance': `
    select company_id, account_id, currency,
      (array_agg(journal_id order by journal_id))[1] as journal_id, null::uuid as transaction_id,
      sum(posted) || ' was posted and ' || sum(due) || ' has changed' as fault
    from (
      select j.company_id, j.account_id, p.currency, j.id as journal_id, p.amount_minor as posted,
        0 as due
      from journal j
      join posting p on p.company_id = j.company_id and p.journal_id = j.id
      where j.kind = 'correction' and p.book = 'balance'
      union all
      select company_id, account_id, currency, null, 0, net_minor - opening_minor from opening_row
    ) x group by company_id, account_id, currency having sum(posted) <> sum(due)`,
  'sums are the postings': `
    select company_id, account_id, currency, null::uuid as journal_id,
      null::uuid as transaction_id,
      book || ' is kept as ' || sum(kept) || ' and its postings are ' || sum(posted) as fault
    from (
      select company_id, account_id, currency, book, balance_minor as kept, 0 as posted
      from ledger_balance
      union all
      select j.company_id, j.account_id, p.currency, p.book, 0, p.amount_minor from posting p
      join journal j on j.company_id = p.company_id and j.id = p.journal_id
    ) x group by company_id, account_id, currency, book having sum(kept) <> sum(posted)`,
  'what explains a row is what it says': `
    select t.company_id, t.account_id, t.currency, null::uuid as journal_id,
      t.id as transaction_id,
      'matched as '
        || t.matched_minor
        || ' by lines of '
        || coalesce(sum(l.amount_minor), 0) as fault
    from paypal_transaction t
    left join match_line l on l.company_id = t.company_id and l.transaction_id = t.id
    where t.matched_minor <> 0 or l.id is not null
    group by t.company_id, t.account_id, t.currency, t.id, t.matched_minor
    having t.matched_minor <> coalesce(sum(l.amount_minor), 0)`,
  'daily figures are the rows': `
    select company_id, account_id, currency, null::uuid as journal_id,
      null::uuid as transaction_id,
      day
        || ' '
        || class
        || ' is kept as '
        || sum(kept)
        || ' and its rows are '
        || sum(rows) as fault
    from (
      select company_id, account_id, day, currency, class, gross_minor + fee_minor as kept,
        row_count as counted, 0 as rows, 0 as present
      from transaction_day
      union all
      select company_id, account_id, (occurred_at at time zone 'UTC')::date, currency, class, 0, 0,
        gross_minor + fee_minor, 1
      from paypal_transaction
      where status in (${settled})
    ) x
    group by company_id, account_id, day, currency, class
    having sum(kept) <> sum(rows) or sum(counted) <> sum(present)`,
  'books are PayPal’s balance': `
    select b.company_id, b.account_id, b.currency, null::uuid as journal_id,
      (
        select t.id
        from paypal_transaction t
        where t.company_id = b.company_id
          and t.account_id = b.account_id
          and t.currency = b.currency
          and t.status in (${settled})
          and abs(t.gross_minor + t.fee_minor) = abs(b.ledger - b.paypal_minor)
        order by t.occurred_at desc
        limit 1
      ) as transaction_id,
      'the books had ' || b.ledger || ' and PayPal ' || b.paypal_minor || ' at ' || to_char(
        b.as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'
      ) as fault
    from (
      select p.*,
        (
          select coalesce(sum(x.amount_minor), 0)
          from journal j
          join posting x on x.company_id = j.company_id and x.journal_id = j.id
          where j.company_id = p.company_id
            and j.account_id = p.account_id
            and j.effective_at <= p.as_of
            and x.currency = p.currency
            and x.book in ('balance', 'withheld')
        ) as ledger
      from balance_proof p
    ) b where b.ledger + b.pending_minor <> b.paypal_minor`,
  'balances of the past are what the books had': `
    select b.company_id, b.account_id, b.currency, null::uuid as journal_id,
      null::uuid as transaction_id,
      'kept as ' || b.kept || ' and had ' || b.ledger || ' at ' || to_char(
        b.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'
      ) as fault
    from (
      -- One pass, however many moments there are. A moment comes before what was posted for it.
      select x.*,
        sum(x.amount_minor) over (
          partition by x.company_id, x.account_id, x.currency
          order by x.at, x.kept is null rows between unbounded preceding and current row
        ) as ledger
      from (
        select company_id, account_id, currency, as_of as at, ledger_minor as kept,
          0 as amount_minor
        from balance_at
        union all
        select j.company_id, j.account_id, p.currency, j.effective_at, null, p.amount_minor
        from journal j
        join posting p on p.company_id = j.company_id
          and p.journal_id = j.id
          and p.book in ('balance', 'withheld')
        where exists (
          select
          from balance_at a
          where a.company_id = j.company_id and a.account_id = j.account_id
        )
      ) x
    ) b where b.kept <> b.ledger`,
  'months’ ends are PayPal’s balance': `
    select b.company_id, b.account_id, b.currency, null::uuid as journal_id,
      null::uuid as transaction_id, m.month || ' differs by ' || d.difference_minor as fault
    from account_sync s
    join company c on c.id = s.company_id
    cross join lateral month_ends(s.company_id, s.account_id, c.timezone) m
    join balance_at b on b.company_id = s.company_id
      and b.account_id = s.account_id
      and b.as_of = m.as_of
    cross join lateral balance_difference(b) d where d.difference_minor <> 0`,
}

type Row = {
  company: string
  account: string | null
  currency: string | null
  journalId: string | null
  transactionId: Id<'transaction'> | null
  fault: string
}

const counted = [
  'companies',
  'journals',
  'postings',
  'proofs',
  'unproven',
  'unprovenMonths',
] as const

export async function verifyLedger(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await assertSeesAll(client)
    // All checks see the same moment, because the books continue to be written meanwhile.
    await client.query('begin transaction isolation level repeatable read read only')
    const faults: LedgerFault[] = []
    for (const [check, query] of Object.entries(ledgerChecks)) {
      const { rows } = await client.query<Row>(`
        select distinct on (f.company_id) c.name as company, a.label as account, f.currency,
          f.journal_id as "journalId", f.transaction_id as "transactionId", f.fault
        from (${query}) f join company c on c.id = f.company_id
        left join paypal_account a on a.company_id = f.company_id and a.id = f.account_id
        order by f.company_id, f.account_id, f.currency, f.journal_id, f.transaction_id`)
      faults.push(...rows.map((row) => ({ check, ...row })))
    }
    const { rows: counts } = await client.query<Record<(typeof counted)[number], string>>(`
      select (select count(*) from company) as companies,
        (select count(*) from journal) as journals, (select count(*) from posting) as postings,
        (select count(*) from balance_proof) as proofs,
        (
          select count(*)
          from (
            select distinct company_id, account_id, currency
            from ledger_balance
            where book = 'balance'
          ) l
          where not exists (
            select
            from balance_proof p
            where p.company_id = l.company_id
              and p.account_id = l.account_id
              and p.currency = l.currency
          )
        ) as unproven,
        (
          select count(*)
          from account_sync s
          join company c on c.id = s.company_id
          cross join lateral month_ends(s.company_id, s.account_id, c.timezone) m
          where m.as_of is null
        ) as "unprovenMonths"`)
    await client.query('commit')
    const numbers = Object.fromEntries(
      counted.map((name) => [name, Number(counts[0]?.[name])]),
    ) as Record<(typeof counted)[number], number>
    return { ...numbers, faults }
  } finally {
    await client.end()
  }
}
