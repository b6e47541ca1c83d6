import { serious } from '../lib/axe.ts'
import {
  accountConnected,
  makeBill,
  makeCustomer,
  payBill,
  sendBill,
  sim,
  statusOf,
  unique,
} from '../lib/billing.ts'
import { expect, test } from '../lib/fixtures.ts'
import { openAs, tokenFor } from '../lib/stories.ts'

test.beforeAll(accountConnected)

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a buyer disputes a payment: finance is told, sees the deadline, answers with evidence and sees PayPal’s new state', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(180_000)
  const owner = await tokenFor('zd-lead')
  const bill = await sendBill(
    owner,
    await makeBill(owner, (await makeCustomer(owner)).id, unique('争议'), 30_000),
  )
  const captureId = await payBill(owner, bill)
  await openAs(page, 'zd-finance', `/finance/payPalBill/${bill.id}`)
  await expect(statusOf(page)).toHaveText('已付款', { timeout: 40_000 })
  const { disputeId } = await sim<{ disputeId: string }>('openDispute', {
    captureId,
    message: 'The lamps never arrived',
  })
  await page.getByRole('link', { name: '争议中' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`争议 ${disputeId}`)
  await expect(page.getByText('The lamps never arrived')).toBeVisible()
  await expect(page.getByText(/剩余 \d+ 天/)).toBeVisible()
  // Giving in is never the first that is offered; an appeal is not possible yet.
  await page.getByRole('button', { name: /^更多/ }).click()
  await expect(page.getByRole('menuitem', { name: /^同意退款并结案/ })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^申诉/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '申诉' })).toHaveCount(0)
  expect(await serious(page)).toEqual([])

  await page.getByRole('button', { name: '提交证据' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('承运商').fill('DHL')
  await drawer.getByLabel('物流单号').fill('JD014600003SE')
  await drawer.getByLabel('说明').fill('已于 3 月 2 日签收')
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: '签收单.png', mimeType: 'image/png', buffer: png })
  await expect(drawer.getByRole('button', { name: '移除 签收单.png' })).toBeVisible()
  expect(await serious(page)).toEqual([])
  await drawer.getByRole('button', { name: '提交证据' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByText('PayPal 审理中').first()).toBeVisible()
  await expect(page.getByText('证据：发货证明')).toBeVisible()
  await expect(page.getByText('签收单.png')).toBeVisible()

  await page.goto('/finance/dispute?state=underReview')
  await page.getByRole('link', { name: new RegExp(disputeId) }).waitFor({ timeout: 40_000 })
  expect(await serious(page)).toEqual([])
  // PayPal decides for us while the list is in view.
  await sim('answerDispute', { disputeId, action: 'sellerWins' })
  await expect(page.getByRole('link', { name: new RegExp(disputeId) })).toHaveCount(0)
  await page.goto('/finance/dispute?state=resolved')
  await expect(page.getByRole('row').filter({ hasText: bill.number })).toContainText(
    '裁定我方胜诉',
    { timeout: 40_000 },
  )
})
