import { expect, test } from '../lib/fixtures.ts'

test.describe('bill list (row key id, from page 1)', () => {
  test('shows rows of the company, newest first, with money in its own currency', async ({
    page,
    signInAs,
  }) => {
    await signInAs('finance')
    await page.goto('/finance/payPalBill')
    const rows = page.locator('tbody tr[data-row-key]')
    await expect(rows).toHaveCount(20)
    expect(await rows.first().getAttribute('data-row-key')).toMatch(/^[0-9a-f-]{36}$/)
    await expect(page.getByText('共 64 条')).toBeVisible()
    await expect(rows.nth(2)).toContainText('JP¥248,200')
    await expect(page.getByText('1–20')).toBeVisible()
  })

  test('page and filter live in the URL: reload, back and a shared link show the same', {
    tag: '@gate',
  }, async ({ page, signInAs }) => {
    await signInAs('admin')
    await page.goto('/payPalBill/list')
    const rows = page.locator('tbody tr[data-row-key]')
    const newest = (await rows.first().getAttribute('data-row-key')) as string
    await page.getByRole('button', { name: '下一页' }).click()
    await expect(page.getByText('21–40')).toBeVisible()
    // Where the third page begins is known with the rows of the second.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await page.getByRole('button', { name: '下一页' }).click()
    await expect(page).toHaveURL(/current=3/)
    await expect(page.getByText('41–60')).toBeVisible()
    const third = page.url()
    await expect(rows.first()).not.toHaveAttribute('data-row-key', newest)
    // The rows of the page before are in view until the answer is there.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const first = await rows.first().getAttribute('data-row-key')
    await page.reload()
    await expect(page.locator('tbody tr[data-row-key]').first()).toHaveAttribute(
      'data-row-key',
      first as string,
    )
    await page.getByRole('button', { name: '筛选' }).click()
    await page.getByRole('menuitem', { name: '状态' }).click()
    await page.getByRole('textbox', { name: '输入以搜索' }).fill('已付')
    await page.getByRole('option', { name: '已付款' }).click()
    await expect(page).toHaveURL('/payPalBill/list?status=paid')
    await expect(page.getByRole('button', { name: '状态 已付款' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(third)
    await page.getByRole('button', { name: '上一页' }).click()
    await expect(page.getByText('21–40')).toBeVisible()
  })

  test('an operator sees their own and their team’s bills, not another team’s', {
    tag: '@gate',
  }, async ({ page, signInAs }) => {
    await signInAs('wangfang')
    await page.goto('/payPalBill/list?pageSize=100')
    await expect(page.getByText('共 43 条')).toBeVisible()
    await expect(page.getByRole('cell', { name: '李雷' }).first()).toBeVisible()
    await expect(page.getByRole('cell', { name: '赵敏' })).toHaveCount(0)
  })

  test('another company sees none of it', async ({ page, signInAs }) => {
    await signInAs('harbor-admin')
    await page.goto('/payPalBill/list?pageSize=100')
    await expect(page.getByText('共 12 条')).toBeVisible()
    await expect(page.getByText(/^CX-/)).toHaveCount(0)
  })

  test('an empty result says what to do next', async ({ page, signInAs }) => {
    await signInAs('wangfang')
    await page.goto('/payPalBill/list?status=writtenOff')
    await expect(page.getByText('没有“坏账核销”状态的账单')).toBeVisible()
    await page.getByRole('button', { name: '清除筛选' }).last().click()
    await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(20)
  })

  test('a list that cannot be loaded offers to try again', { tag: '@gate' }, async ({
    page,
    signInAs,
    allow,
  }) => {
    await signInAs('admin')
    await page.goto('/welcome')
    await expect(page.getByRole('banner')).toBeVisible()
    await page.getByRole('menuitem', { name: '账单管理' }).hover()
    allow(/ERR_FAILED/)
    await page.route('**/api/payPalBill*', (route) => route.abort())
    await page.getByRole('link', { name: '账单列表' }).click()
    await expect(page.getByText('列表加载失败')).toBeVisible()
    await expect(page.getByText('服务器无响应，请重试。')).toBeVisible()
    await page.unroute('**/api/payPalBill*')
    await page.getByRole('button', { name: /重\s*试/ }).click()
    await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(20)
  })
})
