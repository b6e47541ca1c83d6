import type { StatementQuery } from '@paydesk/contract/billing/statement'
import { statementApi } from '@paydesk/contract/billing/statement'
import { expect, test } from 'vitest'
import { Zip } from '../../lib/file/unzip.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addTransactions } from '../../test/transactions.ts'

const t = testApp()
const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function file(who: TestUser, kind: 'account' | 'customer', id: string, query: Partial<StatementQuery> = {}) {
  const asked = new URLSearchParams({ month: '2026-06', format: 'xlsx', language: 'zh-CN', ...query })
  const answer = await t.app.inject({ url: `/api/export/statement/${kind}/${id}?${asked}`, headers: { authorization: who.token } })
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return answer.rawPayload
}
/** The sheet's rows as texts. */
async function rowsOf(bytes: Buffer): Promise<string[][]> {
  const sheet = await new Zip(bytes, 50_000_000).text('xl/worksheets/sheet1.xml')
  return [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c[^>]*?(?:\/>|>(.*?)<\/c>)/g)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
  )
}
const find = (rows: string[][], label: string) => rows.find(([first]) => first === label)?.slice(1)
const finance = () => make.user(t, { permissions: ['ViewPaypalTransaction', 'ViewAllPayPalBill', 'ExportData'] })

test('in an account’s month opening balance and movements add up to the closing balance, per currency and to the cent', async () => {
  const who = await finance()
  const accountId = await make.paypalAccount(t, who.companyId, { label: '主账户' })
  await t.owner(`update company set logo = $2, timezone = 'Asia/Shanghai' where id = $1`, [who.companyId, png])
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
  expect(lines[0]?.slice(1)).toEqual(['收款', '张三', expect.stringMatching(/^TX/), 'USD', '20.00', '-1.00', '19.00'])
  const zip = new Zip(bytes, 1_000_000)
  expect(await zip.text('xl/drawings/drawing1.xml')).toContain('name="Logo"')
  expect(rows.flat().some((text) => text.includes('尚未与 PayPal 余额核对'))).toBe(true)
  await t.owner(
    `insert into balance_proof (company_id, account_id, currency, as_of, paypal_minor, ledger_minor) values ($1, $2, 'USD', now(), 1, 1)`,
    [who.companyId, accountId],
  )
  const english = (await rowsOf(await file(who, 'account', accountId, { language: 'en-US' }))).flat()
  expect(english.some((text) => /^As of .* the books agree with PayPal’s balance\.$/.test(text))).toBe(true)
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
  await t.owner(`update bill set sent_at = '2026-06-02T00:00:00Z', paid_minor = 4000, due_minor = 6000 where id = $1`, [bill.id])
  await t.owner(
    // The last payment is of June by PayPal's calendar and of July by the company's.
    `insert into bill_payment (company_id, bill_id, provider_payment_id, source, method, currency, amount_minor, paid_on, counted_on)
     values ($1, $2, 'P1', 'paypal', 'PayPal', 'USD', 4000, '2026-06-05', '2026-06-05'),
       ($1, $2, 'P2', 'paypal', 'PayPal', 'USD', 10, '2026-07-05', '2026-07-05'),
       ($1, $2, 'P3', 'paypal', 'PayPal', 'USD', 20, '2026-06-30', '2026-07-01')`,
    [who.companyId, bill.id],
  )
  await t.owner(
    `insert into bill_refund (company_id, bill_id, provider_refund_id, source, currency, amount_minor, refunded_on) values ($1, $2, 'R1', 'paypal', 'USD', 500, '2026-06-07')`,
    [who.companyId, bill.id],
  )
  // A chargeback and its return, which no invoice lists.
  await t.owner(
    `insert into refund (company_id, account_id, bill_id, provider_refund_id, origin, kind, currency, amount_minor, state, finished_at)
     select $1, $3, $2, kind, 'paypal', kind, 'USD', 900, 'completed', '2026-06-08T08:00:00Z' from unnest(array['reversal', 'returned']) kind`,
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
    ['已追回', 'N-1', '', 'USD', '', '', '', '-9.00'],
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
