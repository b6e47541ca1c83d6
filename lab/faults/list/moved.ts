import { api, type Fault, faultsOf } from '../fault.ts'

const [moved, _months, opening] = [
  api('money/transaction/movedBefore', 'money/transaction/moved'),
  api('intake/reporting/months'),
  api('intake/reporting/sorted', 'intake/reporting/opening'),
]
const statement = api('billing/statement/statement')
const [early, earlySums] = ['db/functions/early_sums.sql', api('intake/reporting/early')]
const [doubt, doubts] = ['apps/api/src/intake/reporting/doubt.ts', api('intake/reporting/doubt')]
const followed = 'db/functions/is_followed.sql'
const at = 'db/functions/moved_at_of.sql'

/** When PayPal's balance moved, and what that means for the ends of months and the opening. */
const faults: Fault[] = [
  ...faultsOf('ledger', [
    {
      id: 'moved-pending',
      file: at,
      from: 'when pending is null and followed then occurred',
      to: 'when followed then occurred',
      tests: moved,
    },
    {
      id: 'moved-followed',
      file: at,
      from: 'when pending is null and followed then occurred',
      to: 'when false then occurred',
      tests: moved,
    },
    {
      id: 'moved-settled',
      file: at,
      from: 'else greatest(occurred, settled)',
      to: 'else occurred',
      tests: moved,
    },
    {
      id: 'moved-kinds',
      file: 'db/functions/follows.sql',
      from: "class in ('refund', 'reversal', 'chargeback', 'hold')",
      to: "class in ('refund', 'reversal', 'chargeback', 'hold', 'conversion', 'fee')",
      tests: moved,
    },
    {
      id: 'moved-account',
      file: followed,
      from: 'r.account_id = of_account and r.reference_id = row_id',
      to: 'r.reference_id = row_id',
      tests: moved,
    },
    {
      id: 'moved-sign',
      file: followed,
      from: 'sign(r.gross_minor) = -sign(gross)',
      to: 'sign(r.gross_minor) = sign(gross)',
      tests: moved,
    },
    {
      id: 'moved-posted',
      file: 'db/functions/post_rows.sql',
      from: 'coalesce(moved_at, provider_updated_at) from entry',
      to: 'provider_updated_at from entry',
      tests: moved,
    },
    {
      id: 'moved-back',
      file: 'db/functions/post_rows.sql',
      from: 'select company_id, back_id, book, currency, -amount_minor from line',
      to: 'select company_id, back_id, book, currency, amount_minor from line',
      tests: moved,
    },
    {
      id: 'moved-redated',
      file: 'apps/api/src/money/transaction/apply.ts',
      from: 'const redatedIds = await redateFollowed(db, companyId, told)',
      to: 'const redatedIds: string[] = []',
      tests: moved,
    },
  ]),
  ...faultsOf('proof', [
    {
      id: 'month-late-row',
      file: 'db/functions/follow_journals.sql',
      from: 'b.as_of > j.first',
      to: 'b.as_of < j.first',
      tests: api('money/ledger/books'),
    },
    {
      id: 'month-moved',
      file: 'db/functions/month_ends.sql',
      from: 'case when proves(s.company_id, s.account_id, d.as_of, d.ends_at) then d.as_of end',
      to: 'd.as_of',
      tests: statement,
    },
    {
      id: 'month-pending',
      file: 'db/functions/balance_difference.sql',
      from: '-difference_minor = any (early_sums(b.company_id, b.account_id, b.currency, b.as_of))',
      to: 'false',
      tests: statement,
    },
    {
      id: 'month-pending-all',
      file: early,
      from: 'union select class, sum(minor)::bigint from early group by class',
      to: '',
      tests: earlySums,
    },
    { id: 'month-undated', file: early, from: 'u.many <= 3', to: 'u.many <= 0', tests: earlySums },
    {
      id: 'month-undated-told',
      file: early,
      from: '(t.pending_at is null or t.pending_at < at)',
      to: 't.pending_at is null',
      tests: earlySums,
    },
    {
      id: 'month-undated-later',
      file: early,
      from: '(t.pending_at is null or t.pending_at < at)',
      to: 'true',
      tests: earlySums,
    },
    {
      id: 'month-undated-settled',
      file: early,
      from: "t.status in ('S', 'V') and",
      to: 'true and',
      tests: earlySums,
    },
    {
      id: 'doubt-choose-day',
      file: doubt,
      from: '[doubt.net, doubt.checkAt, isLate(doubt)]',
      to: '[doubt.net, isLate(doubt)]',
      tests: doubts,
    },
    {
      id: 'doubt-choose-side',
      file: doubt,
      from: '[doubt.net, doubt.checkAt, isLate(doubt)]',
      to: '[Math.abs(doubt.net), doubt.checkAt]',
      tests: doubts,
    },
    {
      id: 'doubt-choose-first',
      file: doubt,
      from: '  }, clear(doubts))',
      to: '  }, doubts)',
      tests: doubts,
    },
  ]),
  ...faultsOf('opening', [
    {
      id: 'opening-asks-pending',
      file: 'apps/api/src/intake/reporting/pending.ts',
      from: 'account_id = ${accountId} and pending',
      to: 'account_id = ${accountId} and false',
      tests: opening,
    },
    {
      id: 'pending-has-its-share',
      file: 'apps/api/src/intake/reporting/pending.ts',
      from: 'partition by kind order by random()',
      to: 'order by random()',
      tests: ['apps/api/src/intake/reporting/pending.test.ts'],
    },
    {
      id: 'reversed-by-refunds-only',
      file: 'apps/api/src/intake/reporting/pending.ts',
      from: 'x.class in (${literals(backClasses)})',
      to: "x.class = 'refund'",
      tests: ['apps/api/src/intake/reporting/pending.test.ts'],
    },
  ]),
]
export default faults
