import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addTransactions } from '../../test/world/transactions.ts'

const t = testApp()
const never = 'infinity'

test.each([
  ['sent', 1000, 1000, '2026-06-01', ['owing', '2026-06-01', 1000]],
  ['partiallyPaid', 1000, 400, '2026-06-01', ['owing', '2026-06-01', 400]],
  ['sent', 1000, 1000, null, ['owing', never, 1000]],
  // Money that came past PayPal's invoice explains all of it.
  ['sent', 1000, 0, '2026-06-01', ['settling', never, 0]],
  ['paymentPending', 1000, 0, '2026-06-01', ['settling', never, 0]],
  ['paymentPending', 1000, 1000, '2026-06-01', ['settling', never, 1000]],
  // Nothing has been asked of a customer whom the bill never reached, whatever stands as due.
  ['sendFailed', 1000, 0, '2026-06-01', ['refused', never, 1000]],
  ['sendFailed', 1000, 700, null, ['refused', never, 1000]],
  ['sendFailed', 1000, 700, '2026-06-01', ['refused', never, 1000]],
  ['draft', 1000, 1000, '2026-06-01', undefined],
  ['scheduled', 1000, 1000, '2026-06-01', undefined],
  ['paid', 1000, 0, '2026-06-01', undefined],
  ['writtenOff', 1000, 1000, '2026-06-01', undefined],
  ['cancelled', 1000, 1000, '2026-06-01', undefined],
])('a bill that is %s, of %i with %i due by %s', async (status, total, due, by, figure) => {
  const rows = await t.owner<{ kind: string; day: string; minor: number }>(
    'select kind, day::text, amount_minor::int as minor from bill_figure_of($1, $2, $3, $4)',
    [status, total, due, by],
  )
  expect(rows.map(({ kind, day, minor }) => [kind, day, minor])).toEqual(figure ? [figure] : [])
})

test.each([
  [false, 1000, 39, { collected: 1000, fee: 39 }],
  [false, 1000, 0, { collected: 1000, fee: 0 }],
  [false, 1000, null, { collected: 1000 }],
  [true, 1000, 39, {}],
])('a payment, pending: %s, of %i with a fee of %i', async (pending, amount, fee, figures) => {
  const rows = await t.owner<{ kind: string; minor: number }>(
    'select kind, amount_minor::int as minor from payment_figure_of($1, $2, $3)',
    [pending, amount, fee],
  )
  expect(Object.fromEntries(rows.map(({ kind, minor }) => [kind, minor]))).toEqual(figures)
})

test('the sums of days follow each change of a row: what moved, what was reversed, what was not money at all', async () => {
  const { companyId } = await make.admin(t)
  const accountId = await make.paypalAccount(t, companyId)
  const days = () =>
    t.owner(
      `select day::text, class, row_count::int as n, gross_minor::int as gross,
         fee_minor::int as fee
       from transaction_day
       where company_id = $1 and row_count <> 0
       order by 1, 2`,
      [companyId],
    )
  const [first = '', , pending = ''] = await addTransactions(t, companyId, [
    { accountId, gross: 10_000, fee: -398, at: '2026-06-01T23:59:59Z' },
    { accountId, gross: 700, fee: -7, status: 'V', at: '2026-06-02T00:00:00Z' },
    { accountId, gross: 5000, fee: -50, status: 'P', at: '2026-06-02T00:00:00Z' },
  ])
  expect(await days()).toEqual([
    { day: '2026-06-01', class: 'payment', n: 1, gross: 10_000, fee: -398 },
    { day: '2026-06-02', class: 'payment', n: 1, gross: 700, fee: -7 },
  ])
  await t.owner(`update paypal_transaction set fee_minor = -400 where id = $1`, [first])
  await t.owner(`update paypal_transaction set status = 'S' where id = $1`, [pending])
  expect(await days()).toEqual([
    { day: '2026-06-01', class: 'payment', n: 1, gross: 10_000, fee: -400 },
    { day: '2026-06-02', class: 'payment', n: 2, gross: 5700, fee: -57 },
  ])
  await t.owner(`update paypal_transaction set status = 'V' where id = $1`, [pending])
  await t.owner(`update paypal_transaction set status = 'D' where id = $1`, [first])
  expect(await days()).toEqual([
    { day: '2026-06-02', class: 'payment', n: 2, gross: 5700, fee: -57 },
  ])
})
