import { serious } from '../lib/axe.ts'
import {
  accountConnected,
  act,
  type Made,
  makeBill,
  makeCustomer,
  payBill,
  readBill,
  sendBill,
  sim,
  statusOf,
  unique,
} from '../lib/billing.ts'
import { expect, picture, test } from '../lib/fixtures.ts'
import { api, openAs, tokenFor } from '../lib/stories.ts'

test.beforeAll(accountConnected)

test('a refund above the threshold: asked for, approved by another, and the bill’s page follows without a reload', {
  tag: '@gate',
}, async ({ page, browser }) => {
  test.setTimeout(180_000)
  const owner = await tokenFor('zd-lead')
  const customer = await makeCustomer(owner)
  const bill = await sendBill(owner, await makeBill(owner, customer.id, unique('退款'), 150_000))
  await payBill(owner, bill)

  const asker = await openAs(page, 'zd-finance', `/finance/payPalBill/${bill.id}`)
  await expect(statusOf(page)).toHaveText('已付款', { timeout: 40_000 })
  await act(page, '退款')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('这笔收款还可退 US$1,500.00。')).toBeVisible()
  await dialog.getByLabel('退款金额（USD）').fill('1500.01')
  await expect(dialog.getByText('超过可退金额')).toBeVisible()
  await dialog.getByLabel('退款金额（USD）').fill('1200')
  // 3.49 % + 0.49 of 1,500.00 stay with PayPal.
  await expect(
    dialog.getByText(
      'PayPal 不退还手续费 US$52.84；退款 US$1,200.00 后，这笔收款净额为 US$247.16。',
    ),
  ).toBeVisible()
  await expect(dialog.getByText(/累计退款达到 US\$1,000.00 需要另一位同事审批/)).toBeVisible()
  await dialog.getByLabel('退款原因').fill('客户退回 8 台')
  expect(await serious(page)).toEqual([])
  await dialog.getByRole('button', { name: '提交审批' }).click()
  await expect(dialog).toBeHidden()
  const payments = page.getByRole('region', { name: '付款与退款' })
  await expect(payments.getByText('等待审批')).toBeVisible()

  // A person who may not approve does not have the page, and the API refuses the call as well.
  const { refunds } = (await readBill(asker, bill.id)) as never as {
    refunds: { approval: { id: string; version: number } }[]
  }
  const approval = refunds[0]?.approval
  expect(
    (
      await api('POST', `/api/approval/${approval?.id}/approve`, {
        token: asker,
        body: { version: 1, note: '' },
      })
    ).status,
  ).toBe(403)

  const second = await (await browser.newContext()).newPage()
  await openAs(second, 'zd-admin', '/welcome')
  await expect(second.getByText('退款等待审批：US$1,200.00').first()).toBeVisible({
    timeout: 40_000,
  })
  await second.goto('/finance/approval')
  await second
    .getByRole('row')
    .filter({ hasText: bill.number })
    .getByRole('button', { name: /^批准/ })
    .click({ timeout: 40_000 })
  await second.getByRole('dialog').getByLabel('审批意见（选填）').fill('同意')
  await second.getByRole('dialog').getByRole('button', { name: '批准' }).click()
  await expect(second.getByRole('dialog')).toBeHidden()

  await expect(statusOf(page)).toHaveText('部分退款')
  await expect(payments.getByText('已完成')).toBeVisible()
  await expect(page.getByText('批准退款 US$1,200.00')).toBeVisible()
  await second.getByRole('tab', { name: '已处理' }).click()
  await expect(second.getByRole('row').filter({ hasText: bill.number })).toContainText('已退款')
})

test('a refund whose answer is lost, asked for again, is made once', { tag: '@gate' }, async ({
  page,
  allow,
}) => {
  test.setTimeout(150_000)
  allow(/ERR_FAILED/)
  const owner = await tokenFor('zd-lead')
  const bill = await sendBill(
    owner,
    await makeBill(owner, (await makeCustomer(owner)).id, unique('失联'), 20_000),
  )
  await payBill(owner, bill)
  const token = await openAs(page, 'zd-finance', `/finance/payPalBill/${bill.id}`)
  await expect(statusOf(page)).toHaveText('已付款', { timeout: 40_000 })
  await act(page, '退款')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('退款金额（USD）').fill('80')
  await dialog.getByLabel('退款原因').fill('少发一件')
  let lost = 0
  await page.route('**/api/payPalBill/*/refund', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost++
    await route.fetch()
    await route.abort()
  })
  const confirm = dialog.getByRole('button', { name: '确认退款' })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  expect(lost).toBe(1)
  await confirm.click()
  await expect(statusOf(page)).toHaveText('部分退款', { timeout: 40_000 })
  const { refunds } = (await readBill(token, bill.id)) as never as {
    refunds: { amountMinor: number }[]
  }
  expect(refunds.map(({ amountMinor }) => amountMinor)).toEqual([8000])
})

test('an approver cannot approve their own request, but can withdraw it', async ({ page }) => {
  test.setTimeout(120_000)
  const owner = await tokenFor('zd-lead')
  const bill = await sendBill(
    owner,
    await makeBill(owner, (await makeCustomer(owner)).id, unique('自批'), 150_000),
  )
  await payBill(owner, bill)
  const token = await openAs(page, 'zd-admin', `/finance/payPalBill/${bill.id}`)
  await expect(statusOf(page)).toHaveText('已付款', { timeout: 40_000 })
  await act(page, '退款')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('退款原因').fill('测试')
  await dialog.getByRole('button', { name: '提交审批' }).click()
  await expect(dialog).toBeHidden()
  const { refunds } = (await readBill(token, bill.id)) as never as {
    refunds: { approval: { id: string } }[]
  }
  const refused = await api('POST', `/api/approval/${refunds[0]?.approval.id}/approve`, {
    token,
    body: { version: 1, note: '' },
  })
  expect([refused.status, refused.body.errorCode]).toEqual([403, 'approval.own'])

  await page.goto('/finance/approval')
  const own = page.getByRole('row').filter({ hasText: bill.number })
  await expect(own.getByText('您的申请')).toBeVisible({ timeout: 40_000 })
  await expect(own.getByRole('button')).toHaveCount(0)
  await own.getByRole('link').first().click()
  const panel = page.getByRole('region', { name: `账单 ${bill.number} 的退款` })
  await expect(panel.getByText('自己提交的退款须由他人审批')).toBeVisible()
  await expect(panel.getByRole('button', { name: '批准' })).toHaveCount(0)
  expect(await serious(page)).toEqual([])
  await page.goto(`/finance/payPalBill/${bill.id}`)
  await page.getByRole('button', { name: '撤回申请' }).click({ timeout: 40_000 })
  await expect(page.getByText('已撤回').first()).toBeVisible()
  await expect(statusOf(page)).toHaveText('已付款')
})

test('a dispute opens while a refund waits: its row says so, and a refusal stays in the dialog with the way to the dispute', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const owner = await tokenFor('zd-lead')
  const bill = await sendBill(
    owner,
    await makeBill(owner, (await makeCustomer(owner)).id, unique('争议退款'), 150_000),
  )
  const captureId = await payBill(owner, bill)
  await openAs(page, 'zd-finance', `/finance/payPalBill/${bill.id}`)
  await expect(statusOf(page)).toHaveText('已付款', { timeout: 40_000 })
  const dialog = page.getByRole('dialog')
  const ask = async (amount: string) => {
    await act(page, '退款')
    await dialog.getByLabel('退款金额（USD）').fill(amount)
    await dialog.getByLabel('退款原因').fill('客户退回 8 台')
  }
  await ask('1200')
  await dialog.getByRole('button', { name: '提交审批' }).click()
  await expect(dialog).toBeHidden()
  // PayPal does not let anyone dispute the whole; the rest of the payment is enough for a refusal.
  await sim('openDispute', { captureId, reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED' })
  await expect
    .poll(async () => (await readBill(owner, bill.id)) as never as { disputed: boolean }, {
      timeout: 40_000,
    })
    .toMatchObject({ disputed: true })

  const second = await (await browser.newContext()).newPage()
  await openAs(second, 'zd-admin', '/finance/approval')
  const row = second.getByRole('row').filter({ hasText: bill.number })
  await expect(row.getByRole('link', { name: '有未结争议' })).toBeVisible({ timeout: 40_000 })
  await row.getByRole('button', { name: /^批准/ }).click()
  const deciding = second.getByRole('dialog')
  await deciding.getByRole('button', { name: '批准', exact: true }).click()
  const alert = deciding.getByRole('alert').filter({ hasText: '只接受全额退款（争议随之结束）' })
  await expect(alert).toBeVisible()
  // It does not leave by itself.
  await second.waitForTimeout(4000)
  await expect(alert).toBeVisible()
  await picture(second, 'approve-refused')
  expect(await serious(second)).toEqual([])
  await alert.getByRole('link', { name: '查看争议' }).click()
  await expect(second).toHaveURL(/\/finance\/dispute\//)

  await ask('100')
  await dialog
    .getByRole('button', { name: '确认退款' })
    .or(dialog.getByRole('button', { name: '提交审批' }))
    .click()
  await expect(
    dialog
      .getByRole('alert')
      .filter({ hasText: '只接受全额退款（争议随之结束）' })
      .getByRole('link', { name: '查看争议' }),
  ).toBeVisible()
  await picture(page, 'refund-refused')
})

type Paid = Made & { payments: { id: string }[] }

test('three refunds are approved by keyboard alone: after each the next is open and has the focus', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const owner = await tokenFor('zd-lead')
  const asker = await tokenFor('zd-finance')
  const customer = await makeCustomer(owner)
  const bills: Made[] = []
  for (let i = 0; i < 3; i++) {
    const bill = await sendBill(owner, await makeBill(owner, customer.id, unique('三笔'), 150_000))
    await payBill(owner, bill)
    bills.push(bill)
  }
  for (const { id } of bills) {
    await expect
      .poll(async () => (await readBill(asker, id)).status, { timeout: 40_000 })
      .toBe('paid')
    const { version, payments } = (await readBill(asker, id)) as Paid
    const body = { version, paymentId: payments[0]?.id, amountMinor: 120_000, reason: '客户退回' }
    expect((await api('POST', `/api/payPalBill/${id}/refund`, { token: asker, body })).status).toBe(
      200,
    )
  }
  await openAs(page, 'zd-admin', '/finance/approval')
  const rows = page.locator('tbody tr[data-row-key]')
  await expect(rows.filter({ hasText: bills[2]?.number as string })).toBeVisible({
    timeout: 40_000,
  })
  // Requests of other stories may wait before ours.
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '')
  for (let i = 0; i < 40 && !(await focused()).includes(bills[0]?.number as string); i++)
    await page.keyboard.press('j')
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  await press('Enter')
  await expect(page).toHaveURL(/\/finance\/approval\/[0-9a-f-]{36}$/)
  const first = page.url()
  for (const [index, { number }] of bills.entries()) {
    await expect(page.getByRole('region', { name: `账单 ${number} 的退款` })).toBeVisible()
    await expect.poll(focused).toContain(number)
    await press('a')
    await expect(page.getByRole('dialog').getByRole('button', { name: '批准' })).toBeFocused()
    if (index === 0) await picture(page, 'approve-by-key')
    await press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  expect(keys).toBe(7)
  for (const { id } of bills)
    await expect
      .poll(async () => (await readBill(asker, id)).status, { timeout: 40_000 })
      .toBe('partiallyRefunded')

  // The record's own address opens it as a page, also once it is decided.
  await page.goto('/welcome')
  await page.goto(first)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(bills[0]?.number as string)
  await expect(page.getByText('已批准').first()).toBeVisible()
  expect(await serious(page)).toEqual([])
})
