import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { recountRefunds, reserveRefund } from './bill.ts'

const t = testApp()

async function payment(values: { source?: string; pending?: boolean } = {}) {
  const operator = await make.operator(t)
  const { companyId } = operator
  const accountId = await make.paypalAccount(t, companyId)
  const bill = await make.bill(t, operator, { status: 'paid', totalMinor: 10_000, accountId })
  const [made] = await t.owner<{ id: string }>(
    `insert into bill_payment (
       company_id, bill_id, account_id, provider_payment_id, source, method, currency,
       amount_minor, pending
     )
     values ($1, $2, $3, 'P1', $4, '', 'USD', 10000, $5) returning id`,
    [companyId, bill.id, accountId, values.source ?? 'paypal', values.pending ?? false],
  )
  const id = made?.id as string
  const reserve = (amountMinor: number) =>
    t.in(companyId, (db) => reserveRefund(db, companyId, id, amountMinor))
  const add = (
    state: string,
    amountMinor: number,
    more: { kind?: string; currency?: string } = {},
  ) =>
    t.owner(
      `insert into refund (
         company_id, account_id, bill_id, payment_id, provider_refund_id, origin, kind, currency,
         amount_minor, state
       )
       values ($1, $2, $3, $4, new_id()::text, 'paypal', $5, $6, $7, $8)`,
      [
        companyId,
        accountId,
        bill.id,
        id,
        more.kind ?? 'refund',
        more.currency ?? 'USD',
        amountMinor,
        state,
      ],
    )
  const recount = async () => {
    await t.in(companyId, (db) => recountRefunds(db, companyId, [id]))
    return (
      await t.owner<{ refunded: number; refunding: number }>(
        'select refunded_minor::int as refunded, refunding_minor::int as refunding from bill_payment where id = $1',
        [id],
      )
    )[0]
  }
  return { reserve, add, recount }
}

test('no more than is left of a payment can be reserved', async () => {
  const p = await payment()
  expect(await p.reserve(6000)).toBe(true)
  expect(await p.reserve(4001)).toBe(false)
  expect(await p.reserve(4000)).toBe(true)
  expect(await p.reserve(1)).toBe(false)
})

test('what was refunded is not left either', async () => {
  const p = await payment()
  await p.add('completed', 7000)
  expect(await p.recount()).toEqual({ refunded: 7000, refunding: 0 })
  expect(await p.reserve(3001)).toBe(false)
  expect(await p.reserve(3000)).toBe(true)
})

test.each([
  ['is pending', { pending: true }],
  ['came past PayPal', { source: 'external' }],
])('nothing can be reserved of a payment that %s', async (_, values) => {
  expect(await (await payment(values)).reserve(1)).toBe(false)
})

test('what went back is counted from the records: what came back again, what failed and what is under way', async () => {
  const p = await payment()
  await p.add('completed', 5000)
  await p.add('failed', 3000)
  await p.add('pending', 1000)
  expect(await p.recount()).toEqual({ refunded: 5000, refunding: 1000 })
  await p.add('completed', 2000, { kind: 'reversal' })
  await p.add('completed', 2000, { kind: 'returned' })
  expect(await p.recount()).toEqual({ refunded: 5000, refunding: 1000 })
  await p.add('pending', 500, { kind: 'returned' })
  expect(await p.recount()).toEqual({ refunded: 5000, refunding: 1000 })
  await p.add('completed', 9999, { currency: 'EUR' })
  expect(await p.recount()).toEqual({ refunded: 5000, refunding: 1000 })
})

test('no more than was paid counts as gone back, and never less than nothing', async () => {
  const tip = await payment()
  await tip.add('completed', 11_000)
  await tip.add('pending', 500)
  expect(await tip.recount()).toEqual({ refunded: 10_000, refunding: 0 })
  const returned = await payment()
  await returned.add('completed', 300, { kind: 'returned' })
  expect(await returned.recount()).toEqual({ refunded: 0, refunding: 0 })
})
