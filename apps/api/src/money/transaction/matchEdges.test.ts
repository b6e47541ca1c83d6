import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { applyRows, type ToldRow } from './transaction.ts'

const t = testApp()

async function world(toleranceBasisPoints = 0) {
  const operator = await make.operator(t)
  const { companyId } = operator
  const accountId = await make.paypalAccount(t, companyId)
  await t.owner(`insert into company_setting (company_id, tabs) values ($1, $2)`, [
    companyId,
    { reconciliation: { toleranceBasisPoints, slaHours: 48 } },
  ])
  const bill = async (
    values: {
      email?: string
      totalMinor?: number
      invoice?: string
      sentAt?: string
      number?: string
      status?: 'sent' | 'paid'
    } = {},
  ) => {
    const { invoice, sentAt, ...rest } = values
    const made = await make.bill(t, operator, {
      status: 'sent',
      totalMinor: 10_000,
      accountId,
      ...rest,
    })
    await t.owner(`update bill set provider_invoice_id = $2, sent_at = $3 where id = $1`, [
      made.id,
      invoice ?? null,
      sentAt ?? '2026-06-01T00:00:00Z',
    ])
    return made
  }
  const told = (values: Partial<ToldRow> = {}) =>
    toldRow(accountId, { occurredAt: '2026-06-01T08:00:00.000Z', ...values })
  const apply = (...rows: ToldRow[]) =>
    t.in(companyId, (db) => applyRows(db, companyId, rows, 'sync'))
  /** What explains the row: its bill and how it was found. */
  const explained = async (row: ToldRow) =>
    t.owner<{ id: string; rule: string; deduction: number }>(
      `select l.bill_id as id, l.rule, l.deduction_minor::int as deduction
       from match_line l
       join paypal_transaction x on x.id = l.transaction_id
       where x.company_id = $1 and x.provider_transaction_id = $2`,
      [companyId, row.providerTransactionId],
    )
  return { companyId, accountId, operator, bill, told, apply, explained }
}

/** The tolerance is a share of what is due, in hundredths of a percent: 100 is one percent. */
test.each([
  [100, 10_000, true],
  [100, 9900, true],
  [100, 9899, false],
  [100, 10_100, true],
  [100, 10_101, false],
  [0, 9999, false],
])(
  'with a tolerance of %i, a payment of %i for a bill of 10000 fits: %s',
  async (tolerance, grossMinor, fits) => {
    const w = await world(tolerance)
    const bill = await w.bill({ email: 'ann@customer.example' })
    const row = w.told({ payerEmail: 'ann@customer.example', grossMinor })
    await w.apply(row)
    expect(await w.explained(row)).toEqual(
      fits ? [{ id: bill.id, rule: 'alias', deduction: Math.max(0, 10_000 - grossMinor) }] : [],
    )
  },
)

test.each([
  ['60 days before the payment', '2026-04-02T08:00:00Z', true],
  ['more than 60 days before the payment', '2026-04-02T07:59:00Z', false],
  ['60 days after the payment', '2026-07-31T08:00:00Z', true],
  ['more than 60 days after the payment', '2026-07-31T08:01:00Z', false],
])('a bill that was sent %s', async (_, sentAt, fits) => {
  const w = await world()
  await w.bill({ email: 'ann@customer.example', sentAt })
  const row = w.told({ payerEmail: 'ann@customer.example' })
  await w.apply(row)
  expect(await w.explained(row)).toHaveLength(fits ? 1 : 0)
})

test('a hint that points at two bills decides nothing, and no weaker one decides instead', async () => {
  const w = await world()
  const bills = [await w.bill({ number: 'N-1' }), await w.bill({ number: 'N-2' })]
  await w.bill({ email: 'ann@customer.example' })
  const both = w.told({
    invoiceId: bills[0]?.number ?? '',
    customField: bills[1]?.number ?? '',
    payerEmail: 'ann@customer.example',
  })
  await w.apply(both)
  expect(await w.explained(both)).toEqual([])
})

test('the surest hint decides: the payment before the invoice, the invoice before a number', async () => {
  const w = await world()
  const [byPayment, byInvoice, byNumber] = [
    await w.bill(),
    await w.bill({ invoice: 'INV2-1' }),
    await w.bill({ number: 'N-3' }),
  ]
  await t.owner(
    `insert into bill_payment (
       company_id, bill_id, account_id, provider_payment_id, source, method, currency,
       amount_minor, pending
     )
     values ($1, $2, $3, 'PAID', 'paypal', '', 'USD', 10000, false)`,
    [w.companyId, byPayment.id, w.accountId],
  )
  const first = w.told({
    providerTransactionId: 'PAID',
    paypalInvoiceId: 'INV2-1',
    invoiceId: 'N-3',
  })
  const second = w.told({ paypalInvoiceId: 'INV2-1', invoiceId: 'N-3' })
  const third = w.told({ invoiceId: 'N-3' })
  await w.apply(first, second, third)
  expect(await w.explained(first)).toMatchObject([{ id: byPayment.id, rule: 'payment' }])
  expect(await w.explained(second)).toMatchObject([{ id: byInvoice.id, rule: 'invoice' }])
  expect(await w.explained(third)).toMatchObject([{ id: byNumber.id, rule: 'number' }])
})

test('by payer only payments are matched, to bills that are open, and not where the row names an invoice of another', async () => {
  const w = await world()
  await w.bill({ email: 'ann@customer.example', status: 'paid' })
  const closed = w.told({ payerEmail: 'ann@customer.example' })
  await w.bill({ email: 'ben@customer.example' })
  const foreign = w.told({ payerEmail: 'ben@customer.example', paypalInvoiceId: 'INV2-OTHER' })
  const sent = w.told({ payerEmail: 'ben@customer.example', eventCode: 'T1900' })
  await w.apply(closed, foreign, sent)
  for (const row of [closed, foreign, sent]) expect(await w.explained(row)).toEqual([])
})

test('a customer that was merged into another no longer gets payments by its address', async () => {
  const w = await world()
  const gone = await w.bill({ email: 'ann@customer.example' })
  const into = await w.bill({ email: 'lee@customer.example', totalMinor: 500 })
  await t.owner(`update customer set merged_into_id = $2 where id = $1`, [
    gone.customerId,
    into.customerId,
  ])
  const row = w.told({ payerEmail: 'ann@customer.example' })
  await w.apply(row)
  expect(await w.explained(row)).toEqual([])
})

test('a row that refers to an explained one follows it only if its kind does, and only within its account', async () => {
  const w = await world()
  const bill = await w.bill({ number: 'N-1' })
  const payment = w.told({ providerTransactionId: 'PAY1', invoiceId: 'N-1' })
  const refund = w.told({ eventCode: 'T1107', grossMinor: -500, feeMinor: 0, referenceId: 'PAY1' })
  const unrelated = w.told({
    eventCode: 'T0003',
    grossMinor: 700,
    feeMinor: 0,
    referenceId: 'PAY1',
  })
  // The bill is of no account, so that its own account decides nothing here.
  await t.owner('update bill set account_id = null where id = $1', [bill.id])
  await w.apply(payment)
  await w.apply(refund, unrelated)
  expect(await w.explained(refund)).toMatchObject([{ id: bill.id, rule: 'reference' }])
  expect(await w.explained(unrelated)).toEqual([])
  const otherAccount = await make.paypalAccount(t, w.companyId)
  const elsewhere = toldRow(otherAccount, {
    eventCode: 'T1107',
    grossMinor: -500,
    feeMinor: 0,
    referenceId: 'PAY1',
  })
  await w.apply(elsewhere)
  expect(await w.explained(elsewhere)).toEqual([])
})

test('what a person decided about a row, no rule decides again', async () => {
  const w = await world()
  const row = w.told({ invoiceId: 'N-9' })
  await w.apply(row)
  await t.owner(
    `update paypal_transaction set matched_by = 'Ann' where provider_transaction_id = $1`,
    [row.providerTransactionId],
  )
  const bill = await w.bill({ number: 'N-9' })
  await w.apply({ ...row, note: 'changed', providerUpdatedAt: '2026-06-02T08:00:00.000Z' })
  expect(await w.explained(row)).toEqual([])
  const next = w.told({ invoiceId: 'N-9' })
  await w.apply(next)
  expect(await w.explained(next)).toMatchObject([{ id: bill.id }])
})
