import type { BillStatus } from '@paydesk/contract/billing/billStatus'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { lockBooks } from '../ledger/ledger.ts'
import { matchBill } from './jobs.ts'
import { waitingOf } from './match.ts'
import { applyRows, matchTransactions, type ToldRow } from './transaction.ts'

const t = testApp()

async function world() {
  const admin = await make.admin(t)
  const accountId = await make.paypalAccount(t, admin.companyId)
  return { admin, accountId, ...acts(admin, accountId) }
}

function acts(admin: TestUser, accountId: string) {
  const { companyId } = admin
  const bill = async (
    values: {
      totalMinor?: number
      email?: string
      status?: BillStatus
      currency?: string
      invoice?: string
    } = {},
  ) => {
    const { invoice, ...rest } = values
    const made = await make.bill(t, admin, {
      status: 'sent',
      totalMinor: 10_000,
      accountId,
      ...rest,
    })
    await t.owner(
      `update bill set provider_invoice_id = $2, sent_at = '2026-05-20' where id = $1`,
      [made.id, invoice ?? null],
    )
    return made
  }
  const learn = (billId: string, paymentId: string) =>
    t.owner(
      `insert into bill_payment (
         company_id, bill_id, account_id, provider_payment_id, source, method, currency,
         amount_minor, pending
       )
       values ($1, $2, $3, $4, 'paypal', 'PAYPAL', 'USD', 10000, false)`,
      [companyId, billId, accountId, paymentId],
    )
  const told = (values: Partial<ToldRow> = {}) => toldRow(accountId, values)
  const apply = (...rows: ToldRow[]) =>
    t.in(companyId, (db) => applyRows(db, companyId, rows, 'sync'))
  const again = () =>
    t.in(companyId, async (db) => {
      await lockBooks(db, [accountId])
      return matchTransactions(db, companyId, await waitingOf(db, companyId, accountId))
    })
  const lines = (row: ToldRow) =>
    t.in(companyId, async (db) => {
      const { rows } = await sql<{
        billId: string
        rule: string
        amountMinor: number
        deductionMinor: number
        matchState: string
      }>`
        select l.bill_id, l.rule, l.amount_minor, l.deduction_minor, t.match_state
        from paypal_transaction t
        join match_line l on l.transaction_id = t.id
        where t.provider_transaction_id = ${row.providerTransactionId}`.execute(db)
      return rows
    })
  const received = async () =>
    (
      await t.owner<{ minor: string }>(
        `select balance_minor as minor
         from ledger_balance
         where company_id = $1 and book = 'received'`,
        [companyId],
      )
    )[0]?.minor ?? '0'
  return { bill, learn, told, apply, again, lines, received }
}

test('matches by payment, by invoice and by our number in either field, with the insert itself, and books it as received at once', async () => {
  const w = await world()
  const [paid, invoiced, numbered, customs] = [
    await w.bill(),
    await w.bill({ invoice: 'INV2-1' }),
    await w.bill(),
    await w.bill(),
  ]
  const rows = [
    w.told(),
    w.told({ paypalInvoiceId: 'INV2-1' }),
    w.told({ invoiceId: numbered.number }),
    w.told({ customField: `Order ${customs.number}, thanks` }),
  ] as const
  await w.learn(paid.id, rows[0].providerTransactionId)
  expect((await w.apply(...rows)).matchedIds).toHaveLength(4)
  const expected = [
    [paid.id, 'payment'],
    [invoiced.id, 'invoice'],
    [numbered.id, 'number'],
    [customs.id, 'number'],
  ]
  for (const [n, [billId, rule]] of expected.entries())
    expect(await w.lines(rows[n] as ToldRow)).toEqual([
      { billId, rule, amountMinor: 10_000, deductionMinor: 0, matchState: 'auto' },
    ])
  expect(await w.received()).toBe('-40000')
  expect(
    await t.owner(`select distinct kind from journal where company_id = $1`, [w.admin.companyId]),
  ).toEqual([{ kind: 'row' }])
})

test('a match by payer leaves out a bill that another row surely pays, and does not deduct a recorded payment twice', async () => {
  const w = await world()
  const email = 'payer@example.com'
  const sure = await w.bill({ invoice: 'INV2-9', email })
  const double = w.told({ payerEmail: email })
  await w.apply(w.told({ paypalInvoiceId: 'INV2-9', payerEmail: email }), double)
  expect(await w.lines(double)).toEqual([])
  await t.owner(`update bill set status = 'paid', due_minor = 0 where id = $1`, [sure.id])
  // 40.00 of 100.00 was matched and recorded on the bill as an outside payment: 60.00 are
  // left, not 20.00.
  const part = await w.bill({ email })
  const first = w.told({
    grossMinor: 4000,
    payerEmail: 'elsewhere@example.com',
    invoiceId: part.number,
  })
  await w.apply(first)
  await t.owner(
    `insert into bill_payment (
       company_id, bill_id, account_id, provider_payment_id, source, method, currency,
       amount_minor, pending, note
     )
     values ($1, $2, $3, 'EXTR-1', 'external', 'PAYPAL', 'USD', 4000, false, $4)`,
    [w.admin.companyId, part.id, w.accountId, first.providerTransactionId],
  )
  await t.owner(`update bill set status = 'partiallyPaid', due_minor = 6000 where id = $1`, [
    part.id,
  ])
  const [rest, twenty] = [
    w.told({ grossMinor: 6000, payerEmail: email }),
    w.told({ grossMinor: 2000, payerEmail: email }),
  ]
  await w.apply(twenty)
  expect(await w.lines(twenty)).toEqual([])
  await w.apply(rest)
  expect(await w.lines(rest)).toMatchObject([{ billId: part.id, rule: 'alias', amountMinor: 6000 }])
})

test('a refund, a reversal and a chargeback take the bill of the row that they refer to, even if they come first', async () => {
  const w = await world()
  const { id, number } = await w.bill()
  const payment = w.told({ invoiceId: number })
  const referring = ['T1107', 'T1106', 'T1201', 'T1202'].map((eventCode, n) =>
    w.told({
      eventCode,
      grossMinor: n === 3 ? 500 : -500,
      feeMinor: 0,
      referenceId: payment.providerTransactionId,
      referenceType: 'TXN',
    }),
  )
  expect((await w.apply(...referring)).matchedIds).toEqual([])
  expect((await w.apply(payment)).matchedIds).toHaveLength(5)
  for (const row of referring)
    expect(await w.lines(row)).toMatchObject([
      { billId: id, rule: 'reference', amountMinor: row.grossMinor },
    ])
  expect(await w.received()).toBe(String(-(10_000 - 1000)))
})

test('matches by payer, amount and time if that leaves a single open bill; within the tolerance the rest is a deduction', async () => {
  const w = await world()
  const one = await w.bill({ email: 'ann@customer.example' })
  const row = w.told({ payerEmail: 'Ann@Customer.Example' })
  const later = w.told({
    payerEmail: 'ann@customer.example',
    occurredAt: '2026-06-01T09:00:00.000Z',
  })
  await w.apply(later, row)
  expect(await w.lines(row)).toMatchObject([{ billId: one.id, rule: 'alias', amountMinor: 10_000 }])
  expect(await w.lines(later)).toEqual([])

  const other = await w.bill({ email: 'ben@customer.example', totalMinor: 20_000 })
  await t.owner(
    `insert into customer_alias (company_id, email, customer_id, source)
     values ($1, 'wallet@mail.example', $2, 'manual')`,
    [w.admin.companyId, other.customerId],
  )
  const short = w.told({ payerEmail: 'wallet@mail.example', grossMinor: 19_900 })
  await w.apply(short)
  expect(await w.lines(short)).toEqual([])
  await t.owner(
    `insert into company_setting (company_id, tabs)
     values ($1, '{"reconciliation":{"toleranceBasisPoints":100,"slaHours":48}}')
     on conflict (company_id) do update set tabs = excluded.tabs`,
    [w.admin.companyId],
  )
  expect(await w.again()).toHaveLength(1)
  expect(await w.lines(short)).toMatchObject([
    { billId: other.id, rule: 'alias', amountMinor: 19_900, deductionMinor: 100 },
  ])

  const twins = [
    await w.bill({ email: 'cat@customer.example' }),
    await w.bill({ email: 'cat@customer.example' }),
  ]
  expect(twins).toHaveLength(2)
  const unclear = w.told({ payerEmail: 'cat@customer.example' })
  const farAway = w.told({
    payerEmail: 'dan@customer.example',
    occurredAt: '2026-09-01T08:00:00.000Z',
  })
  await w.bill({ email: 'dan@customer.example' })
  await w.apply(unclear, farAway)
  expect([...(await w.lines(unclear)), ...(await w.lines(farAway))]).toEqual([])
})

test('never matches another company, account or currency, a draft, or a row that is pending', async () => {
  const [w, theirs] = [await world(), await world()]
  const elsewhere = await theirs.bill({ invoice: 'INV2-9' })
  const otherAccount = await make.paypalAccount(t, w.admin.companyId)
  const [euros, draft, mine] = [
    await w.bill({ currency: 'EUR' }),
    await w.bill({ status: 'draft' }),
    await w.bill(),
  ]
  await t.owner('update bill set account_id = $2 where id = $1', [mine.id, otherAccount])
  const rows = [
    w.told({ invoiceId: elsewhere.number, paypalInvoiceId: 'INV2-9' }),
    w.told({ invoiceId: euros.number }),
    w.told({ invoiceId: draft.number }),
    w.told({ invoiceId: mine.number }),
  ]
  expect((await w.apply(...rows)).matchedIds).toEqual([])
  const ours = await w.bill()
  const pending = w.told({ status: 'P', feeMinor: 0, invoiceId: ours.number })
  expect((await w.apply(pending)).matchedIds).toEqual([])
  const settled = {
    ...pending,
    status: 'S' as const,
    providerUpdatedAt: '2026-06-05T08:00:00.000Z',
  }
  expect((await w.apply(settled)).matchedIds).toHaveLength(1)
})

test('a bill that learns its invoice or its payment explains the rows that waited for it', async () => {
  const w = await world()
  const [first, second] = [await w.bill(), await w.bill()]
  const rows = [w.told({ paypalInvoiceId: 'INV2-77' }), w.told()] as const
  await w.apply(...rows)
  await t.owner(`update bill set provider_invoice_id = 'INV2-77' where id = $1`, [first.id])
  await w.learn(second.id, rows[1].providerTransactionId)
  for (const { id } of [first, second])
    await t.in(w.admin.companyId, (db) => matchBill(db, w.admin.companyId, id))
  expect(await w.lines(rows[0])).toMatchObject([{ billId: first.id, rule: 'invoice' }])
  expect(await w.lines(rows[1])).toMatchObject([{ billId: second.id, rule: 'payment' }])
})
