import { api, faultsOf } from '../fault.ts'

const ofBill = 'db/functions/bill_figure_of.sql'
const ofPayment = 'db/functions/payment_figure_of.sql'
const bills = 'db/functions/figure_bills.sql'
const payments = 'db/functions/figure_payments.sql'
const fold = 'db/functions/fold_bill_figures.sql'
const rows = 'db/functions/post_rows.sql'
const tests = api('desk/home/figureOf')
const history = api('desk/home/figures')

export default faultsOf('figures', [
  {
    id: 'figure-refused',
    file: ofBill,
    from: "case when status = 'sendFailed' then total_minor else due_minor end",
    to: 'due_minor',
    tests,
  },
  {
    id: 'figure-refused-day',
    file: ofBill,
    from: "when status <> 'sendFailed' and status <> 'paymentPending'",
    to: 'when due_minor > 0',
    tests,
  },
  {
    id: 'figure-settling',
    file: ofBill,
    from: "when due_minor > 0 and status <> 'paymentPending' then 'owing'",
    to: "when due_minor >= 0 and status <> 'paymentPending' then 'owing'",
    tests,
  },
  // A payment is on its way, and the bill would be collected all the same.
  {
    id: 'figure-under-way',
    file: ofBill,
    from: "due_minor > 0 and status <> 'paymentPending' then",
    to: 'due_minor > 0 then',
    tests,
  },
  {
    id: 'ageing-others',
    file: 'apps/api/src/billing/bill/list/ageing.ts',
    from: "const scope = await scopeOf(db, actor, { ...filter, tab: 'overdue' })",
    to: "const scope = await scopeOf(db, { ...actor, permissions: ['ViewAllPayPalBill'] } as typeof actor, { ...filter, tab: 'overdue' })",
    tests: api('billing/bill/list/ageing'),
  },
  // The home page adds up the stored figures instead of the bills.
  {
    id: 'home-overdue-others',
    file: 'apps/api/src/desk/home/figures.ts',
    from: "figuresOf(actor.companyId, owners, sql`f.kind = 'owing' and f.day",
    to: "figuresOf(actor.companyId, 'all', sql`f.kind = 'owing' and f.day",
    tests: api('billing/bill/list/ageing'),
  },
  {
    id: 'ageing-edge',
    file: 'packages/contract/src/billing/billAge.ts',
    from: 'month: { from: 8, to: 30 }',
    to: 'month: { from: 8, to: 31 }',
    tests: api('billing/bill/list/ageing'),
  },
  {
    id: 'figure-draft',
    file: ofBill,
    from: "where status in ('sent',",
    to: "where status in ('draft', 'sent',",
    tests,
  },
  {
    id: 'figure-pending',
    file: ofPayment,
    from: 'where not pending and f.amount is not null',
    to: 'where f.amount is not null',
    tests,
  },
  {
    id: 'figure-no-fee',
    file: ofPayment,
    from: 'where not pending and f.amount is not null',
    to: 'where not pending',
    tests,
  },
  {
    id: 'figure-before',
    file: bills,
    from: '-1, -f.amount_minor from before_rows b',
    to: '-1, 0 from before_rows b',
    tests: history,
  },
  {
    id: 'figure-owner',
    file: bills,
    from: 'cross join lateral (values (m.after_id, 1), (m.before_id, -1)) o',
    to: 'cross join lateral (values (m.after_id, 1)) o',
    tests: history,
  },
  {
    id: 'figure-payment-before',
    file: payments,
    from: '-1, -f.amount_minor from before_rows p',
    to: '-1, 0 from before_rows p',
    tests: history,
  },
  {
    id: 'figure-payment-gone',
    file: payments,
    from: '-count(*), -sum(f.amount_minor) from before_rows p',
    to: '-count(*), sum(f.amount_minor) from before_rows p',
    tests: history,
  },
  {
    id: 'figure-fold',
    file: fold,
    from: 'amount_minor = f.amount_minor + excluded.amount_minor',
    to: 'amount_minor = excluded.amount_minor',
    tests: history,
  },
  {
    id: 'figure-fold-company',
    file: fold,
    from: '(company_id, owner_id, kind, day, currency), (company_id, kind, day, currency))',
    to: '(company_id, owner_id, kind, day, currency))',
    tests: history,
  },
  {
    id: 'day-reversed',
    file: rows,
    from: "sum(fee_minor)\n    from after_rows where status in ('S', 'V') group",
    to: "sum(fee_minor)\n    from after_rows where status in ('S') group",
    tests,
  },
  {
    id: 'day-reversed-later',
    file: rows,
    from: "gross_minor, fee_minor\n    from after_rows where status in ('S', 'V')\n",
    to: "gross_minor, fee_minor\n    from after_rows where status in ('S')\n",
    tests,
  },
  {
    id: 'day-before-fee',
    file: rows,
    from: '-1, -gross_minor, -fee_minor',
    to: '-1, -gross_minor, 0',
    tests,
  },
  {
    id: 'day-before-status',
    file: rows,
    from: "from before_rows where status in ('S', 'V')",
    to: "from before_rows where status in ('S', 'V', 'P')",
    tests,
  },
])
