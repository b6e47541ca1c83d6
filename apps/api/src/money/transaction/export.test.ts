import type { CallInput } from '@paydesk/contract/lib/endpoint'
import type { transactionApi } from '@paydesk/contract/money/transaction'
import { expect, test } from 'vitest'
import { Zip } from '../../lib/file/unzip.ts'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addTransactions } from '../../test/world/transactions.ts'

const t = testApp()
const may = ['ViewPaypalTransaction', 'ExportData'] as const

async function world() {
  const companyId = await make.company(t, { timezone: 'Asia/Shanghai' })
  const finance = await make.user(t, { companyId, permissions: [...may] })
  const accountId = await make.paypalAccount(t, companyId, { label: '主账户 "A"' })
  const get = (
    query: CallInput<typeof transactionApi.export>['query'],
    token = finance.token,
    language = 'zh-CN',
  ) =>
    t.app.inject({
      method: 'GET',
      url: `/api/export/paypalTransaction?${new URLSearchParams(query as Record<string, string>)}`,
      headers: { authorization: token, 'accept-language': language },
    })
  return { companyId, finance, accountId, get }
}

const sheetOf = (bytes: Buffer) => new Zip(bytes, 100_000_000).text('xl/worksheets/sheet1.xml')

test('CSV has amounts as decimals of their currency, the company’s times, the reader’s language, and every row once', async () => {
  const w = await world()
  await addTransactions(t, w.companyId, [
    {
      accountId: w.accountId,
      gross: 12_345,
      fee: -5,
      currency: 'USD',
      at: '2025-06-01T20:00:00Z',
      payerName: '王 "老板", 小明',
    },
    {
      accountId: w.accountId,
      gross: -5,
      currency: 'JPY',
      code: 'T1107',
      at: '2025-06-01T19:00:00Z',
    },
  ])
  const answer = await w.get({ format: 'csv' })
  expect(answer.statusCode).toBe(200)
  const [head, first, second, ...rest] = answer.body.split('\r\n')
  expect(head).toMatch(/^\uFEFF时间,PayPal账户,/)
  expect(first).toMatch(
    /^2025-06-02 04:00:00,"主账户 ""A""",".*",收款,T0006,已完成,USD,123\.45,-0\.05,123\.40,"王 ""老板"", 小明",/,
  )
  expect(second).toMatch(/退款,T1107,已完成,JPY,-5,0,-5,/)
  expect(rest).toEqual([''])
  expect((await w.get({ format: 'csv', currency: 'JPY' }, undefined, 'en-US')).body).toMatch(
    /^\uFEFFTime,PayPal account,.*\r\n2025.*,Refund,/,
  )
})

test('batches fit together in both formats, and the estimated length is close', async () => {
  const w = await world()
  const rows = Array.from({ length: 12_001 }, (_, index) => ({
    accountId: w.accountId,
    gross: index + 1,
    providerId: `ID${index}`,
    // Many rows share a moment, so that a batch ends in the middle of one.
    at: new Date(Date.UTC(2025, 0, 1) + Math.floor(index / 700) * 60_000).toISOString(),
  }))
  await addTransactions(t, w.companyId, rows)
  const csv = await w.get({ format: 'csv' })
  const ids = csv.body.split('\r\n').flatMap((line) => line.match(/"(ID\d+)"/)?.[1] ?? [])
  expect([ids.length, new Set(ids).size]).toEqual([12_001, 12_001])
  expect(Number(csv.headers['x-estimated-length']) / Buffer.byteLength(csv.body)).toBeCloseTo(1, 1)
  const sheet = await sheetOf((await w.get({ format: 'xlsx' })).rawPayload)
  expect(new Set(sheet.match(/ID\d+/g)).size).toBe(12_001)
  expect(sheet.match(/<row>/g)).toHaveLength(12_002)
}, 60_000)

test('no cell is executed: text like a formula stays text in CSV, and XLSX has no formulas at all', async () => {
  const w = await world()
  const names = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '=HYPERLINK("http://x")',
    '<b>&"',
    'a\u0001b',
  ]
  await addTransactions(
    t,
    w.companyId,
    names.map((payerName) => ({ accountId: w.accountId, gross: 100, payerName })),
  )
  const { body } = await w.get({ format: 'csv' })
  expect(body).not.toMatch(/(^|,|\n)"?[=+@\t\r]/)
  expect(body).toContain(`"'=HYPERLINK(""http://x"")"`)
  const sheet = await sheetOf((await w.get({ format: 'xlsx' })).rawPayload)
  expect(sheet).not.toContain('<f')
  expect(sheet).toContain('&lt;b&gt;&amp;"')
  expect(sheet).toContain('>ab<')
})

test('both permissions are needed, and the audit log keeps who took the file', async () => {
  const w = await world()
  for (const permission of may) {
    const half = await make.user(t, { companyId: w.companyId, permissions: [permission] })
    expect((await w.get({ format: 'csv' }, half.token)).statusCode).toBe(403)
  }
  await w.get({ format: 'csv', currency: 'USD' })
  const entries = await t.owner(
    `select actor_name, after
     from audit_entry
     where company_id = $1 and action = 'transaction.export'`,
    [w.companyId],
  )
  expect(entries).toMatchObject([{ after: { format: 'csv', currency: 'USD' } }])
})
