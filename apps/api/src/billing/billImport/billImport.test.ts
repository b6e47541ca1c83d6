import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import {
  billImportApi,
  type ImportCheck,
  importColumnKeys,
  importColumns,
  importMaxBills,
  importMaxBytes,
} from '@paydesk/contract/billing/billImport'
import { customerApi } from '@paydesk/contract/billing/customer'
import { defaultSettings } from '@paydesk/contract/people/companySetting'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { workbook } from '../../test/xlsx.ts'

const t = testApp()
let counter = 0
const address = () => `buyer${counter++}@example.com`
const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const check = (user: TestUser, file: Buffer) => t.as(user).call(billImportApi.check, { body: file })
const checked = async (user: TestUser, file: Buffer) => {
  const { status, body } = await check(user, file)
  expect([status, body.errorMessage]).toEqual([200, null])
  return body.data as ImportCheck
}
const run = (user: TestUser, file: Buffer, key?: string) =>
  t.call(
    billImportApi.run,
    { body: file },
    { token: user.token, headers: key ? { 'idempotency-key': key } : {} },
  )
const billsOf = async (user: TestUser) =>
  (await t.as(user).call(billApi.list, { query: { pageSize: 100 } })).body.data as {
    list: BillRow[]
    total: number
  }
const wrongs = async (user: TestUser, ...lines: string[]) =>
  (await checked(user, csv(...lines))).errors.map(({ row, column, code, value }) => [
    row,
    column,
    code,
    value,
  ])

test('rows with the same group are one bill; the preview shows what would be made and writes nothing', async () => {
  const user = await make.operator(t)
  const [known, fresh] = [address(), address()]
  await t.as(user).call(customerApi.create, { body: { name: 'Nordlys AS', email: known } })
  const file = csv(
    '账单分组,客户名称,客户邮箱,标题,币种,商品名称,数量,单价,商品折扣,税率,整单折扣,运费,到期日,标签,随便',
    `A,,${known.toUpperCase()},灯具,USD,Lamp,20,"1,019.90",5%,,,35,2027/1/31,"急,出口",x`,
    `A,,,,,Cable,2.5,4,,13%,,,,,`,
    `,New Ltd,${fresh},,jpy,Freight,,2400,,,10%,,,,`,
  )
  const preview = await checked(user, file)
  expect(preview).toMatchObject({
    rowCount: 3,
    errors: [],
    errorCount: 0,
    ignored: ['随便'],
    newCustomers: ['New Ltd'],
    totals: [
      { currency: 'USD', count: 1 },
      { currency: 'JPY', count: 1, totalMinor: 2160 },
    ],
    bills: [
      {
        firstRow: 2,
        lastRow: 3,
        customerName: 'Nordlys AS',
        newCustomer: false,
        title: '灯具',
        itemCount: 2,
        dueDate: '2027-01-31',
      },
      {
        firstRow: 4,
        lastRow: 4,
        customerName: 'New Ltd',
        customerEmail: fresh,
        newCustomer: true,
        currency: 'JPY',
      },
    ],
  })
  // 20 × 1,019.90 − 5 % + 2.5 × 4 + 13 % of that + 35.
  expect(preview.bills[0]?.totalMinor).toBe(1_937_810 + 1000 + 130 + 3500)
  expect((await billsOf(user)).total).toBe(0)
  expect(
    await t.owner('select from customer where company_id = $1', [user.companyId]),
  ).toHaveLength(1)

  expect(await run(user, file)).toMatchObject({
    status: 200,
    body: { data: { count: 2, newCustomers: 1 } },
  })
  const { list, total } = await billsOf(user)
  expect(total).toBe(2)
  expect(list.find(({ currency }) => currency === 'USD')).toMatchObject({
    status: 'draft',
    customerName: 'Nordlys AS',
    totalMinor: 1_942_440,
    dueDate: '2027-01-31',
  })
  const entries = await t.owner(
    'select kind, source, actor_name from bill_entry where company_id = $1',
    [user.companyId],
  )
  expect(entries).toEqual(
    Array(2).fill({ kind: 'import', source: 'person', actor_name: user.username }),
  )
  const audited = await t.owner<{ after: object }>(
    `select after from audit_entry where company_id = $1 and action = 'bill.import'`,
    [user.companyId],
  )
  expect(audited).toMatchObject([{ after: { bills: 2, newCustomers: ['New Ltd'] } }])
})

test('a workbook gives the same, with days and percentages as a spreadsheet stores them, and English headers', async () => {
  const user = await make.operator(t)
  const rows = [
    ['Customer e-mail', 'Item', 'Unit price *', 'Tax rate', 'Due date', 'Bill date'],
    [address(), 'Lamp', 19.9, { percent: 0.13 }, 46053, { inline: '2026-01-05' }],
  ]
  const bill = {
    totalMinor: 2249,
    dueDate: '2026-01-31',
    customerName: expect.stringContaining('@'),
  }
  expect(await checked(user, workbook(rows))).toMatchObject({ errors: [], bills: [bill] })
  expect(
    await checked(
      user,
      workbook([rows[0], [...(rows[1] as string[]).slice(0, 4), 46053 - 1462]] as never, {
        date1904: true,
      }),
    ),
  ).toMatchObject({
    bills: [{ dueDate: '2026-01-31' }],
  })
})

test('headers of earlier templates are still understood', async () => {
  const user = await make.operator(t)
  const [bill] = (
    await checked(
      user,
      csv(
        '客户名称,币种,商品名称,单价,税名,付款期限,Note',
        'Old Ltd,USD,Lamp,10,VAT,2027-01-31,Thanks',
      ),
    )
  ).bills
  expect(bill).toMatchObject({ customerName: 'Old Ltd', dueDate: '2027-01-31' })
  expect(
    (
      await checked(
        user,
        csv('客户名称,币种,商品名称,单价,税名,付款期限,Note', 'Old Ltd,USD,Lamp,10,,,'),
      )
    ).ignored,
  ).toEqual([])
})

test('a file in GBK is read, with semicolons and without a byte order mark, as Excel may write it', async () => {
  const user = await make.operator(t)
  // 客户名称;商品名称;单价 / 王芳;灯;12
  const bytes = Buffer.from(
    'bfcdbba7c3fbb3c63bc9ccc6b7c3fbb3c63bb5a5bcdb0d0acdf5b7bc3bb5c63b31320d0a',
    'hex',
  )
  expect(await checked(user, bytes)).toMatchObject({
    errors: [],
    bills: [{ customerName: '王芳', totalMinor: 1200 }],
  })
})

test('the template that the console offers is a file that can be imported, in both languages', async () => {
  const user = await make.operator(t)
  for (const language of ['zh', 'en'] as const) {
    const line = (cells: string[]) => cells.map((cell) => `"${cell}"`).join(',')
    const text = [
      importColumnKeys.map((key) => importColumns[key][language]),
      importColumnKeys.map((key) => importColumns[key].example),
    ]
    expect(
      await checked(user, Buffer.from(`\ufeff${text.map(line).join('\r\n')}\r\n`)),
    ).toMatchObject({
      errors: [],
      ignored: [],
      bills: [{ itemCount: 1 }],
    })
  }
})

const head =
  '账单分组,客户名称,客户邮箱,币种,商品名称,数量,单价,税率,商品折扣,整单折扣,账单日期,付款期限,标签,标题'
test.each<[string, string[], unknown[][]]>([
  ['no customer', [',,,USD,A,1,1'], [[2, 'customerName', 'customerRequired', '']]],
  ['an address that is none', [',,a@b,USD,A,1,1'], [[2, 'customerEmail', 'badEmail', 'a@b']]],
  [
    'no item and no price',
    [',C,,USD,,1,'],
    [
      [2, 'itemName', 'required', ''],
      [2, 'unitAmount', 'required', ''],
    ],
  ],
  ['an unknown currency', [',C,,XYZ,A,1,1'], [[2, 'currency', 'unknownCurrency', 'XYZ']]],
  [
    'a currency that the company does not use',
    [',C,,THB,A,1,1'],
    [[2, 'currency', 'currencyNotAllowed', 'THB']],
  ],
  ['cents of yen', [',C,,JPY,A,1,1.5'], [[2, 'unitAmount', 'tooManyDecimals', '1.5']]],
  ['three decimals', [',C,,USD,A,1,1.005'], [[2, 'unitAmount', 'tooManyDecimals', '1.005']]],
  [
    'amounts that are none',
    [
      ',C,,USD,A,1,-5',
      ',C,,USD,A,1,1e5',
      ',C,,USD,A,1,"1,5"',
      ',C,,USD,A,1,$5',
      ',C,,USD,A,1,1000000.01',
    ],
    [
      [2, 'unitAmount', 'badAmount', '-5'],
      [3, 'unitAmount', 'badAmount', '1e5'],
      [4, 'unitAmount', 'badAmount', '1,5'],
      [5, 'unitAmount', 'badAmount', '$5'],
      [6, 'unitAmount', 'badAmount', '1000000.01'],
    ],
  ],
  [
    'quantities',
    [',C,,USD,A,0,1', ',C,,USD,A,1.000001,1', ',C,,USD,A,1000001,1'],
    [
      [2, 'quantity', 'badQuantity', '0'],
      [3, 'quantity', 'badQuantity', '1.000001'],
      [4, 'quantity', 'badQuantity', '1000001'],
    ],
  ],
  [
    'percentages',
    [',C,,USD,A,1,1,101%', ',C,,USD,A,1,1,abc'],
    [
      [2, 'taxPercent', 'badPercent', '101%'],
      [3, 'taxPercent', 'badPercent', 'abc'],
    ],
  ],
  [
    'days',
    [
      ',C,,USD,A,1,1,,,,,2027-02-30',
      ',C,,USD,A,1,1,,,,,31/01/2027',
      ',C,,USD,A,1,1,,,,2027-03-01,2027-02-01',
    ],
    [
      [2, 'dueDate', 'badDate', '2027-02-30'],
      [3, 'dueDate', 'badDate', '31/01/2027'],
      [4, 'dueDate', 'dueBeforeBillDate', '2027-02-01'],
    ],
  ],
  [
    'a bill that says two things',
    ['A,C,,USD,A,1,1,,,,,,,One', 'A,C,,EUR,B,1,1,,,,,,,Two'],
    [
      [3, 'currency', 'differs', 'EUR'],
      [3, 'title', 'differs', 'Two'],
    ],
  ],
  [
    'a discount of more than there is',
    [',C,,USD,A,1,1,,2', ',C,,USD,A,1,1,,,3'],
    [
      [2, 'itemDiscount', 'discountTooLarge', '2'],
      [3, 'discount', 'discountTooLarge', '3'],
    ],
  ],
  ['a bill of nothing', [',C,,USD,A,1,0'], [[2, 'unitAmount', 'zeroTotal', '0']]],
  [
    'one new customer with two names',
    [',C,new@x.example,USD,A,1,1', ',D,new@x.example,USD,A,1,1'],
    [[3, 'customerName', 'differs', 'D']],
  ],
  ['tags', [`,C,,USD,A,1,1,,,,,,${'x'.repeat(31)}`], [[2, 'tags', 'tooManyTags', 'x'.repeat(31)]]],
  [
    'long texts',
    [`,C,,USD,${'x'.repeat(201)},1,1`],
    [[2, 'itemName', 'tooLong', `${'x'.repeat(100)}…`]],
  ],
])('an error names its row and column: %s', async (_, lines, expected) => {
  expect(await wrongs(await make.operator(t), head, ...lines)).toEqual(expected)
})

test('a bill has at most a hundred items', async () => {
  const lines = Array.from({ length: 101 }, (_, index) => `A,C,,USD,Item ${index},1,1`)
  expect(await wrongs(await make.operator(t), head, ...lines)).toEqual([
    [102, null, 'tooManyItems', ''],
  ])
})

test('a file with one wrong cell makes nothing at all, and the refusal names the cell', async () => {
  const user = await make.operator(t)
  const answer = await run(user, csv(head, ',C,,USD,A,1,1', ',C,,USD,A,1,wrong'))
  expect(answer).toMatchObject({
    status: 422,
    body: {
      errorCode: 'import.hasErrors',
      data: { errors: [{ row: 3, column: 'unitAmount', code: 'badAmount', value: 'wrong' }] },
    },
  })
  expect(
    await t.owner(
      'select from bill where company_id = $1 union all select from customer where company_id = $1',
      [user.companyId],
    ),
  ).toEqual([])
})

test('customers are found by address, alias and name, only among those that the importer sees', async () => {
  const admin = await make.admin(t)
  const { companyId } = admin
  const user = await make.operator(t, { companyId })
  const [mine, alias, shared, theirs, theirAlias] = [
    address(),
    address(),
    address(),
    address(),
    address(),
  ]
  const create = (who: TestUser, body: object) =>
    t.as(who).call(customerApi.create, { body: body as never })
  await create(user, { name: 'Mine', email: mine, payerEmails: [alias] })
  await create(user, { name: 'Twin One', email: shared })
  await create(user, { name: 'Twin Two', email: shared })
  await create(user, { name: 'Same Name' })
  await create(user, { name: 'Same Name' })
  await create(admin, { name: 'Theirs', email: theirs, payerEmails: [theirAlias] })
  const names = async (...lines: string[]) =>
    (await checked(user, csv(head, ...lines))).bills.map(({ customerName, newCustomer }) => [
      customerName,
      newCustomer,
    ])
  expect(
    await names(
      `,,${alias},USD,A,1,1`,
      `,mine,,USD,A,1,1`,
      `,twin two,${shared},USD,A,1,1`,
      `,Theirs,,USD,A,1,1`,
      `,Copy,${theirs},USD,A,1,1`,
    ),
  ).toEqual([
    ['Mine', false],
    ['Mine', false],
    ['Twin Two', false],
    ['Theirs', true],
    ['Copy', true],
  ])
  expect(
    await wrongs(
      user,
      head,
      `,,${shared},USD,A,1,1`,
      ',same name,,USD,A,1,1',
      `,,${theirAlias},USD,A,1,1`,
    ),
  ).toEqual([
    [2, 'customerEmail', 'customerAmbiguous', shared],
    [3, 'customerName', 'customerAmbiguous', 'same name'],
    [4, 'customerEmail', 'customerElsewhere', theirAlias],
  ])
})

test('values that the file leaves out come from the business settings', async () => {
  const user = await make.operator(t)
  const billing = {
    ...defaultSettings.billing,
    defaultCurrency: 'EUR',
    paymentTermDays: 10,
    note: 'Thank you',
    terms: 'Net',
    allowPartialPayment: true,
  }
  await t.owner('insert into company_setting (company_id, tabs) values ($1, $2)', [
    user.companyId,
    JSON.stringify({ billing }),
  ])
  await run(user, csv('客户名称,商品名称,单价,账单日期', 'C,A,1,2026-12-25'))
  const [row] = (await billsOf(user)).list
  const bill = (await t.as(user).call(billApi.read, { params: { id: row?.id as string } })).body
    .data
  expect(bill).toMatchObject({
    currency: 'EUR',
    dueDate: '2027-01-04',
    note: 'Thank you',
    terms: 'Net',
    allowPartial: true,
    billDate: '2026-12-25',
  })
})

test.each<[string, Buffer, string]>([
  ['nothing', Buffer.from(' '), 'import.noRows'],
  ['a header only', csv(head), 'import.noRows'],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'), 'import.unreadable'],
  ['an old .xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'import.unreadable'],
  ['a zip of something else', Buffer.from('504b0304', 'hex'), 'import.unreadable'],
  ['no price', csv('客户名称,商品名称', 'C,A'), 'import.missingColumns'],
  ['no customer', csv('Item,Unit price', 'A,1'), 'import.missingColumns'],
  [
    'a column twice, once in English',
    csv('客户名称,商品名称,单价,Unit price', 'C,A,1,2'),
    'import.duplicateColumn',
  ],
  [
    'too many bills',
    csv('客户名称,商品名称,单价', ...Array(importMaxBills + 1).fill('C,A,1')),
    'import.tooManyRows',
  ],
  [
    'too many rows',
    csv('账单分组,客户名称,商品名称,单价', ...Array(10_001).fill('A,C,A,1')),
    'import.tooManyRows',
  ],
])('a file of %s is refused as a whole', async (_, file, errorCode) => {
  const user = await make.operator(t)
  for (const answer of [await check(user, file), await run(user, file)])
    expect(answer).toMatchObject({ status: 422, body: { errorCode } })
})

test('a file of more than two megabytes is not even read', async () => {
  const user = await make.operator(t)
  expect(await check(user, Buffer.alloc(importMaxBytes + 1, 'a'))).toMatchObject({
    status: 413,
    body: { errorCode: 'request.tooLarge' },
  })
})

test('ten clicks with one key are one import, and the same file with another key is another one', async () => {
  const user = await make.operator(t)
  const file = csv(head, `,C,${address()},USD,A,1,1`, ',D,,USD,A,1,1')
  const answers = await Promise.all(Array.from({ length: 10 }, () => run(user, file, 'once')))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect((await billsOf(user)).total).toBe(2)
  expect((await run(user, file, 'again')).status).toBe(200)
  expect((await billsOf(user)).total).toBe(4)
  // The second import found the customers of the first.
  expect(
    await t.owner('select from customer where company_id = $1', [user.companyId]),
  ).toHaveLength(2)
})

test('2,000 bills are checked and made in one go', async () => {
  const user = await make.operator(t)
  const lines = Array.from(
    { length: importMaxBills },
    (_, index) =>
      `,Buyer ${index % 300},b${index % 300}@many.example,USD,Item ${index},${1 + (index % 7)},19.90`,
  )
  const file = csv(head, ...lines)
  const startedAt = performance.now()
  expect(await checked(user, file)).toMatchObject({ errorCount: 0, rowCount: importMaxBills })
  const checkedAt = performance.now()
  expect(await run(user, file)).toMatchObject({
    status: 200,
    body: { data: { count: importMaxBills, newCustomers: 300 } },
  })
  process.stdout.write(
    `2,000 bills: checked in ${(checkedAt - startedAt).toFixed(0)} ms, made in ${(performance.now() - checkedAt).toFixed(0)} ms\n`,
  )
  const [row] = await t.owner<{ count: string; numbers: string }>(
    'select count(*), count(distinct number) as numbers from bill where company_id = $1',
    [user.companyId],
  )
  expect(row).toEqual({ count: String(importMaxBills), numbers: String(importMaxBills) })
}, 120_000)
