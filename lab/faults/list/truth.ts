import { api, type Fault, faultsOf } from '../fault.ts'

const [elsewhere, back, day] = [
  api('billing/bill/money/elsewhere'),
  api('billing/bill/money/back'),
  api('billing/bill/money/day'),
]

const recordable = api('billing/reconciliation/recordable')
const deduction = api('billing/reconciliation/deduction')

const recordableLines = 'db/functions/recordable_lines.sql'
const recordByItself = 'apps/api/src/billing/reconciliation/recordByItself.ts'
const recountBack = 'db/functions/recount_back.sql'
const moneyRead = 'apps/api/src/billing/bill/money/read.ts'
const finish = 'apps/api/src/billing/bill/finish.ts'
const [dueDate, _remind] = [api('billing/bill/dueDate'), api('billing/bill/remind')]

/** One truth about a bill's money, and the guards around what goes out. */
const faults: Fault[] = [
  ...faultsOf('money', [
    {
      id: 'paid-at',
      file: moneyRead,
      from: 'max(coalesce(p.moved_at, p.created_at))',
      to: 'max(p.created_at)',
      tests: day,
    },
    {
      id: 'due-on-receipt',
      file: 'apps/api/src/billing/bill/snapshot.ts',
      from: `b.term = 'onReceipt' and u."onReceipt"`,
      to: 'false',
      tests: dueDate,
    },
    {
      id: 'due-from-sending',
      file: finish,
      from: 'coalesce(b.sent_at, now())',
      to: 'now()',
      tests: dueDate,
    },
    {
      id: 'elsewhere-rules',
      file: 'db/functions/is_from_elsewhere.sql',
      from: "'alias', ",
      to: '',
      tests: elsewhere,
    },
    {
      id: 'elsewhere-note',
      file: 'db/functions/elsewhere_lines.sql',
      from: " and p.source = 'external' and p.note <> ''",
      to: ' and false',
      tests: elsewhere,
    },
    {
      id: 'elsewhere-followed',
      file: 'db/functions/elsewhere_lines.sql',
      from: 'and l.reference_id = c.row_id',
      to: 'and false',
      tests: elsewhere,
    },
    {
      id: 'elsewhere-due',
      file: 'db/functions/recount_elsewhere.sql',
      from: 'greatest(0, b.due_minor + b.covered_minor - e.minor)',
      to: 'b.due_minor + b.covered_minor',
      tests: elsewhere,
    },
    {
      id: 'elsewhere-by-itself',
      file: recordableLines,
      from: "when l.by_payer then 'confirm'",
      to: "when l.by_payer then 'byItself'",
      tests: elsewhere,
    },
    {
      id: 'record-asked-for-elsewhere',
      file: 'apps/api/src/money/transaction/read.ts',
      from: ' and is_from_elsewhere(l.rule)',
      to: ' and not is_from_elsewhere(l.rule)',
      tests: [...recordable, ...elsewhere],
    },
    {
      id: 'record-went-back',
      file: recordableLines,
      from: 'and k.gross_minor < 0',
      to: 'and false',
      tests: recordable,
    },
    { id: 'record-hold', file: recordableLines, from: "'hold', ", to: '', tests: recordable },
    {
      id: 'record-whole',
      file: recordableLines,
      from: 'l.amount_minor >= b.provider_due_minor',
      to: 'true',
      tests: recordable,
    },
    {
      id: 'record-minimum',
      file: recordableLines,
      from: 'l.amount_minor >= coalesce(b.minimum_due_minor, 0)',
      to: 'true',
      tests: recordable,
    },
    {
      id: 'record-partial',
      file: recordableLines,
      from: 'b.allow_partial and ',
      to: '',
      tests: recordable,
    },
    {
      id: 'record-currency',
      file: recordableLines,
      from: ' and b.other_currency is null',
      to: '',
      tests: recordable,
    },
    {
      id: 'record-fair',
      file: recordByItself,
      from: 'order by random() limit',
      to: 'order by b.id limit',
      tests: recordable,
    },
    {
      id: 'deduction-ends',
      file: 'db/functions/elsewhere_lines.sql',
      from: 'case when n.minor > 0 then l.deduction_minor else 0 end',
      to: 'l.deduction_minor',
      tests: deduction,
    },
    {
      id: 'deduction-followed',
      file: 'db/functions/elsewhere_lines.sql',
      from: 'and l.reference_id = a.row_id',
      to: 'and false',
      tests: deduction,
    },
    {
      id: 'deduction-told',
      file: 'apps/api/src/billing/statement/customer.ts',
      from: '        l.amount_minor, null',
      to: '        l.amount_minor + l.deduction_minor, null',
      tests: deduction,
    },
  ]),
  ...faultsOf('figures', [
    {
      id: 'back-returned',
      file: recountBack,
      from: "when 'returned' then -1 else",
      to: "when 'returned' then 1 else",
      tests: back,
    },
    {
      id: 'back-fee',
      file: recountBack,
      from: "f.class = 'fee'",
      to: "f.class = 'none'",
      tests: back,
    },
    {
      id: 'back-chargeback',
      file: recountBack,
      from: "c.class = 'chargeback'",
      to: "c.class = 'reversal'",
      tests: back,
    },
    {
      id: 'day-told',
      file: 'db/functions/counted_day.sql',
      from: 'coalesce(told, (seen at time zone zone)::date)',
      to: '(seen at time zone zone)::date',
      tests: day,
    },
    {
      id: 'day-moves',
      file: 'db/functions/recount_days.sql',
      from: 'perform recount_back(of_company, gone_back)',
      to: 'null',
      tests: day,
    },
    {
      id: 'day-dated-anew',
      file: 'db/functions/recount_rows.sql',
      from: 'p.moved_at is distinct from t.moved_at',
      to: 'false',
      tests: day,
    },
    {
      id: 'back-figure',
      file: 'db/functions/figure_back.sql',
      from: '-1, -f.amount_minor from before_rows k',
      to: '0, 0 from before_rows k',
      tests: api('desk/home/figures'),
    },
  ]),
  ...faultsOf('fee', [
    {
      id: 'fee-reversed',
      file: 'apps/api/src/money/transaction/fee.ts',
      from: 'isSettled(status) && grossMinor > 0',
      to: "status === 'S' && grossMinor > 0",
      tests: day,
    },
  ]),
]
export default faults
