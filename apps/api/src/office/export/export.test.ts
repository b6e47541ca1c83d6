import { billApi } from '@paydesk/contract/billing/bill'
import { customerApi } from '@paydesk/contract/billing/customer'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { auditLogApi } from '@paydesk/contract/office/auditLog'
import { expect, test } from 'vitest'
import { Zip } from '../../lib/file/unzip.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
const bills = async (who: TestUser, query: object = {}) =>
  (await t.as(who).call(billApi.export, { query: { format: 'csv', ...query } })).body.data as string
const lines = (text: string) => text.trimEnd().split('\r\n').slice(1)

test('bills: those that are filtered and visible, each once, across batches, and the export is recorded', async () => {
  const companyId = await make.company(t, { timezone: 'Asia/Shanghai' })
  const finance = await make.user(t, {
    companyId,
    permissions: ['ViewAllPayPalBill', 'ExportData'],
  })
  const operator = await make.user(t, { companyId, permissions: ['ViewPayPalBill', 'ExportData'] })
  const other = await make.user(t, { companyId })
  await make.bill(t, operator, {
    number: 'B-1',
    name: '=cmd',
    totalMinor: 123_456,
    status: 'sent',
    dueDate: '2026-01-31',
    createdAt: '2026-01-01T20:00:00Z',
  })
  await make.bill(t, other, { number: 'B-2', currency: 'JPY', totalMinor: 500 })
  const [first] = lines(await bills(finance, { status: 'sent' }))
  expect(first).toMatch(
    /^"B-1","","'=cmd",待付款,是,USD,1234\.56,0\.00,0\.00,0\.00,1234\.56,,,,2026-01-31,/,
  )
  expect(first).toContain(',2026-01-02 04:00:00,')
  expect(lines(await bills(finance))).toHaveLength(2)
  expect(lines(await bills(operator)).map((line) => line.slice(0, 5))).toEqual(['"B-1"'])
  expect(lines(await bills(finance, { currency: 'EUR' }))).toEqual([])
  const xlsx = await t.app.inject({
    url: '/api/export/payPalBill?format=xlsx',
    headers: { authorization: finance.token, 'accept-language': 'en' },
  })
  const sheet = await new Zip(xlsx.rawPayload, 1_000_000).text('xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<t>Due date</t>')
  // The cell holds days since 1899-12-30 and is shown as a day.
  expect(sheet).toContain('<c s="2"><v>46053</v></c>')
  const recorded = await t.owner(
    `select after
     from audit_entry
     where company_id = $1 and action = 'bill.export'
     order by seq
     limit 1`,
    [companyId],
  )
  expect(recorded).toEqual([{ after: { format: 'csv', status: 'sent' } }])

  await t.owner(
    `insert into bill (
       company_id, owner_id, number, title, customer_id, customer_name, currency, total_minor,
       due_minor, status, created_at
     )
     select company_id, owner_id, 'M-' || i, '', customer_id, '', 'USD', i, i, 'draft',
       now() + (i / 700) * interval '1 microsecond'
     from bill, generate_series(1, 10001) i where number = 'B-1'`,
  )
  const many = lines(await bills(finance, { status: 'draft', currency: 'USD' })).map(
    (line) => line.split(',')[0],
  )
  expect([many.length, new Set(many).size]).toEqual([10_001, 10_001])
}, 60_000)

test('customers: a line for each currency that they were billed in, or one line if they were never billed', async () => {
  const admin = await make.admin(t)
  const bill = await make.bill(t, admin, { name: 'Two', status: 'sent', totalMinor: 1000 })
  await t.owner(
    `insert into bill (
       company_id, owner_id, number, title, customer_id, customer_name, currency, total_minor,
       due_minor, status
     )
     select company_id, owner_id, 'X-1', '', customer_id, '', 'EUR', 500, 0, 'paid'
     from bill
     where id = $1`,
    [bill.id],
  )
  await make.customer(t, admin, { name: 'None' })
  const text = (await t.as(admin).call(customerApi.export, { query: { format: 'csv' } })).body
    .data as string
  expect(lines(text).map((line) => [line.split(',')[0], ...line.split(',').slice(7, 13)])).toEqual([
    ['"None"', '', '', '', '', '', ''],
    ['"Two"', 'EUR', '1', '5.00', '0.00', '0.00', '0.00'],
    ['"Two"', 'USD', '1', '10.00', '0.00', '0.00', '10.00'],
  ])
})

test('the audit log says what was done in words, beside the code that was recorded', async () => {
  const admin = await make.admin(t)
  await t.as(admin).call(customerApi.create, { body: { name: 'Nordlys AS' } })
  const text = (await t.as(admin).call(auditLogApi.export, { query: { format: 'csv' } })).body
    .data as string
  const made = lines(text).find((line) => line.includes('customer.create'))
  expect(made).toContain(',新建客户,"customer.create",客户,"customer",')
})

test.each([billApi.export, customerApi.export, auditLogApi.export, transactionApi.export])(
  '$path needs the permission to export besides the list’s own',
  async (call) => {
    const who = await make.user(t, {
      permissions: ['ViewAllPayPalBill', 'ViewCustomer', 'ViewAuditLog', 'ViewPaypalTransaction'],
    })
    expect((await t.as(who).call(call, { query: { format: 'csv' } as never })).status).toBe(403)
  },
)
