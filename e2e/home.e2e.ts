import { expect, test, tokenOf } from './fixtures.ts'

test.describe('home', () => {
  test('shows what is outstanding per currency, when that was, and the last sign-in', async ({ page, signInAs }) => {
    await signInAs('admin')
    await page.goto('/welcome')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('周敏')
    await expect(page.getByText('晨星跨境').first()).toBeVisible()
    for (const currency of ['USD', 'EUR', 'GBP', 'JPY']) await expect(page.getByText(currency, { exact: true })).toBeVisible()
    await expect(page.getByText(/数据截至 \d{4}-\d\d-\d\d \d\d:\d\d（Asia\/Shanghai）/)).toBeVisible()
  })

  test('a sign-in from a new device appears as a notice, made by a worker', async ({ baseURL, page, signInAs }) => {
    await signInAs('zhaomin')
    await page.goto('/welcome')
    await expect(page.getByRole('banner')).toBeVisible()
    await tokenOf(baseURL as string, 'zhaomin', { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605' })
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(/Safari · iOS/)).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 20_000 })
  })
})
