import { readFileSync } from 'node:fs'
import { Zip } from '../../../apps/api/src/lib/file/unzip.ts'
import { act, makeBill, makeCustomer } from '../lib/billing.ts'
import { expect, type Page, test } from '../lib/fixtures.ts'
import { openAs, tokenFor } from '../lib/stories.ts'

const dialog = (page: Page) => page.getByRole('dialog')

test('the bills of one customer leave as a sheet, and the customer’s month as a PDF', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(60_000)
  const token = await tokenFor('zd-admin')
  const [one, other] = [await makeCustomer(token), await makeCustomer(token)]
  const [first, second, elsewhere] = [
    await makeBill(token, one.id, '=HYPERLINK("http://x")', 123_450),
    await makeBill(token, one.id, '壁灯'),
    await makeBill(token, other.id, '别人的'),
  ]
  await openAs(page, 'zd-admin', `/payPalBill/list?customerId=${one.id}`)
  await expect(page.getByRole('link', { name: second.number })).toBeVisible({ timeout: 30_000 })
  const sheetComes = page.waitForEvent('download')
  await page.getByRole('button', { name: /导\s*出/ }).click()
  await page.getByRole('menuitem', { name: 'XLSX' }).click()
  const sheetFile = await sheetComes
  expect(sheetFile.suggestedFilename()).toMatch(/^.+-.*账单.*-20\d\d-\d\d-\d\d\.xlsx$/)
  const sheet = await new Zip(readFileSync(await sheetFile.path()), 5_000_000).text(
    'xl/worksheets/sheet1.xml',
  )
  for (const text of [first.number, second.number, '1234.50', '草稿', '账单号'])
    expect(sheet).toContain(text)
  expect(sheet).not.toContain(elsewhere.number)
  expect(sheet).not.toContain('<f>')

  await page.goto(`/payPalBill/customer/${one.id}`)
  await page.getByRole('button', { name: '月度对账单' }).click()
  await expect(dialog(page).getByText(`月度对账单：${one.name}`)).toBeVisible()
  const pdfComes = page.waitForEvent('download')
  await dialog(page)
    .getByRole('button', { name: /下\s*载/ })
    .click()
  const pdfFile = await pdfComes
  expect(pdfFile.suggestedFilename()).toMatch(new RegExp(`-${one.name}-20\\d\\d-\\d\\d\\.pdf$`))
  const pdf = readFileSync(await pdfFile.path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  // The page's text is stored as glyphs, but the document's title is stored as text.
  expect(pdf.includes(Buffer.from(one.name, 'utf16le').swap16())).toBe(true)
  await expect(dialog(page)).toBeHidden()

  await page.goto(`/payPalBill/list/${first.id}`)
  const billComes = page.waitForEvent('download')
  await act(page, '下载 PDF')
  const billFile = await billComes
  expect(billFile.suggestedFilename()).toMatch(new RegExp(`-${first.number}\\.pdf$`))
  expect(
    readFileSync(await billFile.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

for (const [locale, button, words] of [
  ['zh-CN', /导\s*出/, '系统正忙：您同时操作较多，请 20 秒后再试'],
  ['en-US', 'Export', 'You have too many actions in progress. Try again in 20 s'],
] as const)
  test(`who has too much under way is told when to come back (${locale})`, async ({
    page,
    allow,
  }) => {
    allow(/429/)
    const token = await tokenFor('zd-admin')
    const customer = await makeCustomer(token)
    await makeBill(token, customer.id, '台灯')
    await openAs(page, 'zd-admin', `/payPalBill/list?customerId=${customer.id}`, locale)
    // The API's own answer, kept from passing: how many calls a story must send for a real one
    // depends on the machine.
    const refused = {
      success: false,
      data: { seconds: 20 },
      errorCode: 'limit.busy',
      errorMessage: words,
      showType: 1,
    }
    let asked = 0
    await page.route('**/api/export/payPalBill*', (route) => {
      asked++
      return route.fulfill({ status: 429, headers: { 'retry-after': '20' }, json: refused })
    })
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await expect(page.getByText(words)).toBeVisible()
    // Twenty seconds are too long to wait behind somebody's back, so it is asked once.
    expect(asked).toBe(1)
  })
