import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import type { Id } from '@paydesk/contract/lib/id'
import { Invoice } from '@paydesk/paypal/invoice'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { dayIn } from '../../../lib/clock.ts'
import { applyRows } from '../../../money/transaction/transaction.ts'
import { differences } from '../../../test/differential.ts'
import { unique } from '../../../test/input/making.ts'
import { make, type TestUser } from '../../../test/make.ts'
import { testApp } from '../../../test/testApp.ts'
import { toldRow } from '../../../test/told.ts'
import { fromTransaction, refundsSeen } from '../../refund/refund.ts'
import { fillFees, recountRows } from '../fee.ts'
import { applyInvoice } from '../snapshot.ts'

const t = testApp()
const zones = ['Asia/Shanghai', 'America/Los_Angeles', 'UTC', 'Pacific/Kiritimati', 'Europe/Berlin']
let operator: TestUser
let accountId: Id<'paypalAccount'>
beforeAll(async () => {
  operator = await make.operator(t)
  accountId = await make.paypalAccount(t, operator.companyId)
})

const money = (minor: number) => ({ currency_code: 'USD', value: (minor / 100).toFixed(2) })
const setZone = (zone: string) =>
  t.owner('update company set timezone = $2 where id = $1', [operator.companyId, zone])
const here = <T>(work: Parameters<typeof t.in<T>>[1]) => t.in(operator.companyId, work)

/** As the job does after a company has moved to another time zone, some bills at a time. */
const recountAll = () =>
  here(async (db) => {
    let last: string | null = '00000000-0000-0000-0000-000000000000'
    while (last)
      last =
        (
          await sql<{
            last: string | null
          }>`select recount_days(${operator.companyId}, ${last}, 3) as last`.execute(db)
        ).rows[0]?.last ?? null
  })

async function paidBill() {
  const { id, number } = await make.bill(t, operator, { status: 'sent', totalMinor: 10_000 })
  const paymentId = `P${unique()}`.toUpperCase()
  await t.owner('update bill set account_id = $2, provider_invoice_id = $3 where id = $1', [
    id,
    accountId,
    `INV-${paymentId}`,
  ])
  const look = (status: 'PAID' | 'PAYMENT_PENDING', toldOn: string | undefined) =>
    here((db) =>
      applyInvoice(
        db,
        operator.companyId,
        id,
        Invoice.parse({
          id: `INV-${paymentId}`,
          status,
          detail: { currency_code: 'USD', invoice_number: number },
          amount: money(10_000),
          due_amount: money(0),
          payments: {
            paid_amount: money(10_000),
            transactions: [
              {
                type: 'PAYPAL',
                payment_id: paymentId,
                ...(toldOn && { payment_date: toldOn }),
                method: 'PAYPAL',
                amount: money(10_000),
              },
            ],
          },
        }),
        { startedAt: new Date().toISOString() },
      ),
    )
  const row = (at: string, values: object = {}) =>
    toldRow(accountId, {
      providerTransactionId: paymentId,
      paypalInvoiceId: `INV-${paymentId}`,
      occurredAt: at,
      providerUpdatedAt: at,
      ...values,
    })
  /** As a page of PayPal's reporting is written (intake/reporting). */
  const read = (...rows: ReturnType<typeof row>[]) =>
    here(async (db) => {
      const { newIds, changedIds } = await applyRows(db, operator.companyId, rows, 'sync')
      await fillFees(db, operator.companyId, rows)
      await refundsSeen(
        db,
        operator.companyId,
        accountId,
        rows.flatMap((told) => fromTransaction(told) ?? []),
      )
      await recountRows(db, operator.companyId, [...newIds, ...changedIds])
    })
  const counted = async () =>
    (
      await t.owner<{ day: string; sure: boolean }>(
        `select counted_on::text as day, moved_at is not null as sure
         from bill_payment
         where bill_id = $1`,
        [id],
      )
    )[0]
  const back = async () =>
    (
      await t.owner<{ day: string }>(
        `select counted_on::text as day from bill_back where bill_id = $1 and kind = 'refund'`,
        [id],
      )
    )[0]?.day
  const paidAt = async () => {
    const { body } = await t.as(operator).call(billApi.read, { params: { id } })
    return (body.data as Bill).paidAt as string
  }
  return { id, paymentId, look, row, read, counted, paidAt, back }
}

const shift = (at: string, days: number) =>
  new Date(Date.parse(at) + days * 86_400_000).toISOString().slice(0, 10)

test('the day on which money counts is a function of PayPal’s instant and the company’s zone, whenever and in whatever order we look', async () => {
  const minutes = fc
    .integer({ min: 0, max: 366 * 24 * 60 })
    .map((n) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString())
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        at: minutes,
        zone: fc.constantFrom(...zones),
        toldOff: fc.constantFrom(-1, 0, 1, undefined),
        order: fc.constantFrom('invoice first', 'row first', 'pending first', 'twice'),
      }),
      async ({ at, zone, toldOff, order }) => {
        await setZone(zone)
        const { id, look, row, read, counted, paidAt, back, paymentId } = await paidBill()
        const told = toldOff === undefined ? undefined : shift(at, toldOff)
        if (order === 'row first') await read(row(at))
        if (order === 'pending first') await look('PAYMENT_PENDING', told)
        await look('PAID', told)
        // Until the row has come, PayPal's day stands as it was told, and is marked as what it is.
        if (order !== 'row first' && told)
          expect(await counted()).toEqual({ day: told, sure: false })
        await read(row(at))
        if (order === 'twice') await look('PAID', told)
        expect(await counted()).toEqual({ day: dayIn(zone, at), sure: true })
        // The bill's own time of payment is of the same day as the payment.
        expect(dayIn(zone, await paidAt())).toBe(dayIn(zone, at))
        // More money, days after the bill was paid, does not make it paid later.
        await t.owner(
          `insert into bill_payment (
             company_id, bill_id, account_id, provider_payment_id, source, method, currency,
             amount_minor, created_at
           )
           select company_id, bill_id, account_id, new_id()::text, 'external', '', currency, 100,
             created_at + interval '3 days'
           from bill_payment
           where bill_id = $1`,
          [id],
        )
        expect(dayIn(zone, await paidAt())).toBe(dayIn(zone, at))
        await t.owner(`delete from bill_payment where bill_id = $1 and source = 'external'`, [id])
        const later = new Date(Date.parse(at) + 40 * 3_600_000).toISOString()
        const refund = {
          providerTransactionId: `R${paymentId}`,
          eventCode: 'T1107',
          grossMinor: -4000,
          feeMinor: 0,
          referenceId: paymentId,
        }
        await read(row(later, refund))
        expect(await back()).toBe(dayIn(zone, later))
      },
    ),
    { numRuns: 12 },
  )
  // The run has left the company in one zone, with days that were counted in others.
  await recountAll()
  expect(await differences(t.pool, operator.companyId)).toEqual([])
}, 60_000)

test('a row that PayPal dates anew takes its payment along, and a company that moves takes all its days along', async () => {
  await setZone('UTC')
  const { id, look, row, read, counted, paymentId, back } = await paidBill()
  await look('PAID', '2026-03-01')
  await read(
    row('2026-03-01T20:00:00.000Z', { status: 'V', providerUpdatedAt: '2026-03-09T20:00:00.000Z' }),
  )
  expect((await counted())?.day).toBe('2026-03-09')
  const refund = {
    providerTransactionId: `R${paymentId}`,
    eventCode: 'T1107',
    grossMinor: -10_000,
    feeMinor: 0,
    referenceId: paymentId,
  }
  // The refund explains the later date: the money itself moved when it began.
  await read(row('2026-03-09T20:00:00.000Z', refund))
  expect([(await counted())?.day, await back()]).toEqual(['2026-03-01', '2026-03-09'])
  await setZone('Asia/Shanghai')
  await recountAll()
  expect([(await counted())?.day, await back()]).toEqual(['2026-03-02', '2026-03-10'])
  expect(
    await t.owner('select refunded_minor::int as minor from bill where id = $1', [id]),
  ).toEqual([{ minor: 10_000 }])
  expect(await differences(t.pool, operator.companyId)).toEqual([])
})
