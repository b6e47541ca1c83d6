import AxeBuilder from '@axe-core/playwright'
import { expect, test, tokenOf } from '../lib/fixtures.ts'

test.describe('home', () => {
  test('work first, each card leading to its list; then collected, due and fees per currency, by range and as a table', {
    tag: '@gate',
  }, async ({ page, signInAs }) => {
    await signInAs('admin')
    await page.goto('/welcome')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('周敏')
    const queue = page.getByRole('region', { name: '待办' })
    const overdue = queue.getByRole('link', { name: /逾期账单/ })
    await expect(overdue).toHaveAttribute('href', '/payPalBill/list?tab=overdue')
    const figures = page.getByRole('region', { name: '收款概况' })
    for (const currency of ['USD', 'EUR', 'GBP', 'JPY'])
      await expect(figures.getByRole('button', { name: new RegExp(`^${currency}`) })).toBeVisible()
    await expect(
      queue.getByText(/数据截至 \d{4}-\d\d-\d\d \d\d:\d\d（Asia\/Shanghai）/),
    ).toBeVisible()

    await figures.getByRole('radio', { name: '本月' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/range=year/)
    await figures.getByRole('button', { name: /^EUR/ }).click()
    await expect(page).toHaveURL(/currency=EUR/)
    const trend = figures.getByRole('region', { name: 'EUR 收款趋势' })
    await trend.getByText('以表格查看').click()
    await expect(trend.getByRole('columnheader', { name: '手续费' })).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id }) => id),
    ).toEqual([])

    await overdue.click()
    await expect(page.getByRole('tab', { name: /逾期/ })).toHaveAttribute('aria-selected', 'true')
  })

  test('a sign-in from a new device appears as a notice, made by a worker, without a reload', async ({
    baseURL,
    page,
    signInAs,
  }) => {
    await signInAs('zhaomin')
    await page.goto('/welcome')
    await expect(page.getByRole('region', { name: '通知' })).toBeVisible()
    await tokenOf(baseURL as string, 'zhaomin', { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605' })
    await expect(page.getByText(/Safari · iOS/).first()).toBeVisible({ timeout: 20_000 })
  })
})
