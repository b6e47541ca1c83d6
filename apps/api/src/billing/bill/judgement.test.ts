import type { BillStatus } from '@paydesk/contract/billing/billStatus'
import { Invoice } from '@paydesk/paypal/invoice'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addTransactions } from '../../test/world/transactions.ts'
import { applyInvoices, isComplete } from './snapshot.ts'

const t = testApp()

const usd = (minor: number, currency = 'USD') => ({
  currency_code: currency,
  value: (minor / 100).toFixed(2),
})
type Payment = { id: string; minor: number; type?: string; on?: string; note?: string }
type Told = {
  status?: string
  total?: number
  due?: number | null
  paid?: number | null
  payments?: Payment[]
  refunds?: { id: string; minor: number; type?: string }[]
  currency?: string
  updated?: string
}

/** PayPal's record of an invoice over 100 dollars. Null leaves an amount out. */
function invoiceOf({
  status = 'SENT',
  total = 10_000,
  payments = [],
  refunds = [],
  currency = 'USD',
  updated,
  ...told
}: Told = {}) {
  const paid =
    told.paid === undefined ? payments.reduce((sum, { minor }) => sum + minor, 0) : told.paid
  const due = told.due === undefined ? total - (paid ?? 0) : told.due
  return Invoice.parse({
    id: 'INV2-AAAA-BBBB-CCCC-DDDD',
    status,
    detail: {
      currency_code: currency,
      ...(updated && { metadata: { last_update_time: updated } }),
    },
    amount: usd(total, currency),
    ...(due !== null && { due_amount: usd(due, currency) }),
    payments: {
      ...(paid !== null && { paid_amount: usd(paid, currency) }),
      transactions: payments.map(({ id, minor, type = 'PAYPAL', on, note }) => ({
        type,
        payment_id: id,
        method: 'PAYPAL',
        amount: usd(minor, currency),
        ...(on && { payment_date: on }),
        ...(note && { note }),
      })),
    },
    refunds: {
      transactions: refunds.map(({ id, minor, type = 'PAYPAL' }) => ({
        type,
        refund_id: id,
        amount: usd(minor, currency),
      })),
    },
  })
}

async function world(status: BillStatus = 'sent') {
  const operator = await make.operator(t)
  const { companyId } = operator
  const accountId = await make.paypalAccount(t, companyId)
  const bill = await make.bill(t, operator, { status, totalMinor: 10_000, accountId })
  let looks = 0
  const begun = Date.now() - 3_600_000
  /** Each look begins a second after the one before, unless it says when it began. */
  const tell = async (told: Told | Invoice, second = ++looks) =>
    (
      await t.in(companyId, (db) => {
        const seen = { startedAt: new Date(begun + second * 1000).toISOString() }
        return applyInvoices(db, companyId, [
          {
            billId: bill.id,
            invoice: 'id' in told ? (told as Invoice) : invoiceOf(told as Told),
            seen,
          },
        ])
      })
    )[0]
  const read = async () =>
    (
      await t.owner<{
        status: string
        total: number
        paid: number
        due: number
        fee: number | null
      }>(
        `select status, total_minor::int as total, paid_minor::int as paid, due_minor::int as due,
           fee_minor::int as fee
         from bill
         where id = $1`,
        [bill.id],
      )
    )[0]
  const payments = () =>
    t.owner<{ id: string; minor: number; pending: boolean; source: string; note: string }>(
      `select provider_payment_id as id, amount_minor::int as minor, pending, source, note
       from bill_payment
       where bill_id = $1
       order by 1`,
      [bill.id],
    )
  const refunds = async () =>
    (
      await t.owner<{ id: string }>(
        `select provider_refund_id as id from bill_refund where bill_id = $1 order by 1`,
        [bill.id],
      )
    ).map(({ id }) => id)
  return { companyId, accountId, billId: bill.id, operator, tell, read, payments, refunds }
}

const one = { id: 'P1', minor: 4000 }

test('a look that began earlier changes nothing, however new its record is dated', async () => {
  const w = await world()
  expect(
    await w.tell(
      { status: 'PARTIALLY_PAID', payments: [one], updated: '2026-11-01T00:00:00Z' },
      10,
    ),
  ).toBe('applied')
  expect(await w.tell({ status: 'CANCELLED', updated: '2030-01-01T00:00:00Z' }, 9)).toBe('stale')
  expect(await w.read()).toMatchObject({ status: 'partiallyPaid', paid: 4000 })
  expect(await w.payments()).toHaveLength(1)
  expect(
    await w.tell(
      { status: 'PARTIALLY_PAID', payments: [one], updated: '2020-01-01T00:00:00Z' },
      10,
    ),
  ).toBe('applied')
})

test.each<[string, Told]>([
  ['without what is due', { status: 'PAID', payments: [{ id: 'P1', minor: 10_000 }], due: null }],
  ['paid, without the sum of its payments', { status: 'PAID', paid: null, due: 0 }],
  ['refunded, without the sum of its payments', { status: 'REFUNDED', paid: null, due: 0 }],
  ['with a sum and without its payments', { status: 'PARTIALLY_PAID', paid: 4000 }],
])('a record %s says too little and changes nothing', async (_, told) => {
  const w = await world()
  await w.tell({ status: 'PARTIALLY_PAID', payments: [one] })
  expect(isComplete(invoiceOf(told))).toBe(false)
  expect(await w.tell(told)).toBe('unclear')
  expect(await w.read()).toMatchObject({ status: 'partiallyPaid', paid: 4000, due: 6000 })
  expect(await w.payments()).toHaveLength(1)
})

test('a record that is not paid needs no payments to be whole', () => {
  expect(isComplete(invoiceOf({ status: 'SENT', paid: null, due: 10_000 }))).toBe(true)
  expect(isComplete(invoiceOf({ status: 'UNPAID', paid: null, due: 10_000 }))).toBe(true)
  const { amount: _, ...without } = invoiceOf()
  expect(isComplete(without as Invoice)).toBe(false)
})

test('a record in another currency changes nothing', async () => {
  const w = await world()
  expect(
    await w.tell({ status: 'PAID', currency: 'EUR', payments: [{ id: 'P1', minor: 10_000 }] }),
  ).not.toBe('applied')
  expect(await w.read()).toMatchObject({ status: 'sent', paid: 0, due: 10_000 })
  expect(await w.payments()).toEqual([])
})

const all = [{ id: 'P1', minor: 10_000 }]
test.each<[string, BillStatus, Told]>([
  ['SCHEDULED', 'scheduled', {}],
  ['SENT', 'sent', {}],
  ['UNPAID', 'sent', {}],
  ['SHARED', 'sent', {}],
  ['PARTIALLY_PAID', 'partiallyPaid', { payments: [one] }],
  ['PAYMENT_PENDING', 'paymentPending', { payments: all }],
  ['PAID', 'paid', { payments: all }],
  ['MARKED_AS_PAID', 'paid', { payments: [{ ...all[0], type: 'EXTERNAL' } as Payment] }],
  ['PAID_EXTERNAL', 'paid', { payments: [{ ...all[0], type: 'EXTERNAL' } as Payment] }],
  [
    'PARTIALLY_REFUNDED',
    'partiallyRefunded',
    { payments: all, refunds: [{ id: 'R1', minor: 100 }] },
  ],
  ['REFUNDED', 'refunded', { payments: all, refunds: [{ id: 'R1', minor: 10_000 }] }],
  ['MARKED_AS_REFUNDED', 'refunded', { payments: all, refunds: [{ id: 'R1', minor: 10_000 }] }],
  ['REFUNDED_EXTERNAL', 'refunded', { payments: all, refunds: [{ id: 'R1', minor: 10_000 }] }],
  ['CANCELLED', 'cancelled', {}],
  ['AUTO_CANCELLED', 'cancelled', {}],
  ['SOMETHING_NEW', 'sent', {}],
])('PayPal’s %s is our %s', async (word, status, told) => {
  const w = await world()
  expect(await w.tell({ ...told, status: word })).toBe('applied')
  expect((await w.read())?.status).toBe(status)
})

test('a bill that was written off stays so until money comes', async () => {
  const w = await world('writtenOff')
  await w.tell({ status: 'SENT' })
  expect((await w.read())?.status).toBe('writtenOff')
  await w.tell({ status: 'PARTIALLY_PAID', payments: [one] })
  expect((await w.read())?.status).toBe('partiallyPaid')
})

test('a payment that PayPal no longer lists is taken away, unless a refund of it is known', async () => {
  const w = await world()
  await w.tell({ status: 'PARTIALLY_PAID', payments: [one, { id: 'P2', minor: 1000 }] })
  await w.tell({ status: 'PARTIALLY_PAID', payments: [one] })
  expect((await w.payments()).map(({ id }) => id)).toEqual(['P1'])
  await t.owner(
    `insert into refund (
       company_id, account_id, bill_id, payment_id, provider_refund_id, origin, kind, currency,
       amount_minor, state
     )
     select company_id, account_id, bill_id, id, 'R1', 'paypal', 'refund', 'USD', 100, 'completed'
     from bill_payment
     where bill_id = $1`,
    [w.billId],
  )
  await w.tell({ status: 'SENT' })
  expect((await w.payments()).map(({ id }) => id)).toEqual(['P1'])
})

test('a payment’s new amount is taken over, and its source and note are PayPal’s', async () => {
  const w = await world()
  await w.tell({ status: 'PARTIALLY_PAID', payments: [one] })
  const mark = '#01234567-89ab-cdef-0123-456789abcdef'
  const byHand = { id: 'X1', minor: 500, type: 'EXTERNAL', note: `cash ${mark}` }
  await w.tell({ status: 'PARTIALLY_PAID', payments: [{ ...one, minor: 4100 }, byHand] })
  expect(await w.payments()).toEqual([
    { id: 'P1', minor: 4100, pending: false, source: 'paypal', note: '' },
    { id: 'X1', minor: 500, pending: false, source: 'external', note: 'cash' },
  ])
})

const pendingOf = async (w: Awaited<ReturnType<typeof world>>) =>
  (await w.payments()).filter(({ pending }) => pending).map(({ id }) => id)

test('of an invoice with a pending payment the newest one that has not arrived is the pending one, until PayPal has counted it', async () => {
  const w = await world()
  const [first, second] = [
    { id: 'P1', minor: 3000, on: '2026-06-01' },
    { id: 'P2', minor: 7000, on: '2026-06-02' },
  ]
  await w.tell({ status: 'PARTIALLY_PAID', payments: [first] })
  await w.tell({ status: 'PAYMENT_PENDING', payments: [second, first], paid: 3000 })
  expect(await pendingOf(w)).toEqual(['P2'])
  // A refund's status hides that a payment is pending; PayPal's sum does not.
  await w.tell({
    status: 'PARTIALLY_REFUNDED',
    payments: [second, first],
    paid: 3000,
    refunds: [{ id: 'R1', minor: 100 }],
  })
  expect(await pendingOf(w)).toEqual(['P2'])
  await w.tell({ status: 'PAID', payments: [second, first] })
  expect(await pendingOf(w)).toEqual([])
  // Should PayPal's sum have it in already, the status tells that there is one.
  const both = await world()
  await both.tell({ status: 'PAYMENT_PENDING', payments: [second, first] })
  expect(await pendingOf(both)).toEqual(['P2'])
})

test('as many payments are pending as PayPal has not counted: those that were before, then the newest', async () => {
  const w = await world()
  const [first, second, third] = [
    { id: 'P1', minor: 3000, on: '2026-06-01' },
    { id: 'P2', minor: 2000, on: '2026-06-02' },
    { id: 'P3', minor: 1000, on: '2026-06-03' },
  ]
  await w.tell({ status: 'PAYMENT_PENDING', payments: [first, second], paid: 3000 })
  expect(await pendingOf(w)).toEqual(['P2'])
  // All that had arrived went back, so that the invoice is open again and was paid once more.
  const refunds = [{ id: 'R1', minor: 3000 }]
  await w.tell({ status: 'SENT', payments: [first, second, third], paid: 3000, refunds })
  expect(await pendingOf(w)).toEqual(['P2', 'P3'])
  await w.tell({ status: 'SENT', payments: [first, second, third], paid: 4000, refunds })
  expect(await pendingOf(w)).toEqual(['P2'])
  await w.tell({ status: 'SENT', payments: [first, second, third], paid: 6000, refunds })
  expect(await pendingOf(w)).toEqual([])
  const other = await world()
  await other.tell({ status: 'PAYMENT_PENDING', payments: [first, second], paid: 3000 })
  await other.tell({ status: 'SENT', payments: [first, second, third], paid: 4000, refunds })
  expect(await pendingOf(other)).toEqual(['P2'])
})

test('the payments that come to just what PayPal has not counted are the pending ones, and a mistake ends with the other fee', async () => {
  const [first, second] = [
    { id: 'P1', minor: 5000, on: '2026-06-01' },
    { id: 'P2', minor: 3000, on: '2026-06-02' },
  ]
  const w = await world()
  await w.tell({ status: 'PAYMENT_PENDING', payments: [first], paid: 0 })
  expect(await pendingOf(w)).toEqual(['P1'])
  // The first one arrived and the second one came before anybody looked.
  await w.tell({ status: 'PAYMENT_PENDING', payments: [first, second], paid: 5000 })
  expect(await pendingOf(w)).toEqual(['P2'])
  // Two of one amount: the one that was pending before is taken for it, until its row says
  // that it has arrived.
  const twin = await world()
  const same = [first, { ...second, minor: 5000 }]
  await twin.tell({ status: 'PAYMENT_PENDING', payments: [first], paid: 0 })
  await twin.tell({ status: 'PAYMENT_PENDING', payments: same, paid: 5000 })
  expect(await pendingOf(twin)).toEqual(['P1'])
  await addTransactions(t, twin.companyId, [
    { accountId: twin.accountId, gross: 5000, fee: -200, providerId: 'P1' },
  ])
  await twin.tell({ status: 'PAYMENT_PENDING', payments: same, paid: 5000 })
  expect(await pendingOf(twin)).toEqual(['P2'])
  // Nothing comes to just what is missing: as many as it takes.
  const near = await world()
  await near.tell({ status: 'PAYMENT_PENDING', payments: [first], paid: 0 })
  await near.tell({ status: 'PAYMENT_PENDING', payments: [first, second], paid: 3001 })
  expect(await pendingOf(near)).toEqual(['P1'])
  const nearer = await world()
  await nearer.tell({ status: 'PAYMENT_PENDING', payments: [first, second], paid: 5001 })
  expect(await pendingOf(nearer)).toEqual(['P2'])
  // What had arrived does not become pending by a sum that nothing comes to, or by a status.
  const odd = await world()
  await odd.tell({ status: 'PARTIALLY_PAID', payments: [first] })
  await odd.tell({ status: 'PAYMENT_PENDING', payments: [first], paid: 4999 })
  await odd.tell({ status: 'PAYMENT_PENDING', payments: [first] })
  expect(await pendingOf(odd)).toEqual([])
  // Nor by a sum that a refund may have left: PayPal documents that of a whole refund only.
  await odd.tell({
    status: 'PARTIALLY_REFUNDED',
    payments: [first, second],
    paid: 3000,
    refunds: [{ id: 'R1', minor: 5000 }],
  })
  expect(await pendingOf(odd)).not.toContain('P1')
})

test('a payment whose own row has arrived is not pending, whatever the invoice says', async () => {
  const w = await world()
  await addTransactions(t, w.companyId, [
    { accountId: w.accountId, gross: 10_000, fee: -398, providerId: 'P1' },
  ])
  await w.tell({ status: 'PAYMENT_PENDING', payments: all })
  expect(await pendingOf(w)).toEqual([])
  expect((await w.read())?.fee).toBe(398)
})

test('a refund that was entered by hand goes when the invoice lists others without it, and stays when the invoice lists none', async () => {
  const w = await world()
  const [paypals, byHand] = [
    { id: 'R1', minor: 100 },
    { id: 'X1', minor: 200, type: 'EXTERNAL' },
  ]
  await w.tell({ status: 'PARTIALLY_REFUNDED', payments: all, refunds: [paypals, byHand] })
  expect(await w.refunds()).toEqual(['R1', 'X1'])
  await w.tell({ status: 'PARTIALLY_REFUNDED', payments: all })
  expect(await w.refunds()).toEqual(['R1', 'X1'])
  await w.tell({ status: 'PARTIALLY_REFUNDED', payments: all, refunds: [paypals] })
  expect(await w.refunds()).toEqual(['R1'])
  // What PayPal itself refunded is never taken back.
  await w.tell({ status: 'PAID', payments: all })
  expect(await w.refunds()).toEqual(['R1'])
})
