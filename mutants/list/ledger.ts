import { api, type Fault, faultsOf } from '../fault.ts'

const books = 'db/functions/books_of.sql'
const verify = 'apps/api/src/money/ledger/verify.ts'
const ledger = 'apps/api/src/money/ledger/ledger.ts'
const [byBooks, byVerify] = [api('money/ledger/books'), api('money/ledger/verifyEach')]

const faults: Fault[] = [
  ...faultsOf('ledger', [
    { id: 'books-reversed', file: books, from: "where status in ('S', 'V') and", to: "where status in ('S') and", tests: byBooks },
    { id: 'books-pending', file: books, from: "where status in ('S', 'V') and", to: "where status in ('S', 'V', 'P') and", tests: byBooks },
    { id: 'books-balance', file: books, from: "('balance', gross + fee)", to: "('balance', gross)", tests: byBooks },
    { id: 'books-fee-row', file: books, from: "-fee - case when class = 'fee' then gross else 0 end", to: '-fee', tests: byBooks },
    {
      id: 'books-set-aside',
      file: books,
      from: "when match_state = 'ignored' then 'setAside'",
      to: "when match_state = 'ignored' then 'unexplained'",
      tests: byBooks,
    },
    { id: 'books-hold', file: books, from: "when 'hold' then 'withheld'", to: "when 'hold' then 'transferredOut'", tests: byBooks },
    {
      id: 'books-transfer',
      file: books,
      from: "when 'transfer' then 'transferredOut'",
      to: "when 'transfer' then 'converted'",
      tests: byBooks,
    },
    { id: 'books-unexplained', file: books, from: 'then 0 else matched - gross end', to: 'then 0 else -gross end', tests: byBooks },
    { id: 'books-received', file: books, from: 'then 0 else -matched end', to: 'then 0 else -gross end', tests: byBooks },
    {
      id: 'books-unbalanced',
      file: 'db/functions/refuse_unbalanced.sql',
      from: 'having sum(amount_minor) <> 0 limit 1',
      to: 'having false limit 1',
      tests: byBooks,
    },
    {
      id: 'books-unbalanced-currency',
      file: 'db/functions/refuse_unbalanced.sql',
      from: 'from added group by journal_id, currency having',
      to: "from added cross join (select '' as c) x group by journal_id, currency having sum(sum(amount_minor)) over (partition by journal_id) <> 0 and",
      tests: byBooks,
    },
    {
      id: 'books-lock',
      file: ledger,
      from: 'const sorted = [...new Set(accountIds)].sort()',
      to: 'const sorted: string[] = []',
      tests: byBooks,
    },
    {
      id: 'verify-balance',
      file: verify,
      from: 'group by 1, 2, 3, 4, 5 having sum(p.amount_minor) <> 0`',
      to: 'group by 1, 2, 3, 4, 5 having sum(p.amount_minor) > 100000`',
      tests: byVerify,
    },
    { id: 'verify-journal', file: verify, from: 'where j.id is null\n', to: 'where false\n', tests: byVerify },
    {
      id: 'verify-row',
      file: verify,
      from: "where j.kind not in ('opening', 'correction') and t.id is null`",
      to: 'where false`',
      tests: byVerify,
    },
    {
      id: 'verify-opened',
      file: verify,
      from: 'group by 1, 2 having count(*) > 1',
      to: 'group by 1, 2 having count(*) > 2',
      tests: byVerify,
    },
    {
      id: 'verify-opening-books',
      file: verify,
      from: "and p.book not in ('balance', 'withheld', 'opening')`",
      to: 'and false`',
      tests: byVerify,
    },
    {
      id: 'verify-postings',
      file: verify,
      from: 'transaction_id, book having sum(posted) <> sum(due)`',
      to: 'transaction_id, book having false`',
      tests: byVerify,
    },
    {
      id: 'verify-corrections',
      file: verify,
      from: '0, net_minor - opening_minor from opening_row',
      to: '0, 0 from opening_row',
      tests: byVerify,
    },
    { id: 'verify-sums', file: verify, from: 'having sum(kept) <> sum(posted)`', to: 'having false`', tests: byVerify },
    {
      id: 'verify-lines',
      file: verify,
      from: 'having t.matched_minor <> coalesce(sum(l.amount_minor), 0)`',
      to: 'having false`',
      tests: byVerify,
    },
    { id: 'verify-days', file: verify, from: 'having sum(kept) <> sum(rows) or sum(counted)', to: 'having sum(counted)', tests: byVerify },
    { id: 'verify-day-counts', file: verify, from: ' or sum(counted) <> sum(present)`', to: '`', tests: byVerify },
    { id: 'verify-paypal', file: verify, from: 'where b.ledger + b.pending_minor <> b.paypal_minor`', to: 'where false`', tests: byVerify },
    {
      id: 'verify-pending',
      file: verify,
      from: 'b.ledger + b.pending_minor <> b.paypal_minor',
      to: 'b.ledger <> b.paypal_minor',
      tests: byVerify,
    },
  ]),
  ...faultsOf('opening', [
    {
      id: 'opening-sum',
      file: ledger,
      from: 'do update set balance_minor = b.balance_minor + excluded.balance_minor',
      to: 'do update set balance_minor = excluded.balance_minor',
      tests: byBooks,
    },
    { id: 'opening-older', file: ledger, from: 'o.provider_updated_at <= t.updated', to: 'o.provider_updated_at <= now()', tests: byBooks },
    {
      id: 'opening-older-kept',
      file: ledger,
      from: '\n        where o.provider_updated_at <= excluded.provider_updated_at',
      to: '',
      tests: byBooks,
    },
    { id: 'opening-correction', file: ledger, from: "('opening', -h.delta)", to: "('received', -h.delta)", tests: byBooks },
    { id: 'opening-delta', file: ledger, from: 'o.net_minor', to: 'o.opening_minor', tests: byBooks },
  ]),
]
export default faults
