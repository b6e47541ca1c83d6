import { expect, type Page, test } from '../lib/fixtures.ts'
import { openInOwnCompany, rowsLoaded } from '../lib/ownCompany.ts'
import { api, openAs } from '../lib/stories.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) =>
  page.locator('tbody tr[data-row-key]').filter({ hasText: text })
const save = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: /保\s*存/ })
    .click()
type Made = { id: string; version: number }

test('a customer is made, edited with someone else’s change in between, given an alias, and merged', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(120_000)
  const { token, people } = await openInOwnCompany(page, '/payPalBill/customer')
  const { lead } = await people()
  await page.goto('/payPalBill/customer')
  await expect(page.getByText('还没有客户')).toBeVisible({ timeout: 30_000 })

  await page.getByRole('button', { name: '新建客户' }).click()
  await dialog(page).getByLabel('客户名称').fill('Nordlys AS')
  await dialog(page).getByLabel('账单邮箱').fill('ap@nordlys')
  await dialog(page).getByRole('button', { name: '新建客户' }).click()
  await expect(dialog(page).getByText('邮箱格式不正确')).toBeVisible()
  await expect(dialog(page).getByText('请选择业务员')).toBeVisible()
  await dialog(page).getByLabel('账单邮箱').fill('ap@nordlys.example')
  await dialog(page).getByLabel('业务员').fill('组长')
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('国家/地区').fill('挪威')
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('标签').fill('重点')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: '新建客户' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nordlys AS' })).toBeVisible()
  await expect(page).toHaveURL(/\/payPalBill\/customer\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1) as string
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('还没有开出账单')).toBeVisible()

  // Someone else changes the phone and gives another customer the alias that is about
  // to be typed here.
  await page.getByRole('button', { name: /编\s*辑/ }).click()
  await dialog(page).getByLabel('付款邮箱').fill('pay@nordlys.example')
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('公司名称').fill('北极光')
  await api('PATCH', `/api/customer/${id}`, { token, body: { phone: '+4722000000', version: 1 } })
  const other = await api<Made>('POST', '/api/customer', {
    token,
    body: {
      name: 'Nordlys Duplicate',
      email: 'old@nordlys.example',
      payerEmails: ['pay@nordlys.example'],
      ownerId: lead,
    },
  })
  await save(page)
  await expect(dialog(page).getByText('保存前，他人已修改该内容')).toBeVisible()
  await expect(dialog(page).getByText('+4722000000')).toBeVisible()
  await dialog(page).getByRole('button', { name: '在最新内容上保留我的修改' }).click()
  await save(page)
  await expect(
    dialog(page).getByText('邮箱 pay@nordlys.example 已属于客户“Nordlys Duplicate”'),
  ).toBeVisible()
  await dialog(page).getByLabel('付款邮箱').press('Backspace')
  await save(page)
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('北极光')).toBeVisible()
  await expect(page.getByText('+4722000000')).toBeVisible()

  // The other one turns out to be the same customer: its page says what will move, and the kept
  // customer then has it.
  await page.goto(`/payPalBill/customer/${other.body.data.id}`)
  await page.getByRole('button', { name: '合并到…' }).click()
  await expect(dialog(page).getByRole('button', { name: /合\s*并/ })).toBeDisabled()
  await dialog(page).getByLabel('保留的客户').fill('北极')
  await page.locator('.ant-select-item-option', { hasText: 'Nordlys AS' }).click()
  await expect(dialog(page)).toContainText(
    '付款邮箱转到“Nordlys AS”：old@nordlys.example、pay@nordlys.example',
  )
  await expect(dialog(page)).toContainText('且不能撤销')
  await dialog(page)
    .getByRole('button', { name: /合\s*并/ })
    .click()
  await expect(page).toHaveURL(`/payPalBill/customer/${id}`)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Nordlys AS', exact: true }),
  ).toBeVisible()
  await expect(page.getByText('old@nordlys.example', { exact: true })).toBeVisible()
  await page.goto(`/payPalBill/customer/${other.body.data.id}`)
  await expect(page.getByText('该客户已合并到')).toBeVisible()
  await expect(page.getByRole('button', { name: '合并到…' })).toHaveCount(0)

  // Customers are found by any part of name, alias or tag; the merged one is gone.
  await page.goto('/payPalBill/customer')
  await page.getByLabel('搜索').fill('pay@nord')
  await expect(page).toHaveURL('/payPalBill/customer?keyword=pay%40nord')
  await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(1)
  await row(page, 'Nordlys AS').getByRole('button', { name: '重点' }).click()
  await expect(page).toHaveURL(/tag=/)
  await expect(row(page, 'Nordlys AS')).toBeVisible()
})

test('the list shows what each was billed, paid and owes, one line per currency', async ({
  page,
}) => {
  // By itself: a customer whom another story makes or merges moves the rows of the whole list, also
  // between pressing a link and letting go.
  await openAs(page, 'admin', '/payPalBill/customer?keyword=blueharbor')
  await rowsLoaded(page)
  const line = row(page, 'Blue Harbor Trading LLC')
  await expect(line).toContainText('US$')
  await expect(line).toContainText('€')
  await line.getByRole('link').click()
  await expect(
    page.getByRole('list', { name: '往来金额' }).getByRole('listitem').first(),
  ).toContainText('账单金额')
})

test('the page of a customer that does not exist says so', async ({ page }) => {
  await openAs(page, 'admin', '/payPalBill/customer/01900000-0000-7000-8000-000000000000')
  await expect(page.getByText('客户不存在，或您无权查看').first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: '返回客户列表' }).click()
  await rowsLoaded(page)
})
