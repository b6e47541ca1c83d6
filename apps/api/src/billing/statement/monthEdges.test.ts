// @module-tag slow

import { expect, test } from 'vitest'
import { Zip } from '../../lib/file/unzip.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addTransactions } from '../../test/world/transactions.ts'

const t = testApp()

async function rowsOf(
  who: TestUser,
  kind: 'account' | 'customer',
  id: string,
  month: string,
): Promise<string[][]> {
  const asked = new URLSearchParams({ month, format: 'xlsx', language: 'en-US' })
  const answer = await t.app.inject({
    url: `/api/export/statement/${kind}/${id}?${asked}`,
    headers: { authorization: who.token },
  })
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  const sheet = await new Zip(answer.rawPayload, 50_000_000).text('xl/worksheets/sheet1.xml')
  return [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c[^>]*?(?:\/>|>(.*?)<\/c>)/g)].map(([, cell = '']) =>
      cell.replace(/<[^>]+>/g, ''),
    ),
  )
}
const find = (rows: string[][], label: string) => rows.find(([first]) => first === label)?.slice(1)
const finance = async () => {
  const who = await make.user(t, {
    permissions: ['ViewPaypalTransaction', 'ViewAllPayPalBill', 'ExportData'],
  })
  await t.owner(`update company set timezone = 'Asia/Shanghai' where id = $1`, [who.companyId])
  return who
}

test('each movement is in one month: what closes one opens the next, at the company’s own midnight', async () => {
  const who = await finance()
  const accountId = await make.paypalAccount(t, who.companyId)
  // Midnight in Shanghai is 16:00 of the day before in UTC.
  await addTransactions(t, who.companyId, [
    { accountId, gross: 100, at: '2026-05-31T15:59:59Z' },
    { accountId, gross: 1000, at: '2026-05-31T16:00:00Z' },
    { accountId, gross: 20_000, at: '2026-06-30T15:59:59Z' },
    { accountId, gross: 300_000, at: '2026-06-30T16:00:00Z' },
    { accountId, gross: 4_000_000, at: '2026-06-30T22:00:00Z' },
  ])
  const of = async (month: string) => {
    const rows = await rowsOf(who, 'account', accountId, month)
    const head = rows.findIndex(([first]) => first === 'Time')
    return {
      opening: find(rows, 'Opening balance')?.[0],
      closing: find(rows, 'Closing balance')?.[0],
      lines: rows.slice(head + 1).map((row) => row.at(-1)),
    }
  }
  expect(await of('2026-05')).toEqual({ opening: '0.00', closing: '1.00', lines: ['1.00'] })
  expect(await of('2026-06')).toEqual({
    opening: '1.00',
    closing: '211.00',
    lines: ['10.00', '200.00'],
  })
  expect(await of('2026-07')).toEqual({
    opening: '211.00',
    closing: '43211.00',
    lines: ['3000.00', '40000.00'],
  })
})

test('open amounts stand in the age that they have reached', async () => {
  const who = await finance()
  const customerId = await make.customer(t, who)
  const late = async (days: number | null, dueMinor: number, status = 'sent') => {
    const bill = await make.bill(t, who, { status: 'sent', totalMinor: dueMinor })
    await t.owner(
      `update bill
       set customer_id = $2,
         status = $4,
         due_date = (now() at time zone 'Asia/Shanghai')::date - $3::int,
         sent_at = '2026-01-01'
       where id = $1`,
      [bill.id, customerId, days, status],
    )
  }
  for (const [days, minor] of [
    [null, 100],
    [-5, 200],
    [0, 400],
    [1, 1000],
    [30, 2000],
    [31, 10_000],
    [60, 20_000],
    [61, 100_000],
    [90, 200_000],
    [91, 1_000_000],
  ] as const)
    await late(days, minor)
  await late(45, 55_500, 'paid')
  await late(45, 66_600, 'writtenOff')
  const rows = await rowsOf(who, 'customer', customerId, '2026-06')
  const ages = rows.filter(([first]) => first === 'USD').at(-1)
  expect(ages?.slice(1)).toEqual(['7.00', '30.00', '300.00', '3000.00', '10000.00', '13337.00'])
})

test('what is pending is not paid, and what ends a bill takes off what was still open of it', async () => {
  const who = await finance()
  const bill = await make.bill(t, who, { status: 'cancelled', totalMinor: 10_000 })
  await t.owner(
    `update bill
     set sent_at = '2026-06-02', cancelled_at = '2026-06-20', paid_minor = 4000, due_minor = 0
     where id = $1`,
    [bill.id],
  )
  await t.owner(
    `insert into bill_payment (
       company_id, bill_id, provider_payment_id, source, method, currency, amount_minor, pending,
       paid_on, counted_on
     )
     values ($1, $2, 'P1', 'paypal', '', 'USD', 4000, false, '2026-06-05', '2026-06-05'),
       ($1, $2, 'P2', 'paypal', '', 'USD', 700, true, '2026-06-06', '2026-06-06')`,
    [who.companyId, bill.id],
  )
  const rows = await rowsOf(who, 'customer', bill.customerId, '2026-06')
  expect(find(rows, 'USD')?.slice(0, 2)).toEqual(['40.00', '40.00'])
  const head = rows.findIndex(([first]) => first === 'Date')
  const [kind, billed, paid] = ['Type', 'Billed', 'Paid'].map(
    (name) => rows[head]?.indexOf(name) ?? -1,
  )
  expect(
    rows.slice(head + 1).map((row) => [kind, billed, paid].map((column) => row[column ?? -1])),
  ).toEqual([
    ['Bill', '100.00', ''],
    ['Payment', '', '40.00'],
    ['Canceled', '-60.00', ''],
  ])
})
