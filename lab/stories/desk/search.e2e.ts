import AxeBuilder from '@axe-core/playwright'
import { makeBill, makeCustomer, unique } from '../lib/billing.ts'
import { expect, type Page, test } from '../lib/fixtures.ts'
import { openAs, tokenFor } from '../lib/stories.ts'

const palette = (page: Page) =>
  page.getByRole('dialog', { name: '搜索账单、客户、交易，或前往页面' })
const field = (page: Page) =>
  page.getByRole('combobox', { name: '搜索账单、客户、交易，或前往页面' })
const chosen = (page: Page) => palette(page).locator('[role=option][aria-selected=true]')

test('Ctrl+K finds a bill, a page and an action from anywhere, by keyboard alone', {
  tag: '@gate',
}, async ({ page, context }) => {
  const token = await tokenFor('zd-admin')
  const customer = await makeCustomer(token)
  const bill = await makeBill(token, customer.id, unique('搜索得到'))
  await openAs(page, 'zd-admin', '/admin/settings')
  await expect(page.getByRole('button', { name: '搜索' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  // The number is pasted and Enter pressed at once: the palette waits for the answer instead of
  // opening the entry shown before.
  await field(page).fill(bill.number)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/finance/payPalBill/${bill.id}`)
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(bill.number)

  // The record that was opened last stands first; the customer's part of an address finds
  // bill and customer.
  await page.keyboard.press('Control+k')
  await expect(chosen(page)).toContainText(bill.number)
  await field(page).pressSequentially(customer.name.toLowerCase().slice(-8))
  await expect(
    palette(page).getByRole('group', { name: '账单' }).getByRole('option'),
  ).toContainText([bill.number])
  const found = palette(page)
    .getByRole('group', { name: '客户' })
    .getByRole('option', { name: customer.name })
  await expect(found).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual(
    [],
  )
  while ((await found.getAttribute('aria-selected')) !== 'true')
    await page.keyboard.press('ArrowDown')
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  await expect(await opened).toHaveURL(`/payPalBill/customer/${customer.id}`)

  await field(page).fill('审计')
  await expect(chosen(page)).toHaveText(/审计日志/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/auditLog')
  await expect(palette(page)).toBeHidden()

  await page.keyboard.press('Control+k')
  await field(page).fill('导入')
  await expect(chosen(page)).toHaveText('导入账单')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /导入/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL('/payPalBill/list')

  await page.keyboard.press('Control+k')
  await field(page).fill('没有这样的东西 999')
  await expect(palette(page).getByRole('status')).toContainText('没有找到“没有这样的东西 999”')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()

  await page.keyboard.press('Control+k')
  await field(page).fill('English')
  await expect(chosen(page)).toHaveText('切换语言：English')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
})

test('keys of a list lead to the keyword, from row to row and to a new bill, but not below a dialog or while typing', async ({
  page,
  signInAs,
}) => {
  await signInAs('wangfang')
  await page.goto('/payPalBill/list')
  const rows = page.locator('tbody tr[data-row-key]')
  await expect(rows.nth(1)).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: '快捷键' })
  await expect(keys).toBeVisible()
  // Nothing happens below a dialog.
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await expect(page).toHaveURL('/payPalBill/list')

  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  const link = rows.nth(1).getByRole('link').first()
  await expect(link).toBeFocused()
  const number = await link.textContent()
  await page.keyboard.press('Enter')
  // The bill opens beside its list; the keys go to the next one there, to a page of its own, and
  // back to the list.
  const panel = page.getByRole('heading', { level: 2 }).first()
  await expect(panel).toContainText(number ?? '-')
  await expect(page).toHaveTitle(new RegExp(number ?? '-'))
  const third = await rows.nth(2).getByRole('link').first().textContent()
  await page.keyboard.press('ArrowDown')
  await expect(panel).toContainText(third ?? '-')
  await page.keyboard.press('k')
  await expect(panel).toContainText(number ?? '-')
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number ?? '-')
  await page.goBack()
  await expect(panel).toContainText(number ?? '-')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/payPalBill/list')
  await expect(link).toBeFocused()
  await page.keyboard.press('/')
  const keyword = page.getByRole('textbox', { name: '搜索' })
  await expect(keyword).toBeFocused()
  await page.keyboard.type('n/?')
  await expect(keyword).toHaveValue('n/?')
  await keyword.blur()
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/payPalBill/list/new')
})
