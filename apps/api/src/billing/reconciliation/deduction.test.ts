import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import type { Permission } from '@paydesk/contract/lib/permission'
import { type Transaction, transactionApi } from '@paydesk/contract/money/transaction'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { applyRows, type ToldRow } from '../../money/transaction/transaction.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { dataOf } from '../../test/world/billWorld.ts'
import { events } from '../statement/customer.ts'

const t = testApp()
const rights: Permission[] = ['ReconcileTransaction', 'ViewPaypalTransaction', 'ViewAllPayPalBill']
let finance: TestUser
let chief: TestUser
let accountId: string

beforeAll(async () => {
  finance = await make.user(t, { permissions: rights })
  chief = await make.user(t, {
    companyId: finance.companyId,
    permissions: [...rights, 'WriteOffPayPalBill'],
  })
  accountId = await make.paypalAccount(t, finance.companyId)
  // One in a hundred may be let go by whoever reconciles.
  await t.owner('insert into company_setting (company_id, tabs) values ($1, $2)', [
    finance.companyId,
    JSON.stringify({
      reconciliation: { toleranceBasisPoints: 100, slaHours: 48, recordMatches: false },
    }),
  ])
})

const row = async (values: Partial<ToldRow> = {}) => {
  const told = toldRow(accountId, { feeMinor: 0, ...values })
  const { newIds } = await t.in(finance.companyId, (db) =>
    applyRows(db, finance.companyId, [told], 'sync'),
  )
  return dataOf<Transaction>(
    await t.as(finance).call(transactionApi.read, { params: { id: newIds[0] as string } }),
  )
}
const bill = () => make.bill(t, finance, { status: 'sent', totalMinor: 10_000, accountId })
type Line = { billId: string | null; amountMinor: number; deductionMinor?: number }
const match = ({ id, version }: Transaction, lines: Line[], user = finance) =>
  t.as(user).call(reconciliationApi.match, {
    params: { id },
    body: { version, lines, reason: 'x' } as never,
  })
const owes = async (id: string) =>
  dataOf<Bill>(await t.as(finance).call(billApi.read, { params: { id } })).money.owedMinor

test('no more is let go than the bill owes after the line, also by several lines; and nothing with money that left', async () => {
  const one = await bill()
  const paid = await row({ grossMinor: 6000 })
  const tooMuch = { status: 422, body: { errorCode: 'transaction.deductionTooHigh' } }
  expect(
    await match(paid, [{ billId: one.id, amountMinor: 6000, deductionMinor: 4001 }], chief),
  ).toMatchObject(tooMuch)
  const twice = [
    { billId: one.id, amountMinor: 3000, deductionMinor: 2001 },
    { billId: one.id, amountMinor: 3000, deductionMinor: 2000 },
  ]
  expect(await match(paid, twice, chief)).toMatchObject(tooMuch)
  expect(await owes(one.id)).toBe(10_000)
  dataOf(await match(paid, [{ billId: one.id, amountMinor: 6000, deductionMinor: 4000 }], chief))
  expect(await owes(one.id)).toBe(0)
  const more = await row({ grossMinor: 100 })
  expect(
    await match(more, [{ billId: one.id, amountMinor: 100, deductionMinor: 1 }], chief),
  ).toMatchObject(tooMuch)
  const out = await row({ grossMinor: -100 })
  const other = await bill()
  expect(
    await match(out, [{ billId: other.id, amountMinor: 100, deductionMinor: 1 }], chief),
  ).toMatchObject({
    status: 422,
    body: { errorCode: 'request.invalid' },
  })
})

test('beyond the tolerance, letting go is writing off and needs the right to it; many small ones count together', async () => {
  const one = await bill()
  const [first, second] = [await row({ grossMinor: 4000 }), await row({ grossMinor: 5000 })]
  const refused = { status: 403, body: { errorCode: 'transaction.deductionIsWriteOff' } }
  expect(
    await match(first, [{ billId: one.id, amountMinor: 4000, deductionMinor: 101 }]),
  ).toMatchObject(refused)
  dataOf(await match(first, [{ billId: one.id, amountMinor: 4000, deductionMinor: 100 }]))
  expect(
    await match(second, [{ billId: one.id, amountMinor: 5000, deductionMinor: 1 }]),
  ).toMatchObject(refused)
  dataOf(await match(second, [{ billId: one.id, amountMinor: 5000, deductionMinor: 900 }], chief))
  expect(await owes(one.id)).toBe(0)
})

test('what was let go is asked for again when the money went back, and not before all of it did', async () => {
  const one = await bill()
  const paid = await row({ grossMinor: 9900 })
  dataOf(await match(paid, [{ billId: one.id, amountMinor: 9900, deductionMinor: 100 }]))
  expect(await owes(one.id)).toBe(0)
  const back = (grossMinor: number) =>
    row({ eventCode: 'T1107', grossMinor, referenceId: paid.providerTransactionId })
  expect((await back(-4000)).lines).toMatchObject([{ rule: 'reference', amountMinor: -4000 }])
  expect(await owes(one.id)).toBe(4000)
  const last = await back(-5900)
  expect(await owes(one.id)).toBe(10_000)
  // The last refund was itself taken back.
  await row({ eventCode: 'T1106', grossMinor: 5900, referenceId: last.providerTransactionId })
  expect(await owes(one.id)).toBe(4000)
})

test('a customer’s statement tells what was let go apart from the money that came', async () => {
  const one = await bill()
  const [{ customerId } = { customerId: '' }] = await t.owner<{ customerId: string }>(
    'select customer_id as "customerId" from bill where id = $1',
    [one.id],
  )
  dataOf(
    await match(await row({ grossMinor: 9900 }), [
      { billId: one.id, amountMinor: 9900, deductionMinor: 100 },
    ]),
  )
  const of = events(
    { companyId: finance.companyId, companyTimezone: 'UTC' },
    customerId as never,
    '2026-06',
  )
  const { rows } = await t.in(finance.companyId, (db) =>
    sql`select kind, billed_minor, elsewhere_minor from ${of} order by key`.execute(db),
  )
  expect(rows).toEqual([
    { kind: 'elsewhere', billedMinor: null, elsewhereMinor: 9900 },
    { kind: 'deduction', billedMinor: -100, elsewhereMinor: null },
  ])
})
