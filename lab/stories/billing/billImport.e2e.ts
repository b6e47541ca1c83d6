import { expect, type Page, test } from '../lib/fixtures.ts'
import { openAs, storyUser } from '../lib/stories.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const choose = (page: Page, name: string, text: string) =>
  dialog(page)
    .getByLabel('账单文件')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`) })
const header = '账单分组,客户名称,客户邮箱,标题,币种,商品名称,数量,单价'

test('bills come from a file: errors by row before anything is written, then a preview, then drafts', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(90_000)
  await openAs(page, storyUser('profile'), '/payPalBill/list')
  await page.getByRole('button', { name: /导\s*入/ }).click({ timeout: 30_000 })
  await expect(dialog(page)).toContainText('不会发送给客户')
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: '下载模板' }).click()
  expect((await download).suggestedFilename()).toBe('账单导入模板.csv')

  await choose(
    page,
    '坏.csv',
    `${header}\nA,导入客户,import@buyer.example,样品,USD,灯,2,abc\n,,,,XYZ,灯,1,5`,
  )
  await expect(dialog(page).getByText('发现 3 处错误')).toBeVisible()
  const errors = dialog(page).locator('tbody tr[data-row-key]')
  await expect(errors.first()).toContainText('2')
  await expect(errors.first()).toContainText('单价')
  await expect(errors.first()).toContainText('金额不正确')
  await expect(dialog(page).getByRole('button', { name: /导入 \d+ 张草稿/ })).toBeDisabled()

  await choose(
    page,
    '好.csv',
    `${header}\nA,导入客户,import@buyer.example,样品,USD,灯,2,10.50\nA,,,,,线,1,4\n,导入客户,import@buyer.example,运费,JPY,空运,1,2400`,
  )
  await expect(dialog(page).getByText('“好.csv”共 3 行，将生成 2 张草稿账单。')).toBeVisible()
  await expect(dialog(page)).toContainText('将新建 1 位客户：导入客户')
  await expect(dialog(page).getByRole('list', { name: '账单金额合计' })).toContainText('US$25.00')
  await expect(dialog(page).getByRole('list', { name: '账单金额合计' })).toContainText('JP¥2,400')
  await dialog(page).getByRole('button', { name: '导入 2 张草稿' }).click()
  await expect(dialog(page).getByText('已导入 2 张草稿账单')).toBeVisible()
  await dialog(page).getByRole('link', { name: '查看草稿' }).click()
  await expect(page).toHaveURL('/payPalBill/list?tab=draft')
  await expect(page.locator('tbody tr[data-row-key]').filter({ hasText: '导入客户' })).toHaveCount(
    2,
  )
})
