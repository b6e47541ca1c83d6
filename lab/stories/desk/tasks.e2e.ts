import {
  accountConnected,
  makeBill,
  makeCustomer,
  payBill,
  readBill,
  sendBill,
  sim,
  statusOf,
  unique,
} from '../lib/billing.ts'
import { expect, type Page, test } from '../lib/fixtures.ts'
import { keyboardOf } from '../lib/keyboard.ts'
import { openAs, tokenFor } from '../lib/stories.ts'

/**
 * Six of ten tasks of every day, without a mouse, with the keys that they take. The other four have
 * their stories where their screens are: collecting from the ten oldest (collections), explaining a
 * payment and twenty alike (reconciliation), approving three (refund).
 */
test.beforeAll(accountConnected)
test.setTimeout(180_000)

const listShown = (page: Page) =>
  expect(page.getByText(/^共 \d+ 条$|还没有账单/).first()).toBeVisible({ timeout: 40_000 })

test('by keyboard: a bill to a known customer is made and sent', async ({ page }) => {
  const token = await openAs(page, 'zd-ops', '/payPalBill/list')
  const { name } = await makeCustomer(token)
  await listShown(page)
  const keys = keyboardOf(page)
  await keys.press('n')
  const customer = page.getByLabel('客户', { exact: true })
  await keys.tabTo(customer)
  await keys.type(name)
  await expect(
    page.locator('.ant-select-item-option').filter({ hasText: name }).first(),
  ).toBeVisible()
  await keys.press('Enter')
  await keys.tabTo(page.getByLabel('标题'))
  await keys.type('PO-118')
  await keys.tabTo(page.getByLabel('第 1 行，商品'))
  await keys.type('LED')
  await keys.tabTo(page.getByLabel('第 1 行，单价'))
  await keys.type('128.50')
  await sendFromEditor(page, keys)
  expect(keys.count()).toBe(16)
})

test('by keyboard: a bill to a new customer is made and sent', async ({ page }) => {
  await openAs(page, 'zd-ops', '/payPalBill/list')
  await listShown(page)
  const name = unique('Fjord Home')
  const keys = keyboardOf(page)
  await keys.press('n')
  const customer = page.getByLabel('客户', { exact: true })
  await keys.tabTo(customer)
  await keys.type(name)
  await expect(
    page.locator('.ant-select-item-option').filter({ hasText: `新建客户“${name}”` }),
  ).toBeVisible()
  await keys.press('Enter')
  const dialog = page.getByRole('dialog')
  await keys.tabTo(dialog.getByLabel('邮箱'))
  await keys.type('buyer@fjord.example')
  await keys.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await keys.tabTo(page.getByLabel('标题'))
  await keys.type('PO-119')
  await keys.tabTo(page.getByLabel('第 1 行，商品'))
  await keys.type('LED')
  await keys.tabTo(page.getByLabel('第 1 行，单价'))
  await keys.type('128.50')
  await sendFromEditor(page, keys)
  expect(keys.count()).toBe(20)
})

async function sendFromEditor(page: Page, keys: ReturnType<typeof keyboardOf>) {
  await keys.press('Control+Enter')
  await expect(statusOf(page)).toHaveText('草稿')
  await keys.press('s')
  await expect(
    page.getByRole('dialog').getByRole('button', { name: '发送', exact: true }),
  ).toBeVisible()
  await keys.press('Control+Enter')
  await expect(page.getByRole('dialog').getByText(/已发出/)).toBeVisible({ timeout: 40_000 })
  await keys.press('Escape')
  await expect(statusOf(page)).toHaveText('待付款')
}

test('by keyboard: an unpaid bill is found by part of a name and its customer reminded', async ({
  page,
}) => {
  const token = await openAs(page, 'zd-ops', '/payPalBill/list')
  const customer = await makeCustomer(token)
  const bill = await sendBill(token, await makeBill(token, customer.id, unique('催款')))
  await expect
    .poll(async () => (await readBill(token, bill.id)).status, { timeout: 30_000 })
    .toBe('sent')
  await listShown(page)
  const keys = keyboardOf(page)
  await keys.press('/')
  await keys.type(customer.name.slice(-6))
  await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(1, { timeout: 20_000 })
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await expect(page.getByRole('region', { name: `账单 ${bill.number}` })).toBeVisible()
  await keys.press('r')
  await expect(page.getByRole('dialog')).toBeVisible()
  await keys.press('Control+Enter')
  await expect(page.getByRole('dialog')).toBeHidden({ timeout: 40_000 })
  await expect(page.getByText(/催款/).first()).toBeVisible()
  expect(keys.count()).toBe(6)
})

test('by keyboard: half of a payment is refunded', async ({ page }) => {
  const owner = await tokenFor('zd-lead')
  const bill = await sendBill(
    owner,
    await makeBill(owner, (await makeCustomer(owner)).id, unique('退一半'), 10_000),
  )
  await payBill(owner, bill)
  await openAs(page, 'zd-finance', '/finance/payPalBill')
  await expect
    .poll(async () => (await readBill(owner, bill.id)).status, { timeout: 40_000 })
    .toBe('paid')
  await listShown(page)
  const keys = keyboardOf(page)
  await keys.press('/')
  await keys.type(bill.number)
  await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(1, { timeout: 20_000 })
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await expect(page.getByRole('region', { name: `账单 ${bill.number}` })).toBeVisible()
  await keys.press('f')
  const dialog = page.getByRole('dialog')
  await keys.tabTo(dialog.getByLabel(/^退款金额/))
  await keys.press('Control+a')
  await keys.type('50')
  await keys.tabTo(dialog.getByLabel(/^退款原因/))
  await keys.type('客户退回一半')
  await keys.press('Control+Enter')
  await expect
    .poll(async () => (await readBill(owner, bill.id)).status, { timeout: 40_000 })
    .toBe('partiallyRefunded')
  expect(keys.count()).toBe(11)
})

test('by keyboard: a dispute is answered with evidence', async ({ page }) => {
  const owner = await tokenFor('zd-lead')
  const bill = await sendBill(
    owner,
    await makeBill(owner, (await makeCustomer(owner)).id, unique('争议'), 30_000),
  )
  const captureId = await payBill(owner, bill)
  await openAs(page, 'zd-finance', '/finance/dispute')
  const { disputeId } = await sim<{ disputeId: string }>('openDispute', {
    captureId,
    message: 'The lamps never arrived',
  })
  await expect(page.getByRole('link', { name: new RegExp(disputeId) })).toBeVisible({
    timeout: 60_000,
  })
  const keys = keyboardOf(page)
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '')
  // Disputes of other stories may stand before ours.
  for (let i = 0; i < 40 && !(await focused()).includes(disputeId); i++)
    await page.keyboard.press('j')
  await keys.press('Enter')
  await expect(page.getByRole('region', { name: `争议 ${disputeId}` })).toBeVisible()
  await expect(page.getByRole('button', { name: '提交证据' })).toBeVisible()
  await keys.press('r')
  const drawer = page.getByRole('dialog')
  await keys.tabTo(drawer.getByLabel('承运商'))
  await keys.type('DHL')
  await keys.tabTo(drawer.getByLabel('物流单号'))
  await keys.type('JD014600003SE')
  await keys.tabTo(drawer.getByLabel('说明'))
  await keys.type('已于 3 月 2 日签收')
  await keys.press('Control+Enter')
  await expect(drawer).toBeHidden({ timeout: 40_000 })
  await expect(page.getByText('PayPal 审理中').first()).toBeVisible()
  expect(keys.count()).toBe(11)
})

test('by keyboard: the bills of last month are exported', { tag: '@gate' }, async ({ page }) => {
  await openAs(page, 'zd-finance', '/finance/payPalBill')
  await listShown(page)
  const keys = keyboardOf(page)
  await keys.press('/')
  await keys.tabTo(page.getByRole('button', { name: /筛选/ }))
  await keys.press('Enter')
  const menu = page.getByRole('menu').filter({ hasText: '创建时间' })
  await expect(menu).toBeVisible()
  await choose(page, keys, '创建时间')
  const ranges = page.getByRole('button', { name: '上月' })
  await keys.tabTo(ranges)
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: /^创建时间/ })).toBeVisible()
  await keys.tabTo(page.getByRole('button', { name: /^导\s*出/ }), 'Shift+Tab')
  await keys.press('Enter')
  const comes = page.waitForEvent('download')
  await choose(page, keys, 'XLSX')
  expect((await comes).suggestedFilename()).toMatch(/-20\d\d-\d\d-\d\d\.xlsx$/)
  // Views that other stories have saved stand as tabs on the way back.
  expect(keys.count()).toBeLessThanOrEqual(24)
})

/**
 * Down to an entry of the menu that is open, and into it. The menu moves the focus a moment after
 * the key: a person looks before the next one, and so does this.
 */
async function choose(page: Page, keys: ReturnType<typeof keyboardOf>, name: string) {
  const entry = page.getByRole('menuitem', { name })
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[role=menuitem]')?.textContent ?? '')
  await expect.poll(focused).not.toBe('')
  const wanted = (await entry.textContent()) ?? ''
  for (let turn = 0; turn < 10 && (await focused()) !== wanted; turn++) {
    const before = await focused()
    await keys.press('ArrowDown')
    await expect.poll(focused).not.toBe(before)
  }
  await keys.press('Enter')
}
