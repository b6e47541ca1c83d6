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
import { forgetReminders } from '../lib/database.ts'
import { expect, picture, test } from '../lib/fixtures.ts'
import { api, openAs } from '../lib/stories.ts'

test.beforeAll(accountConnected)

test('bulk: sums per currency, a result per row with the reason, and the list follows', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(180_000)
  const token = await openAs(page, 'zd-ops', '/payPalBill/list')
  const title = unique('批量')
  const withEmail = await makeCustomer(token)
  const without = await makeCustomer(token, null)
  for (const [customerId, more] of [
    [withEmail.id, {}],
    [withEmail.id, { currency: 'JPY' }],
    [without.id, {}],
    [withEmail.id, {}],
  ] as const)
    await makeBill(token, customerId, title, 10_000, more)
  await page.goto(`/payPalBill/list?keyword=${encodeURIComponent(title)}`)
  const rows = page.locator('tbody tr[data-row-key]')
  await expect(rows).toHaveCount(4, { timeout: 40_000 })
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  const bar = page.getByRole('region', { name: '已选账单' })
  await expect(bar).toContainText('已选 4 张')
  await expect(bar).toContainText('USD（3 张）合计 US$300.00')
  await expect(bar).toContainText('JPY（1 张）合计 JP¥10,000')

  await bar.getByRole('button', { name: '批量发送（4）' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '全部发送' }).click()
  const results = page.getByRole('list', { name: '每张账单的结果' })
  await expect(page.getByText('已完成 3 张，未成功 1 张，未处理 0 张')).toBeVisible()
  await expect(results.getByRole('listitem').filter({ hasText: without.name })).toContainText(
    '客户没有邮箱',
  )
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await expect(bar).toBeHidden()
  await expect(rows.filter({ hasText: '待付款' })).toHaveCount(3)
  await expect(rows.filter({ hasText: '草稿' })).toHaveCount(1)
  await page.getByRole('tab', { name: /^草稿/ }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('tab', { name: /^待收款/ })).toContainText('3')
})

test('a reminder that PayPal refuses: the dialog says so, the row is marked, the bell tells; one to nobody is not offered', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const token = await openAs(page, 'zd-ops', '/payPalBill/list')
  const title = unique('催款')
  const customer = await makeCustomer(token)
  const refused = await sendBill(token, await makeBill(token, customer.id, title))
  const fine = await sendBill(token, await makeBill(token, customer.id, title))
  // PayPal takes two reminders a day. It counts those that we have forgotten.
  for (const _ of [1, 2]) {
    const { version } = await readBill(token, refused.id)
    await api('POST', `/api/payPalBill/${refused.id}/remind`, { token, body: { version } })
    await expect
      .poll(async () => (await readBill(token, refused.id)) as never as { busy: boolean })
      .toMatchObject({ busy: false })
  }
  await forgetReminders(refused.id)
  const nobody = await makeBill(token, (await makeCustomer(token, null)).id, title)
  await api('POST', `/api/payPalBill/${nobody.id}/send`, {
    token,
    body: { version: nobody.version, by: 'link' },
  })
  await expect
    .poll(async () => (await readBill(token, nobody.id)).status, { timeout: 20_000 })
    .toBe('sent')

  await page.goto(`/payPalBill/list?keyword=${encodeURIComponent(title)}`)
  const row = (number: string) => page.locator('tbody tr[data-row-key]').filter({ hasText: number })
  await expect(row(nobody.number)).toBeVisible({ timeout: 40_000 })
  await row(nobody.number).getByRole('link').first().click()
  await page.getByRole('button', { name: /^更多/ }).click()
  await page.getByRole('menuitem', { name: '为什么没有其他操作？' }).click()
  await expect(page.getByRole('dialog')).toContainText('没有收件邮箱')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: '催款', exact: true })).toHaveCount(0)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '批量催款（2）' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '全部催款' }).click()
  await expect(dialog.getByText('已完成 1 张，未成功 1 张，未处理 0 张')).toBeVisible({
    timeout: 40_000,
  })
  const result = (number: string) => dialog.getByRole('listitem').filter({ hasText: number })
  await expect(result(refused.number)).toContainText('PayPal 现在不接受催款')
  await expect(result(fine.number)).toContainText('已完成')
  await picture(page, 'bulk-refused')
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(row(refused.number)).toContainText('催款未成功')
  await expect(row(fine.number)).not.toContainText('催款未成功')
  await picture(page, 'row-marked')
  await page.getByRole('button', { name: /通知/ }).first().click()
  await expect(page.getByText(`账单 ${refused.number} 的催款未成功`, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  // One by one: the dialog stays with the reason, until somebody closes it.
  await row(refused.number).getByRole('link').first().click()
  // The record from before is beside the list, with its own buttons, until this one has come.
  await expect(page.getByRole('region', { name: `账单 ${refused.number}` })).toBeVisible()
  await act(page, '催款')
  await dialog.getByRole('button', { name: '发送提醒' }).click()
  await expect(dialog.getByRole('alert')).toContainText('催款未成功：PayPal 现在不接受催款', {
    timeout: 40_000,
  })
  await picture(page, 'remind-refused')
})

test('live: one stream per browser, another tab takes over, and without a stream the page says so and catches up', async ({
  page,
  context,
  allow,
}) => {
  test.setTimeout(180_000)
  const token = await openAs(page, 'zd-lead', '/payPalBill/list')
  const customer = await makeCustomer(token)
  const bill = await sendBill(token, await makeBill(token, customer.id, unique('实时')))
  const path = `/payPalBill/list/${bill.id}`
  await page.goto(path)
  await expect(statusOf(page)).toHaveText('待付款', { timeout: 40_000 })
  const second = await context.newPage()
  let streams = 0
  second.on('request', (request) => {
    if (request.url().endsWith('/api/stream')) streams++
  })
  await second.goto(path)
  await expect(statusOf(second)).toHaveText('待付款')
  await second.waitForTimeout(1000)
  expect(streams).toBe(0)

  // The tab that held the stream closes; the other one opens its own stream and receives changes.
  await page.goto('about:blank')
  await expect.poll(() => streams).toBe(1)
  const note = await api('POST', `/api/payPalBill/${bill.id}/note`, {
    token,
    body: { text: '别的窗口写的' },
  })
  expect(note.status).toBe(200)
  await expect(second.getByText('别的窗口写的')).toBeVisible()

  allow(/ERR_FAILED/)
  await page.route('**/api/stream', (route) => route.abort())
  await second.close()
  await page.goto(path)
  await expect(page.getByText('实时更新已断开，正在重连')).toBeVisible({ timeout: 30_000 })
  await sim('payInvoice', { invoiceId: await invoiceIdOf(token, bill.id) })
  await expect
    .poll(async () => (await readBill(token, bill.id)).status, { timeout: 20_000 })
    .toBe('paid')
  await expect(statusOf(page)).toHaveText('待付款')
  await page.unroute('**/api/stream')
  await expect(statusOf(page)).toHaveText('已付款', { timeout: 40_000 })
  await expect(page.getByText('实时更新已断开，正在重连')).toBeHidden()
})

const invoiceIdOf = async (token: string, id: string) =>
  (await api<{ providerInvoiceId: string }>('GET', `/api/payPalBill/${id}`, { token })).body.data
    .providerInvoiceId
