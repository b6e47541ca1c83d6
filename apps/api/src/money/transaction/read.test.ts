import { type Transaction, transactionApi } from '@paydesk/contract/money/transaction'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addTransactions } from '../../test/world/transactions.ts'

const t = testApp()

test('a transaction is read with its customer, its bill, the rows around it and its double entries', async () => {
  const finance = await make.user(t, { roles: ['Finance'] })
  const { companyId } = finance
  const accountId = await make.paypalAccount(t, companyId, { label: '主账户' })
  const bill = await make.bill(t, finance, { status: 'paid', name: '晨星贸易' })
  await t.owner(
    `insert into customer_alias (company_id, email, customer_id, source)
     values ($1, 'payer@x.example', $2, 'manual')`,
    [companyId, bill.customerId],
  )
  const [payment = ''] = await addTransactions(t, companyId, [
    {
      accountId,
      gross: 10_000,
      fee: -400,
      currency: 'EUR',
      providerId: 'PAY1',
      payerEmail: 'Payer@X.example',
      at: '2026-01-01T10:00:00Z',
    },
  ])
  const others = await addTransactions(t, companyId, [
    {
      accountId,
      gross: -9600,
      currency: 'EUR',
      code: 'T0200',
      groupId: payment,
      at: '2026-01-01T10:00:01Z',
    },
    { accountId, gross: 10_176, code: 'T0200', groupId: payment, at: '2026-01-01T10:00:02Z' },
    {
      accountId,
      gross: -2000,
      currency: 'EUR',
      code: 'T1107',
      referenceId: 'PAY1',
      at: '2026-01-02T10:00:00Z',
    },
  ])
  await t.owner(
    `insert into match_line (company_id, transaction_id, bill_id, amount_minor, rule, actor_name)
     values ($1, $2, $3, 10000, 'manual', '财务')`,
    [companyId, payment, bill.id],
  )
  await t.owner(
    `update paypal_transaction set match_state = 'manual', matched_minor = 10000 where id = $1`,
    [payment],
  )
  await t.owner(
    `insert into paypal_transaction_raw (company_id, transaction_id, raw)
     values ($1, $2, '{"a":1}')`,
    [companyId, payment],
  )
  const read = async (id: string) =>
    (await t.as(finance).call(transactionApi.read, { params: { id } })).body.data as Transaction
  const transaction = await read(payment)
  expect(transaction).toMatchObject({
    accountLabel: '主账户',
    netMinor: 9600,
    customer: { id: bill.customerId, name: '晨星贸易' },
    lines: [
      {
        billId: bill.id,
        billNumber: bill.number,
        amountMinor: 10_000,
        rule: 'manual',
        actorName: '财务',
      },
    ],
    raw: { a: 1 },
  })
  expect(transaction.related.map(({ id }) => id)).toEqual(others)
  expect(transaction.journals.map(({ kind }) => kind)).toEqual(['row', 'match'])
  for (const { postings } of transaction.journals)
    expect(postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
  // Related rows lead from the refund back to the payment, and from one row of the
  // conversion to the other.
  expect((await read(others[2] as string)).related.map(({ id }) => id)).toEqual([payment])
  expect((await read(others[0] as string)).related.map(({ id }) => id)).toEqual([
    payment,
    others[1],
  ])
})
