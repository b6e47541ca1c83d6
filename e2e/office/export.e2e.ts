import { readFileSync } from 'node:fs'
import { Zip } from '../../apps/api/src/lib/file/unzip.ts'
import { makeBill, makeCustomer } from '../lib/billing.ts'
import { expect, type Page, test } from '../lib/fixtures.ts'
import { openAs, tokenFor } from '../lib/stories.ts'

const dialog = (page: Page) => page.getByRole('dialog')

test('the bills of one customer leave as a sheet, and the customer’s month as a PDF', async ({ page }) => {
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
  expect(sheetFile.suggestedFilename()).toMatch(/\.xlsx$/)
  const sheet = await new Zip(readFileSync(await sheetFile.path()), 5_000_000).text('xl/worksheets/sheet1.xml')
  for (const text of [first.number, second.number, '1234.50', '草稿', '账单号']) expect(sheet).toContain(text)
  expect(sheet).not.toContain(elsewhere.number)
  expect(sheet).not.toContain('<f>')

  await page.goto(`/payPalBill/customer/${one.id}`)
  await page.getByRole('button', { name: '月结单' }).click()
  await expect(dialog(page).getByText(`月结单：${one.name}`)).toBeVisible()
  const pdfComes = page.waitForEvent('download')
  await dialog(page)
    .getByRole('button', { name: /下\s*载/ })
    .click()
  const pdfFile = await pdfComes
  expect(pdfFile.suggestedFilename()).toMatch(new RegExp(`^${one.name} 20\\d\\d-\\d\\d\\.pdf$`))
  const pdf = readFileSync(await pdfFile.path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  // The page's text is stored as glyphs, but the document's title is stored as text.
  expect(pdf.includes(Buffer.from(one.name, 'utf16le').swap16())).toBe(true)
  await expect(dialog(page)).toBeHidden()
})
