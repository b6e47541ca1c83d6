import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import type { Transaction } from '@paydesk/contract/money/transaction'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { lockBooks } from '../../money/ledger/ledger.ts'
import { verifyLedger } from '../../money/ledger/verify.ts'
import { applyRows, matchTransactions, type ToldRow } from '../../money/transaction/transaction.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { dataOf } from '../../test/world/billWorld.ts'

const t = testApp()
let finance: TestUser
let accountId: string

beforeAll(async () => {
  finance = await make.user(t, {
    permissions: [
      'ReconcileTransaction',
      'ViewPaypalTransaction',
      'ViewAllPayPalBill',
      'WriteOffPayPalBill',
    ],
  })
  accountId = await make.paypalAccount(t, finance.companyId)
})

const row = async (values: Partial<ToldRow> = {}) => {
  const { newIds } = await t.in(finance.companyId, (db) =>
    applyRows(db, finance.companyId, [toldRow(accountId, values)], 'sync'),
  )
  return read(newIds[0] as string)
}
const read = async (id: string) =>
  dataOf<Transaction>(await t.as(finance).call(transactionApi.read, { params: { id } }))
const bill = (values: Parameters<typeof make.bill>[2] = {}) =>
  make.bill(t, finance, { status: 'sent', totalMinor: 10_000, ...values })
const act = (
  name: 'match' | 'ignore' | 'undo' | 'assign',
  id: string,
  body: object,
  user = finance,
) => t.as(user).call(reconciliationApi[name], { params: { id }, body: body as never })
const book = async (name: string) => {
  const rows = await t.in(
    finance.companyId,
    async (db) =>
      (
        await sql<{ minor: number }>`select balance_minor as minor from ledger_balance
    where book = ${name} and currency = 'USD'`.execute(db)
      ).rows,
  )
  return rows[0]?.minor ?? 0
}

test('nobody explains a payment by a bill that they may not see', async () => {
  const { id, version } = await row()
  const { id: billId } = await bill()
  const other = await make.user(t, {
    companyId: finance.companyId,
    permissions: ['ReconcileTransaction', 'ViewPaypalTransaction', 'ViewPayPalBill'],
  })
  expect(
    await act(
      'match',
      id,
      { version, lines: [{ billId, amountMinor: 100 }], reason: '看不到' },
      other,
    ),
  ).toMatchObject({ status: 404 })
})

test('a payment is explained by two bills and a deduction; after an undo it is unexplained again, and automatic matching leaves it alone', async () => {
  const { id, version } = await row()
  const [first, second] = [await bill(), await bill()]
  const before = [await book('received'), await book('unexplained')] as const
  const lines = [
    { billId: first.id, amountMinor: 4000 },
    { billId: second.id, amountMinor: 5900, deductionMinor: 100, reason: '银行手续费' },
    { billId: null, amountMinor: 100, reason: '多付' },
  ]
  const matched = dataOf<Transaction>(
    await act('match', id, { version, lines, reason: '合并付款' }),
  )
  expect(matched).toMatchObject({
    matchState: 'manual',
    matchedMinor: 10_000,
    matchReason: '合并付款',
    matchedBy: finance.username,
  })
  expect(
    matched.lines.map(({ billNumber, amountMinor, rule, actorName }) => [
      billNumber,
      amountMinor,
      rule,
      actorName,
    ]),
  ).toEqual(
    expect.arrayContaining([
      [first.number, 4000, 'manual', finance.username],
      [second.number, 5900, 'manual', finance.username],
      [null, 100, 'manual', finance.username],
    ]),
  )
  expect([await book('received'), await book('unexplained')]).toEqual([
    before[0] - 10_000,
    before[1] + 10_000,
  ])
  const undone = dataOf<Transaction>(
    await act('undo', id, { version: matched.version, reason: '认错账单' }),
  )
  expect(undone).toMatchObject({ matchState: 'unmatched', matchedMinor: 0, lines: [] })
  expect([await book('received'), await book('unexplained')]).toEqual([...before])
  const entries = await t.owner<{ kind: string }>(
    `select kind from bill_entry where bill_id = $1 order by at`,
    [first.id],
  )
  expect(entries.map(({ kind }) => kind)).toEqual(['matched', 'unmatched'])
  const actions = await t.owner<{ action: string }>(
    `select action from audit_entry where entity_id = $1 order by seq`,
    [id],
  )
  expect(actions.map(({ action }) => action)).toEqual(['transaction.match', 'transaction.undo'])
  expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
})

test('a match that a person has undone is not made again automatically', async () => {
  const { number } = await bill()
  const auto = await row({ invoiceId: number })
  expect(auto).toMatchObject({
    matchState: 'auto',
    lines: [{ rule: 'number', billNumber: number }],
  })
  await act('undo', auto.id, { version: auto.version, reason: '不是这张' })
  await t.in(finance.companyId, async (db) => {
    await lockBooks(db, [accountId])
    expect(await matchTransactions(db, finance.companyId, [auto.id])).toEqual([])
  })
})

test('a row explained in part stays on the list with the rest, which can be ignored with a reason', async () => {
  const { id, version } = await row()
  const { id: billId } = await bill()
  const part = dataOf<Transaction>(
    await act('match', id, { version, lines: [{ billId, amountMinor: 2500 }], reason: '部分' }),
  )
  expect(part).toMatchObject({ matchState: 'unmatched', matchedMinor: 2500 })
  const more = await act('match', id, {
    version: part.version,
    lines: [{ billId, amountMinor: 7501 }],
    reason: 'x',
  })
  expect(more).toMatchObject({ status: 422, body: { errorCode: 'transaction.moreThanLeft' } })
  const setAside = await book('setAside')
  const ignored = dataOf<Transaction>(
    await act('ignore', id, { version: part.version, reason: '样品费' }),
  )
  expect(ignored).toMatchObject({ matchState: 'ignored', matchedMinor: 2500 })
  expect(await book('setAside')).toBe(setAside - 7500)
})

test('an old version is refused with the present record; so are explained, pending and self-explaining rows, drafts, other currencies', async () => {
  const one = await row()
  const { id: billId } = await bill()
  const body = { version: one.version, lines: [{ billId, amountMinor: 100 }], reason: 'x' }
  const stale = await act('match', one.id, { ...body, version: one.version + 1 })
  expect(stale).toMatchObject({
    status: 409,
    body: { errorCode: 'conflict.stale', data: { id: one.id, version: one.version } },
  })
  const fee = await row({ eventCode: 'T0106', grossMinor: -2000, feeMinor: 0 })
  expect((await act('match', fee.id, body)).body.errorCode).toBe('transaction.explainsItself')
  const pending = await row({ status: 'P', feeMinor: 0 })
  expect((await act('ignore', pending.id, { version: 1, reason: 'x' })).body.errorCode).toBe(
    'transaction.notSettled',
  )
  expect((await act('undo', one.id, { version: one.version })).body.errorCode).toBe(
    'transaction.notExplained',
  )
  const [euro, draft] = [await bill({ currency: 'EUR' }), await bill({ status: 'draft' })]
  expect(
    (await act('match', one.id, { ...body, lines: [{ billId: euro.id, amountMinor: 1 }] })).body
      .errorCode,
  ).toBe('transaction.otherCurrency')
  expect(
    (await act('match', one.id, { ...body, lines: [{ billId: draft.id, amountMinor: 1 }] })).body
      .errorCode,
  ).toBe('transaction.billNotSent')
  await act('ignore', one.id, { version: one.version, reason: 'x' })
  expect((await act('match', one.id, { ...body, version: one.version + 1 })).body.errorCode).toBe(
    'transaction.explained',
  )
})

test('of twenty who decide at once, one succeeds', async () => {
  const { id, version } = await row()
  const { id: billId } = await bill()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2
        ? act('ignore', id, { version, reason: 'x' })
        : act('match', id, { version, lines: [{ billId, amountMinor: 10_000 }], reason: 'x' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.errorCode === 'conflict.stale')).toHaveLength(19)
  expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
})

test('telling PayPal too needs the right to record payments, and starts the operation for it', async () => {
  const one = await row()
  const made = await bill({ accountId })
  await t.owner(`update bill set provider_invoice_id = 'INV2-R' where id = $1`, [made.id])
  const body = {
    version: one.version,
    lines: [{ billId: made.id, amountMinor: 10_000 }],
    reason: 'x',
    recordOnBills: true,
  }
  expect((await act('match', one.id, body)).status).toBe(403)
  const chief = await make.user(t, {
    companyId: finance.companyId,
    permissions: [
      'ReconcileTransaction',
      'RecordPayment',
      'ViewAllPayPalBill',
      'ViewPaypalTransaction',
    ],
  })
  dataOf(await act('match', one.id, body, chief))
  const operations = await t.owner<{ kind: string; request: object }>(
    `select kind, request from operation where bill_id = $1`,
    [made.id],
  )
  expect(operations).toMatchObject([
    {
      kind: 'recordPayment',
      request: { amountMinor: 10_000, method: 'PAYPAL', note: one.providerTransactionId },
    },
  ])
  const out = await row({ grossMinor: -500, feeMinor: 0 })
  const refused = await act(
    'match',
    out.id,
    { ...body, version: out.version, lines: [{ billId: made.id, amountMinor: 500 }] },
    chief,
  )
  expect(refused.body.errorCode).toBe('transaction.notAPayment')
})
