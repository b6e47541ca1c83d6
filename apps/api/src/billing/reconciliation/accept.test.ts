import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { type Transaction, transactionApi } from '@paydesk/contract/money/transaction'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'
import { addTransactions, type NewTransaction } from '../../test/world/transactions.ts'

const t = testApp()

async function world() {
  const finance = await make.user(t, { roles: ['Finance'] })
  const accountId = await make.paypalAccount(t, finance.companyId)
  const add = async (row: Omit<NewTransaction, 'accountId'>) => {
    const [id] = await addTransactions(t, finance.companyId, [{ accountId, ...row }])
    return dataOf<Transaction>(
      await t.as(finance).call(transactionApi.read, { params: { id: id as string } }),
    )
  }
  const bill = (values: object = {}) =>
    make.bill(t, finance, { status: 'sent', totalMinor: 10_000, ...values })
  return { finance, add, bill }
}
const accept = (user: TestUser, { id, version }: Transaction, billId: string) =>
  t.as(user).call(reconciliationApi.accept, {
    params: { id },
    body: { version, billId, reason: '金额相同、附言含账单号' },
  })
const refused = { status: 409, body: { errorCode: 'transaction.noCertainBill' } }
const stateOf = async ({ id }: Transaction) =>
  (
    await t.owner(
      'select match_state as state, matched_minor::int as minor from paypal_transaction where id = $1',
      [id],
    )
  )[0]

test('a payment that names its bill and has exactly its amount is explained by it, with a reason and an entry in the audit log', async () => {
  const { finance, add, bill } = await world()
  const { id: billId, number } = await bill()
  await bill()
  const row = await add({ gross: 10_000, subject: `Payment of ${number}` })
  const accepted = dataOf<Transaction>(await accept(finance, row, billId))
  expect(accepted).toMatchObject({
    matchState: 'manual',
    matchedMinor: 10_000,
    matchReason: '金额相同、附言含账单号',
  })
  expect(accepted.lines).toMatchObject([
    { billId, amountMinor: 10_000, deductionMinor: 0, rule: 'manual', actorName: finance.username },
  ])
  expect(await t.owner('select due_minor::int as due from bill where id = $1', [billId])).toEqual([
    { due: 0 },
  ])
  const entries = await t.owner(
    'select action, actor_id as who from audit_entry where entity_id = $1',
    [row.id],
  )
  expect(entries).toEqual([{ action: 'transaction.match', who: finance.userId }])
  // Once more, as after a lost answer: the row has moved on, and nothing is explained twice.
  expect((await accept(finance, row, billId)).status).toBe(409)
  expect(
    await t.owner('select count(*)::int as lines from match_line where transaction_id = $1', [
      row.id,
    ]),
  ).toEqual([{ lines: 1 }])
})

test('two certain bills are none: not either of them is accepted', async () => {
  const { finance, add, bill } = await world()
  const email = 'buyer@nordlys.example'
  const [first, second] = [await bill({ email, name: 'A' }), await bill({ email, name: 'B' })]
  const row = await add({ gross: 10_000, payerEmail: email })
  for (const { id } of [first, second])
    expect(await accept(finance, row, id)).toMatchObject(refused)
  expect(await stateOf(row)).toEqual({ state: 'unmatched', minor: 0 })
})

test('what is only likely is not accepted, nor another bill than the certain one', async () => {
  const { finance, add, bill } = await world()
  const [named, other] = [await bill({ totalMinor: 10_100 }), await bill()]
  const near = await add({ gross: 10_000, subject: named.number })
  expect(await accept(finance, near, named.id)).toMatchObject(refused)
  const exact = await add({ gross: 10_100, subject: named.number })
  expect(await accept(finance, exact, other.id)).toMatchObject(refused)
  const third = await bill({ totalMinor: 10_100 })
  expect(await accept(finance, exact, third.id)).toMatchObject(refused)
  expect(await stateOf(exact)).toEqual({ state: 'unmatched', minor: 0 })
})

test('of two payments for one bill the second is refused: what is proposed is looked for anew', async () => {
  const { finance, add, bill } = await world()
  const { id: billId, number } = await bill()
  const [first, second] = [
    await add({ gross: 10_000, subject: number }),
    await add({ gross: 10_000, subject: number }),
  ]
  const answers = await Promise.all([
    accept(finance, first, billId),
    accept(finance, second, billId),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(
    await t.owner('select sum(amount_minor)::int as sum from match_line where bill_id = $1', [
      billId,
    ]),
  ).toEqual([{ sum: 10_000 }])
})

test('a rest that fits is accepted with the rest alone; money that went back never is', async () => {
  const { finance, add, bill } = await world()
  const { id: billId, number } = await bill({ totalMinor: 4000 })
  const partly = await add({ gross: 10_000, matched: 6000, subject: number })
  expect(dataOf<Transaction>(await accept(finance, partly, billId))).toMatchObject({
    matchState: 'manual',
    matchedMinor: 10_000,
  })
  const paid = await bill({ status: 'paid', totalMinor: 700 })
  const back = await add({ gross: -700, code: 'T1107', subject: paid.number })
  expect(await accept(finance, back, paid.id)).toMatchObject({
    status: 422,
    body: { errorCode: 'transaction.notAPayment' },
  })
})

test('a bill that somebody may not see is not theirs to accept', async () => {
  const { finance, add, bill } = await world()
  const { id: billId, number } = await bill()
  const row = await add({ gross: 10_000, subject: number })
  const permissions = ['ReconcileTransaction', 'ViewPaypalTransaction', 'ViewPayPalBill'] as const
  const other = await make.user(t, { companyId: finance.companyId, permissions: [...permissions] })
  expect((await accept(other, row, billId)).status).toBe(404)
  const nobody = await make.user(t, {
    companyId: finance.companyId,
    permissions: ['ViewPaypalTransaction', 'ViewAllPayPalBill'],
  })
  expect((await accept(nobody, row, billId)).status).toBe(403)
})
