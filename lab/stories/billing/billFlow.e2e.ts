import { serious } from '../lib/axe.ts'
import {
  accountConnected,
  act,
  makeBill,
  makeCustomer,
  readBill,
  sendBill,
  sim,
  statusOf,
  unique,
} from '../lib/billing.ts'
import { expect, test } from '../lib/fixtures.ts'
import { api, openAs, signInByForm } from '../lib/stories.ts'

test.beforeAll(accountConnected)

test('a bill from a new customer to the last cent: made, sent, paid in two parts, and watched without touching the page', {
  tag: '@gate',
}, async ({ page, browser, context }) => {
  test.setTimeout(240_000)
  await signInByForm(page, 'zd-ops')
  await expect(page.getByRole('banner')).toBeVisible({ timeout: 40_000 })
  await page.goto('/payPalBill/list')
  await page.getByRole('button', { name: '新建账单' }).click()

  const name = unique('Nordic Light')
  const customer = page.getByLabel('客户', { exact: true })
  await customer.fill(name)
  // By keyboard alone: a new customer is the last of the list, and the list does not stay
  // over the dialog.
  const offered = page.locator('.ant-select-item-option').filter({ hasText: `新建客户“${name}”` })
  await expect(offered).toBeVisible()
  await customer.press('Enter')
  await expect(offered).toBeHidden()
  await expect(page.getByRole('dialog').getByLabel('客户名称')).toHaveValue(name)
  await page.getByRole('dialog').getByLabel('邮箱').fill('buyer@nordic.example')
  await page.getByRole('dialog').getByRole('button', { name: '创建' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel('标题').fill('PO-118 户外灯具')
  await page.getByLabel('第 1 行，商品').fill('LED 壁灯')
  await page.getByLabel('第 1 行，数量').fill('12')
  await page.getByLabel('第 1 行，单价').fill('128.50')
  await page.getByLabel('第 1 行，税率').fill('7.5')
  await page.getByLabel('第 1 行，折扣').fill('10%')
  // The keyboard leads from the last cell to a new line.
  await page.getByLabel('第 1 行，折扣').press('Enter')
  await expect(page.getByLabel('第 2 行，商品')).toBeFocused()
  await page.keyboard.type('安装支架')
  await page.getByLabel('第 2 行，单价').fill('20')
  await page.getByLabel('整单折扣').fill('5')
  await page.getByLabel('运费', { exact: true }).fill('35')
  await page.getByRole('switch').click()
  const sheet = page.getByRole('complementary', { name: '客户看到的账单' })
  await expect(sheet.getByText('US$1,541.52')).toBeVisible()
  await expect(sheet.getByText('buyer@nordic.example')).toBeVisible()
  expect(await serious(page)).toEqual([])
  await page.getByRole('button', { name: '保存并发送' }).click()

  await page.getByRole('dialog').getByRole('button', { name: '发送', exact: true }).click()
  await expect(page.getByRole('dialog').getByText(/已发出/)).toBeVisible()
  expect(await serious(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(statusOf(page)).toHaveText('待付款')
  const url = page.url()
  const number = (await page.getByRole('heading', { level: 1 }).textContent())?.replace(
    '账单 ',
    '',
  ) as string

  const buyer = await context.newPage()
  await buyer.goto(
    (await page.getByRole('link', { name: /invoice\/p/ }).getAttribute('href')) as string,
  )
  await expect(buyer.getByText(number)).toBeVisible()
  await buyer.locator('#amount').fill('770.76')
  await buyer.getByRole('button', { name: /^(付款|Pay)$/ }).click()
  await expect(statusOf(page)).toHaveText('部分付款')
  await expect(page.getByText('收到付款 US$770.76')).toBeVisible()
  await buyer.locator('#amount').waitFor()
  await buyer.getByRole('button', { name: /^(付款|Pay)$/ }).click()
  await expect(statusOf(page)).toHaveText('已付款')
  // PayPal reports the fee apart from the payment: 2 × (3.49 % + 0.49).
  await expect(page.getByRole('region', { name: '金额' }).getByText('US$54.78')).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('region', { name: '金额' }).getByText('US$1,486.74')).toBeVisible()
  await expect(page.getByText('客户查看账单')).toBeVisible()

  const outsider = await (await browser.newContext()).newPage()
  await openAs(outsider, 'zd-other', '/payPalBill/list')
  await expect(outsider.getByRole('heading', { name: '账单列表' })).toBeVisible({ timeout: 40_000 })
  await expect(outsider.getByText(number)).toHaveCount(0)
  await outsider.goto(new URL(url).pathname)
  await expect(outsider.getByText('账单不存在，或您没有查看权限。')).toBeVisible({
    timeout: 40_000,
  })

  const finance = await (await browser.newContext()).newPage()
  await openAs(finance, 'zd-finance', `/finance/payPalBill?keyword=${encodeURIComponent(number)}`)
  await finance.getByRole('link', { name: number }).click({ timeout: 40_000 })
  await expect(finance).toHaveURL(/\/finance\/payPalBill\/[0-9a-f-]{36}\?keyword=/)
  await expect(statusOf(finance)).toHaveText('已付款')
})

test('two people edit one bill: the second sees what the first changed and decides; leaving with changes asks first', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(120_000)
  const token = await openAs(page, 'zd-lead', '/payPalBill/list')
  const bill = await makeBill(token, (await makeCustomer(token)).id, unique('冲突'))
  await page.goto(`/payPalBill/list/${bill.id}/edit`)
  await page.getByLabel('标题').fill('我改的标题', { timeout: 40_000 })
  await page.getByLabel('给客户的备注').fill('我写的备注')
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await expect(page.getByText('离开后，未保存的修改将丢失。')).toBeVisible()
  await page.getByRole('button', { name: '继续编辑' }).click()

  const { id, ...before } = await readBill(token, bill.id)
  const { customerId, currency, items, term } = before as never as Record<string, unknown>
  const body = { customerId, currency, items, term, title: '组长改的标题', version: before.version }
  expect((await api('PATCH', `/api/payPalBill/${id}`, { token, body })).status).toBe(200)
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByText('保存前，他人已修改该内容')).toBeVisible()
  await expect(page.getByText('组长改的标题')).toBeVisible()
  await page.getByRole('button', { name: '在最新内容上保留我的修改' }).click()
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(page).toHaveURL(`/payPalBill/list/${id}`)
  await expect(page.getByRole('heading', { name: '我改的标题' })).toBeVisible()
  await expect(page.getByText('我写的备注')).toBeVisible()
})

test('the editor says what is missing, and counts yen without decimals', async ({ page }) => {
  await openAs(page, 'zd-ops', '/payPalBill/list/new')
  await page.getByRole('button', { name: '保存草稿' }).click({ timeout: 40_000 })
  for (const message of ['请选择客户', '请输入商品名称', '请输入正确的 USD 金额'])
    await expect(page.getByText(message)).toBeVisible()
  await page.getByLabel('第 1 行，单价').fill('１，２００．５０')
  await expect(page.getByRole('complementary').getByText('US$1,200.50').first()).toBeVisible()
  await page.getByLabel('币种').click()
  await page.locator('.ant-select-item-option[title="JPY"]').click()
  await expect(page.getByText('请输入正确的 JPY 金额')).toBeVisible()
  await page.getByLabel('第 1 行，单价').fill('1200')
  await expect(page.getByRole('complementary').getByText('JP¥1,200').first()).toBeVisible()
})

test('on the bill’s page: remind, record a payment, note, write off, duplicate; a refusal of PayPal’s is put into words', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const token = await openAs(page, 'zd-admin', '/payPalBill/list')
  const customer = await makeCustomer(token)
  const bill = await sendBill(
    token,
    await makeBill(token, customer.id, unique('操作'), 12_000, { allowPartial: true }),
  )
  await page.goto(`/payPalBill/list/${bill.id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '催款' }).click({ timeout: 40_000 })
  await expect(dialog.getByText('US$120.00')).toBeVisible()
  await dialog.getByRole('button', { name: '发送提醒' }).click()
  await expect(page.getByText('PayPal 已发送催款')).toBeVisible()
  await expect(dialog).toBeHidden()

  await act(page, '登记收款')
  await dialog.getByLabel('金额（USD）').fill('200')
  await dialog.getByRole('button', { name: '登记' }).click()
  await expect(dialog.getByText('不能超过待收金额')).toBeVisible()
  await dialog.getByLabel('金额（USD）').fill('20')
  await dialog.getByRole('button', { name: '登记' }).click()
  await expect(dialog).toBeHidden()
  await expect(statusOf(page)).toHaveText('部分付款')
  await expect(page.getByText('线下收款 · 银行转账')).toBeVisible()
  expect(await serious(page)).toEqual([])

  await page.getByLabel('内部留言，客户看不到').fill('周五再联系')
  await page.getByRole('button', { name: '添加', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '周五再联系' })).toContainText('钱进')
  // An action that a partly paid bill does not allow is not offered; the menu tells those who
  // look for it why.
  await page.getByRole('button', { name: /^更多/ }).click()
  await expect(page.getByRole('menuitem', { name: /作废账单/ })).toHaveCount(0)
  await page.getByRole('menuitem', { name: '为什么没有其他操作？' }).click()
  await expect(dialog).toContainText('账单状态为“部分付款”，不能作废账单')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await act(page, '坏账核销')
  await dialog.getByRole('button', { name: '坏账核销' }).click()
  await expect(statusOf(page)).toHaveText('坏账核销')
  await act(page, '复制账单')
  await expect(page).toHaveURL(/\/edit$/)
  await expect(page.getByLabel('第 1 行，单价')).toHaveValue('120.00')

  const second = await sendBill(token, await makeBill(token, customer.id, unique('抢先付款')))
  await sim('addFault', { kind: 'payBeforeCancel', operation: 'invoices.cancel', times: 1 })
  await page.goto(`/payPalBill/list/${second.id}`)
  await act(page, '作废账单')
  await dialog.getByRole('button', { name: '作废账单' }).click()
  // The dialog stays and says so; the bill's page does too.
  await expect(dialog.getByText('作废未成功：客户已经付款')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('作废未成功：客户已经付款').first()).toBeVisible()
  await expect(statusOf(page)).toHaveText('已付款')
})
