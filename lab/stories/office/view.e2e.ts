import AxeBuilder from '@axe-core/playwright'
import { makeBill, makeCustomer, unique } from '../lib/billing.ts'
import { expect, type Page, test } from '../lib/fixtures.ts'
import { openAs, tokenFor } from '../lib/stories.ts'

const heads = (page: Page) => page.locator('thead th:not(:has(input))')
const chooseIn = async (page: Page, item: string | RegExp) => {
  await page.getByRole('button', { name: /^视图/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a view keeps filters and columns, is shared with the company, opens the list, and is deleted', async ({
  page,
  browser,
}) => {
  const admin = await tokenFor('zd-admin')
  await makeBill(admin, (await makeCustomer(admin)).id, unique('视图'))
  const name = unique('美元草稿')
  await openAs(page, 'zd-finance', '/finance/payPalBill?tab=draft&currency=USD')
  await expect(page.locator('tbody tr[data-row-key]').first()).toBeVisible()

  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('checkbox', { name: '标题' }).click()
  await expect(page.getByRole('checkbox', { name: '标题' })).not.toBeChecked()
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: '上移 状态' }).click()
  await page.keyboard.press('Escape')
  await expect(heads(page)).toHaveText([
    '状态',
    '账单号',
    '客户',
    /^账单金额/,
    '待收金额',
    /^到期日/,
    '业务员',
    'PayPal账户',
    '操作',
  ])

  await chooseIn(page, '将当前筛选存为视图')
  const dialog = page.getByRole('dialog', { name: '将当前筛选存为视图' })
  await dialog.getByLabel('视图名称').fill(name)
  await dialog.getByLabel('与公司同事共享').check()
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual(
    [],
  )
  // Ctrl+Enter does what the button does.
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `视图：${name}` })).toBeVisible()
  await chooseIn(page, `打开列表时使用“${name}”`)
  await page.getByRole('button', { name: '清除筛选' }).first().click()
  await expect(page.getByRole('button', { name: '视图', exact: true })).toBeVisible()

  // Entering the list again opens it with the view; the columns stayed as they were.
  await page.goto('/welcome')
  await page.goto('/finance/payPalBill')
  await expect(page).toHaveURL('/finance/payPalBill?currency=USD&tab=draft')
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  await expect(heads(page).nth(3)).toHaveText(/^账单金额/)
  // All bills can still be reached.
  await page.getByRole('tab', { name: /全部/ }).click()
  await expect(page).toHaveURL('/finance/payPalBill?currency=USD')
  // Who returns to a cleared list finds it cleared.
  await page.getByRole('button', { name: '清除筛选' }).first().click()
  await expect(page).toHaveURL('/finance/payPalBill')
  await page.goto('/welcome')
  await page.goBack()
  await expect(page.locator('tbody tr[data-row-key]').first()).toBeVisible()
  await expect(page).toHaveURL('/finance/payPalBill')

  const other = await (await browser.newContext()).newPage()
  await openAs(other, 'zd-admin', '/payPalBill/list')
  // A view is a tab beside those of the statuses.
  await other.getByRole('tab', { name }).click()
  await expect(other).toHaveURL('/payPalBill/list?currency=USD&tab=draft')
  await expect(heads(other).nth(3)).toHaveText(/^账单金额/)
  await other.getByRole('button', { name: '列设置' }).click()
  await other.getByRole('button', { name: '恢复默认' }).click()
  await expect(heads(other).nth(2)).toHaveText('标题')
  await other.context().close()

  await chooseIn(page, new RegExp(`^${name}`))
  await chooseIn(page, `删除视图“${name}”`)
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.goto('/finance/payPalBill')
  await expect(page.locator('tbody tr[data-row-key]').first()).toBeVisible()
  await expect(page).toHaveURL('/finance/payPalBill')
})
