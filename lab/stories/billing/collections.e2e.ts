import type { Page } from '@playwright/test'
import { serious } from '../lib/axe.ts'
import { accountConnected, makeBill, makeCustomer, sendBill, unique } from '../lib/billing.ts'
import { makeOverdue } from '../lib/database.ts'
import { expect, picture, test } from '../lib/fixtures.ts'
import { api, openAs } from '../lib/stories.ts'

test.beforeAll(accountConnected)

const rows = (page: Page) => page.locator('tbody tr[data-row-key]')

test('home’s figures are the lists behind them; the ten oldest are collected with three keys', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const token = await openAs(page, 'zd-ops', '/welcome')
  const customer = await makeCustomer(token)
  const title = unique('催收')
  const ages = [3, 7, 8, 30, 31, 60, 61, 90, 120, 200, 300]
  const bills: { id: string; days: number }[] = []
  for (const [index, days] of ages.entries()) {
    const { id } = await sendBill(
      token,
      await makeBill(token, customer.id, title, 1000 + index, { currency: 'EUR' }),
    )
    bills.push({ id, days })
  }
  // PayPal's events about the sending are still looked at, and bring the invoice's own day back.
  const overdueAfter = async (ms: number) => {
    for (const { id, days } of bills) await makeOverdue(id, days)
    await new Promise((resolve) => setTimeout(resolve, ms))
    return (
      await api<{ total: number }>('GET', '/api/payPalBill?tab=overdue&currency=EUR', { token })
    ).body.data.total
  }
  await expect.poll(() => overdueAfter(4000), { timeout: 90_000 }).toBe(ages.length)

  await page.goto('/welcome')
  const table = page.getByRole('region', { name: '逾期账款' }).getByRole('table')
  const line = table.getByRole('row').filter({ hasText: 'EUR' })
  await expect(line.getByRole('cell')).toHaveCount(4, { timeout: 40_000 })
  const cells = line.getByRole('cell').getByRole('link')
  await expect(cells).toHaveCount(4)
  const figures = await cells.evaluateAll((links) =>
    links.map((link) => ({ href: link.getAttribute('href') ?? '', text: link.textContent ?? '' })),
  )
  expect(figures.map(({ text }) => text)).toEqual([
    '€20.01 2 张',
    '€20.05 2 张',
    '€20.09 2 张',
    '€50.40 5 张',
  ])
  for (const { href, text } of figures) {
    await page.goto(href)
    const [count] = /\d+(?= 张)/.exec(text) ?? []
    await expect(page.getByText(`共 ${count} 条`)).toBeVisible({ timeout: 40_000 })
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await expect(page.getByRole('region', { name: '已选账单' })).toContainText(
      `待收金额 ${text.split(' 张')[0]?.replace(/ \d+$/, '')}`,
    )
  }

  await page.goto(`/payPalBill/list?tab=overdue&currency=EUR`)
  await expect(rows(page)).toHaveCount(ages.length, { timeout: 40_000 })
  await expect(rows(page).first()).toContainText('逾期 300 天')
  await expect(rows(page).first()).toContainText('发送首次催款')
  await expect(page.getByRole('region', { name: '催收' })).toBeVisible()
  expect(await serious(page)).toEqual([])
  await page.keyboard.press('t')
  await expect(page.getByRole('region', { name: '已选账单' })).toContainText('已选 10 张')
  await picture(page, 'collect')
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog').getByText('为 10 张账单催款')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('已完成 10 张，未成功 0 张，未处理 0 张')).toBeVisible({
    timeout: 90_000,
  })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})
