import type { StatementQuery } from '@paydesk/contract/billing/statement'
import { statementApi } from '@paydesk/contract/billing/statement'
import { expect, test } from 'vitest'
import { Zip } from '../../lib/file/unzip.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addTransactions } from '../../test/world/transactions.ts'

const t = testApp()
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function file(
  who: TestUser,
  kind: 'account' | 'customer',
  id: string,
  query: Partial<StatementQuery> = {},
) {
  const asked = new URLSearchParams({
    month: '2026-06',
    format: 'xlsx',
    language: 'zh-CN',
    ...query,
  })
  const answer = await t.app.inject({
    url: `/api/export/statement/${kind}/${id}?${asked}`,
    headers: { authorization: who.token },
  })
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return answer.rawPayload
}
/** The sheet's rows as texts. */
async function rowsOf(bytes: Buffer): Promise<string[][]> {
  const sheet = await new Zip(bytes, 50_000_000).text('xl/worksheets/sheet1.xml')
  return [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c[^>]*?(?:\/>|>(.*?)<\/c>)/g)].map(([, cell = '']) =>
      cell.replace(/<[^>]+>/g, ''),
    ),
  )
}
const find = (rows: string[][], label: string) => rows.find(([first]) => first === label)?.slice(1)
const finance = () =>
  make.user(t, { permissions: ['ViewPaypalTransaction', 'ViewAllPayPalBill', 'ExportData'] })

test('in an account’s month opening balance and movements add up to the closing balance, per currency and to the cent', async () => {
  const who = await finance()
  const accountId = await make.paypalAccount(t, who.companyId, { label: '主账户' })
  await t.owner(`update company set logo = $2, timezone = 'Asia/Shanghai' where id = $1`, [
    who.companyId,
    png,
  ])
  await addTransactions(t, who.companyId, [
    { accountId, gross: 50_000, fee: -1500, at: '2026-05-20T00:00:00Z' },
    // The last hour of May in Shanghai, and the first of June, which is still May in UTC.
    { accountId, gross: 1000, at: '2026-05-31T15:30:00Z' },
    { accountId, gross: 2000, fee: -100, at: '2026-05-31T16:30:00Z', payerName: '张三' },
    { accountId, gross: -700, code: 'T1107', at: '2026-06-10T00:00:00Z' },
    { accountId, gross: -10_000, code: 'T0400', at: '2026-06-15T00:00:00Z' },
    { accountId, gross: -300, code: 'T0106', at: '2026-06-16T00:00:00Z' },
    { accountId, gross: -900, code: 'T1110', at: '2026-06-17T00:00:00Z' },
    { accountId, gross: 5000, currency: 'JPY', at: '2026-06-18T00:00:00Z' },
    { accountId, gross: 9999, status: 'P', at: '2026-06-19T00:00:00Z' },
    { accountId, gross: 77, at: '2026-07-02T00:00:00Z' },
  ])
  const bytes = await file(who, 'account', accountId)
  const rows = await rowsOf(bytes)
  const balance = rows.findIndex(([first]) => first === '余额变动')
  expect(rows[balance + 1]).toEqual(['', 'JPY', 'USD'])
  expect(find(rows, '期初余额')).toEqual(['0', '495.00'])
  expect(find(rows, '收款')).toEqual(['5000', '20.00'])
  expect(find(rows, '退款')).toEqual(['0', '-7.00'])
  expect(find(rows, '提现与转账')).toEqual(['0', '-100.00'])
  expect(find(rows, '手续费')).toEqual(['0', '-4.00'])
  expect(find(rows, '冻结与解冻')).toEqual(['0', '-9.00'])
  expect(find(rows, '期末余额')).toEqual(['5000', '395.00'])
  expect(find(rows, '另有冻结金额')).toEqual(['0', '9.00'])
  const head = rows.findIndex(([first]) => first === '时间')
  const lines = rows.slice(head + 1)
  expect(lines).toHaveLength(6)
  expect(lines[0]?.slice(1)).toEqual([
    '收款',
    '张三',
    expect.stringMatching(/^TX/),
    'USD',
    '20.00',
    '-1.00',
    '19.00',
  ])
  const zip = new Zip(bytes, 1_000_000)
  expect(await zip.text('xl/drawings/drawing1.xml')).toContain('name="Logo"')
  expect(rows.flat()).toContain('月末账面余额尚未与 PayPal 余额核对。')
})

test('a statement certifies its own month’s end only, and only while the books agree with PayPal there', async () => {
  const who = await finance()
  const accountId = await make.paypalAccount(t, who.companyId)
  const ref = [who.companyId, accountId]
  await t.owner(`update company set timezone = 'Asia/Shanghai' where id = $1`, [who.companyId])
  await addTransactions(t, who.companyId, [
    { accountId, gross: 50_000, at: '2026-06-20T00:00:00Z' },
  ])
  const notes = async (language: 'zh-CN' | 'en-US' = 'en-US') =>
    (await rowsOf(await file(who, 'account', accountId, { language })))
      .flat()
      .filter((text) => /month-end|月末|PayPal 当时|PayPal had/.test(text))
  const unproven = ['The month-end balance has not been checked against PayPal yet.']
  // The books agree today, which says nothing about the end of June.
  await t.owner(
    `insert into balance_proof (
       company_id, account_id, currency, as_of, paypal_minor, ledger_minor
     )
     values ($1, $2, 'USD', now(), 1, 1)`,
    ref,
  )
  expect(await notes()).toEqual(unproven)
  await t.owner(
    `insert into account_sync (company_id, account_id, begins_at, complete_through)
     values ($1, $2, '2026-05-01T00:00:00Z', '2026-08-03T00:00:00Z')`,
    ref,
  )
  expect(await notes()).toEqual(unproven)
  // July's end is proven, and June's is not.
  const prove = (endsAt: string, paypalMinor: number, asOf = endsAt) =>
    t.owner(
      `with line as (
         insert into balance_at (
           company_id, account_id, as_of, currency, paypal_minor, ledger_minor
         )
         values ($1, $2, $4, 'USD', $5, 50000)
       )
       insert into day_end (company_id, account_id, ends_at, as_of) values ($1, $2, $3, $4)`,
      [...ref, endsAt, asOf, paypalMinor],
    )
  await prove('2026-07-31T16:00:00Z', 50_000)
  expect(await notes()).toEqual(unproven)
  await prove('2026-06-30T16:00:00Z', 50_000, '2026-06-30T15:59:00Z')
  expect(await notes()).toEqual([
    'At month-end (2026-07-01 00:00), the books match PayPal’s balance.',
  ])
  // A row that comes late counts at once.
  await addTransactions(t, who.companyId, [{ accountId, gross: 1234, at: '2026-06-21T00:00:00Z' }])
  expect(await notes('zh-CN')).toEqual([
    '注意：月末（2026-07-01 00:00）账面余额与 PayPal 余额不一致，账面多出（负数为少）：USD 12.34。',
  ])
  // And one between the moment that PayPal told and the month's end makes it no proof.
  await addTransactions(t, who.companyId, [{ accountId, gross: 5, at: '2026-06-30T15:59:30Z' }])
  expect(await notes()).toEqual(unproven)
})

test('money that PayPal had taken while it was pending stands beside the month’s end and is no difference', async () => {
  const who = await finance()
  const accountId = await make.paypalAccount(t, who.companyId)
  await addTransactions(t, who.companyId, [
    { accountId, gross: 50_000, at: '2026-06-20T00:00:00Z' },
    { accountId, gross: -10_000, code: 'T0403', status: 'P', at: '2026-06-29T00:00:00Z' },
  ])
  await t.owner(
    `with line as (
       insert into balance_at (company_id, account_id, as_of, currency, paypal_minor, ledger_minor)
       values ($1, $2, '2026-07-01', 'USD', 40000, 50000)
     ),
       sync as (
         insert into account_sync (company_id, account_id, begins_at, complete_through)
         values ($1, $2, '2026-05-01', '2026-08-03')
       )
     insert into day_end (company_id, account_id, ends_at, as_of)
     values ($1, $2, '2026-07-01', '2026-07-01')`,
    [who.companyId, accountId],
  )
  const texts = (await rowsOf(await file(who, 'account', accountId, { language: 'en-US' }))).flat()
  expect(texts.some((text) => text.includes('the books match PayPal’s balance'))).toBe(true)
  expect(texts.some((text) => text.includes('still pending: USD -100.00.'))).toBe(true)
})

test('a customer’s month lists bills, payments and refunds, and open amounts by age', async () => {
  const who = await finance()
  const late = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
  const bill = await make.bill(t, who, {
    name: 'Nordlys',
    number: 'N-1',
    title: '灯具',
    status: 'partiallyPaid',
    totalMinor: 10_000,
    dueDate: late,
  })
  await t.owner(
    `update bill
     set sent_at = '2026-06-02T00:00:00Z', paid_minor = 4000, due_minor = 6000
     where id = $1`,
    [bill.id],
  )
  await t.owner(
    // The last payment is of June by PayPal's calendar and of July by the company's.
    `insert into bill_payment (
       company_id, bill_id, provider_payment_id, source, method, currency, amount_minor, paid_on,
       counted_on
     )
     values ($1, $2, 'P1', 'paypal', 'PayPal', 'USD', 4000, '2026-06-05', '2026-06-05'),
       ($1, $2, 'P2', 'paypal', 'PayPal', 'USD', 10, '2026-07-05', '2026-07-05'),
       ($1, $2, 'P3', 'paypal', 'PayPal', 'USD', 20, '2026-06-30', '2026-07-01')`,
    [who.companyId, bill.id],
  )
  await t.owner(
    `insert into bill_refund (
       company_id, bill_id, provider_refund_id, source, currency, amount_minor, refunded_on
     )
     values ($1, $2, 'R1', 'paypal', 'USD', 500, '2026-06-07')`,
    [who.companyId, bill.id],
  )
  // A chargeback and its return, which no invoice lists.
  await t.owner(
    // Why it was refunded is for colleagues; only the note is for the customer.
    `insert into refund (
       company_id, account_id, bill_id, provider_refund_id, origin, kind, currency, amount_minor,
       state, finished_at, reason, note_to_payer
     )
     select $1, $3, $2, kind, 'paypal', kind, 'USD', 900, 'completed', '2026-06-08T08:00:00Z',
       '客户难缠', case kind when 'returned' then '已重新入账' else '' end
     from unnest(array['reversal', 'returned']) kind`,
    [who.companyId, bill.id, await make.paypalAccount(t, who.companyId)],
  )
  const rows = await rowsOf(await file(who, 'customer', bill.customerId))
  expect(find(rows, '客户')).toEqual(['Nordlys'])
  expect(rows.filter(([first]) => first === 'USD').map((row) => row.slice(1))).toEqual([
    ['100.00', '40.00', '0.00', '5.00'],
    ['0.00', '0.00', '60.00', '0.00', '0.00', '60.00'],
  ])
  const head = rows.findIndex(([first]) => first === '日期')
  expect(rows.slice(head + 1).map((row) => row.slice(1))).toEqual([
    ['账单', 'N-1', '灯具', 'USD', '100.00', '', '', ''],
    ['付款', 'N-1', 'PayPal', 'USD', '', '40.00', '', ''],
    ['退款', 'N-1', '', 'USD', '', '', '', '5.00'],
    ['撤销', 'N-1', '', 'USD', '', '', '', '9.00'],
    ['已追回', 'N-1', '已重新入账', 'USD', '', '', '', '-9.00'],
  ])
})

test('a PDF of ten thousand lines is streamed, with its pages counted before the first', async () => {
  const who = await finance()
  const accountId = await make.paypalAccount(t, who.companyId, { label: '大账户' })
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    accountId,
    gross: 100 + index,
    fee: -10,
    payerName: `客户 ${index}`,
    at: new Date(Date.UTC(2026, 5, 1) + index * 60_000).toISOString(),
  }))
  await addTransactions(t, who.companyId, rows)
  const bytes = await file(who, 'account', accountId, { format: 'pdf' })
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const text = bytes.toString('latin1')
  const pages = text.match(/\/Type \/Page\n/g)?.length ?? 0
  expect(pages).toBe(Number(/\/Count (\d+)/.exec(text)?.[1]))
  expect(pages).toBeGreaterThan(150)
  // The file holds only the characters in use: the two fonts themselves are 21 MB.
  expect(bytes.length).toBeLessThan(2_000_000)
  const refused = await t.as(who).call(statementApi.account, {
    params: { id: accountId },
    query: { month: '2026-13', format: 'pdf', language: 'zh-CN' },
  })
  expect(refused.status).toBe(422)
}, 60_000)
