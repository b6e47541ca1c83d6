import { api, type Fault, faultsOf } from '../fault.ts'

const [elsewhere, back, day] = [api('billing/bill/money/elsewhere'), api('billing/bill/money/back'), api('billing/bill/money/day')]
const [total, modes, currency] = [api('billing/bill/total/total'), api('billing/bill/total/modes'), api('billing/bill/total/currency')]
const [merchant, settle, threshold] = [api('paypal/paypalAccount/merchant'), api('billing/refund/settle'), api('billing/refund/threshold')]
const recordable = api('billing/reconciliation/recordable')
const deduction = api('billing/reconciliation/deduction')
const reconciliation = 'apps/api/src/billing/reconciliation/reconciliation.ts'
const recordableLines = 'db/functions/recordable_lines.sql'
const recordByItself = 'apps/api/src/billing/reconciliation/recordByItself.ts'
const recountBack = 'db/functions/recount_back.sql'
const perform = 'apps/api/src/billing/bill/perform.ts'
const settleFile = 'apps/api/src/billing/refund/settle.ts'

/** One truth about a bill's money, and the guards around what goes out. */
const faults: Fault[] = [
  ...faultsOf('money', [
    { id: 'elsewhere-rules', file: 'db/functions/is_from_elsewhere.sql', from: "'alias', ", to: '', tests: elsewhere },
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
      id: 'elsewhere-snapshot',
      file: 'apps/api/src/billing/bill/snapshot.ts',
      from: 'due_minor = greatest(0, u."dueMinor" - b.elsewhere_minor)',
      to: 'due_minor = u."dueMinor"',
      tests: elsewhere,
    },
    { id: 'elsewhere-reminded', file: 'apps/api/src/desk/rule/bills.ts', from: ' and b.elsewhere_minor = 0', to: '', tests: elsewhere },
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
    { id: 'record-went-back', file: recordableLines, from: 'and k.gross_minor < 0', to: 'and false', tests: recordable },
    { id: 'record-hold', file: recordableLines, from: "'hold', ", to: '', tests: recordable },
    { id: 'record-whole', file: recordableLines, from: 'l.amount_minor >= b.provider_due_minor', to: 'true', tests: recordable },
    {
      id: 'record-minimum',
      file: recordableLines,
      from: 'l.amount_minor >= coalesce(b.minimum_due_minor, 0)',
      to: 'true',
      tests: recordable,
    },
    { id: 'record-partial', file: recordableLines, from: 'b.allow_partial and ', to: '', tests: recordable },
    { id: 'record-currency', file: recordableLines, from: ' and b.other_currency is null', to: '', tests: recordable },
    {
      id: 'record-by-hand',
      file: 'apps/api/src/billing/reconciliation/recordOnBill.ts',
      from: "if (!lines[0]) throw refuse('transaction.nothingToRecord')",
      to: 'lines[0] ??= { rowId: transactionId, movedAt: new Date().toISOString() }',
      tests: recordable,
    },
    { id: 'record-fair', file: recordByItself, from: 'order by random() limit', to: 'order by b.id limit', tests: recordable },
    {
      id: 'record-one-refused',
      file: recordByItself,
      from: 'answer.refusal.status !== 429',
      to: 'answer.refusal.status === 404',
      tests: api('billing/reconciliation/recordByItself'),
    },
    {
      id: 'record-invoice-currency',
      file: recordByItself,
      from: 'invoice.detail.currency_code === line.currency &&',
      to: '',
      tests: api('billing/reconciliation/recordByItself'),
    },
    {
      id: 'deduction-left',
      file: reconciliation,
      from: 'if (deductionMinor > leftMinor)',
      to: 'if (deductionMinor > totalMinor)',
      tests: deduction,
    },
    { id: 'deduction-out', file: reconciliation, from: '(!billId || sign < 0)', to: '!billId', tests: deduction },
    {
      id: 'deduction-tolerance',
      file: reconciliation,
      from: " && !canPermission(actor, 'WriteOffPayPalBill')",
      to: " && !canPermission(actor, 'ReconcileTransaction')",
      tests: deduction,
    },
    {
      id: 'deduction-together',
      file: reconciliation,
      from: 'deductionMinor + (before.find(({ billId }) => billId === id)?.minor ?? 0)',
      to: 'deductionMinor',
      tests: deduction,
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
    {
      id: 'statement-reason',
      file: 'apps/api/src/billing/statement/customer.ts',
      from: "coalesce(r.note_to_payer, '')",
      to: "coalesce(r.reason, '')",
      tests: api('billing/statement/statement'),
    },
    {
      id: 'total-taken-back',
      file: perform,
      from: 'return isOut ? { ...result, facts: { difference } } : takeBack(call, invoice.id, difference)',
      to: 'return { ...result, facts: { difference } }',
      tests: modes,
    },
    {
      id: 'total-scheduled',
      file: perform,
      from: "const isOut = invoice.status !== 'DRAFT' && invoice.status !== 'SCHEDULED'",
      to: "const isOut = invoice.status !== 'DRAFT'",
      tests: total,
    },
    {
      id: 'total-lost-delete',
      file: perform,
      from: "if (deleted.outcome === 'unknown') return { result: 'unknown', reason: 'look' }\n",
      to: '',
      tests: modes,
    },
    {
      id: 'total-near',
      file: 'apps/api/src/billing/bill/total/difference.ts',
      from: 'Math.abs(paypals.amountMinor) !== ours',
      to: 'Math.abs(Math.abs(paypals.amountMinor) - ours) > 1',
      tests: modes,
    },
    {
      id: 'total-removed',
      file: 'apps/api/src/billing/bill/finish.ts',
      from: 'provider_invoice_id = case when ${removed} then null else',
      to: 'provider_invoice_id = case when false then null else',
      tests: total,
    },
    {
      id: 'currency-changed',
      file: 'apps/api/src/billing/bill/snapshot.ts',
      from: "return invoice.detail.currency_code === bill.currency ? 'applied' : 'otherCurrency'",
      to: "return 'applied'",
      tests: [...api('billing/bill/judgement'), ...currency],
    },
    { id: 'currency-rule', file: 'apps/api/src/desk/rule/bills.ts', from: 'and b.other_currency is null', to: '', tests: currency },
    {
      id: 'merchant-twice',
      file: 'apps/api/src/paypal/paypalAccount/connect.ts',
      from: 'if (twin) throw merchantTaken(twin)',
      to: '',
      tests: merchant,
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
    { id: 'back-fee', file: recountBack, from: "f.class = 'fee'", to: "f.class = 'none'", tests: back },
    { id: 'back-chargeback', file: recountBack, from: "c.class = 'chargeback'", to: "c.class = 'reversal'", tests: back },
    {
      id: 'day-told',
      file: 'db/functions/counted_day.sql',
      from: 'coalesce(told, (seen at time zone zone)::date)',
      to: '(seen at time zone zone)::date',
      tests: day,
    },
    { id: 'day-moves', file: 'db/functions/recount_days.sql', from: 'perform recount_back(of_company, gone_back)', to: 'null', tests: day },
    {
      id: 'day-dated-anew',
      file: 'db/functions/recount_rows.sql',
      from: 'p.moved_at is distinct from t.moved_at',
      to: 'false',
      tests: day,
    },
    {
      id: 'day-fee',
      file: 'apps/api/src/billing/bill/fee.ts',
      from: 'coalesce((u."movedAt" at time zone c.timezone)::date, p.counted_on)',
      to: 'p.counted_on',
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
  ...faultsOf('refund', [
    {
      id: 'refund-no-threshold',
      file: 'apps/api/src/billing/refund/ask.ts',
      from: 'return { thresholdMinor: null, approvalNeeded: true }',
      to: 'return { thresholdMinor: null, approvalNeeded: false }',
      tests: threshold,
    },
    {
      id: 'refund-threshold-settled',
      file: 'apps/api/src/billing/refund/ask.ts',
      from: "a.refund_id = r.id and a.kind = 'refund')",
      to: 'a.refund_id = r.id)',
      tests: threshold,
    },
    {
      id: 'refund-duplicate',
      file: 'packages/paypal/src/outcome.ts',
      from: 'refusal.status === 409 ||',
      to: '',
      tests: api('billing/refund/perform'),
    },
    {
      id: 'refund-may-mean-done',
      file: 'apps/api/src/billing/refund/perform.ts',
      from: "if (mayMeanDone(refusal)) return { result: 'unknown', reason: 'duplicate' }\n",
      to: '',
      tests: api('billing/refund/perform'),
    },
    { id: 'settle-amount', file: settleFile, from: 'shown.amountMinor === refund.amountMinor &&', to: '', tests: settle },
    {
      id: 'settle-own',
      file: 'apps/api/src/billing/approval/approval.ts',
      from: "if (decision === 'withdrawn' ? !own : own) throw",
      to: "if (decision === 'withdrawn' && !own) throw",
      tests: settle,
    },
    {
      id: 'own-refunds',
      file: 'apps/api/src/billing/bill/ownRefunds.ts',
      from: 'refunded + takenMinor',
      to: 'refunded',
      tests: [...api('billing/bill/ownRefunds'), ...back],
    },
  ]),
]
export default faults
