/**
 * Part of `npm run screenshots`: takes the user guide's pictures, in both languages, into
 * docs/guide/images, or into the folder GUIDE_PICTURES.
 */

import type { Locator } from '@playwright/test'
import { act } from '../lib/billing.ts'
import { expect, type Page, test } from '../lib/fixtures.ts'
import { theWorld, type World } from '../lib/guideWorld.ts'
import { openWith } from '../lib/stories.ts'

test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 1280, height: 800 } })

const folder = process.env.GUIDE_PICTURES ?? 'docs/guide/images'

let world: World
test.beforeAll(async () => {
  test.setTimeout(600_000)
  world = await theWorld()
})

const words = {
  'zh-CN': {
    search: 'Blue Harbor',
    item: '第 1 行，商品',
    price: '第 1 行，单价',
    refund: '退款',
    amount: '退款金额（USD）',
    reason: '退款原因',
    statement: '月度对账单',
    customer: '客户',
  },
  'en-US': {
    search: 'Blue Harbor',
    item: 'Line 1, Item',
    price: 'Line 1, Unit price',
    refund: 'Refund',
    amount: 'Refund amount (USD)',
    reason: 'Reason',
    statement: 'Monthly statement',
    customer: 'Customer',
  },
}
const firstRow = (page: Page) => page.locator('tbody tr[data-row-key]').first()

for (const locale of ['zh-CN', 'en-US'] as const)
  test(`the guide's pictures, ${locale}`, async ({ page }) => {
    test.setTimeout(240_000)
    page.setDefaultTimeout(20_000)
    const t = words[locale]
    const open = async (username: string, path: string) => {
      await openWith(page, await world.token(username), path, locale)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    }
    /** Takes the upper part of the page, or one piece of it with some room around. */
    const shoot = async (name: string, part: number | Locator = 800) => {
      await page.mouse.move(0, 0)
      await expect(page.locator('.ant-skeleton-active, .ant-spin-spinning')).toHaveCount(0)
      // Waits for the last answers and the end of every animation.
      await page.waitForTimeout(1200)
      const box =
        typeof part === 'number'
          ? { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: part }
          : await part.boundingBox()
      if (!box) throw new Error(`${name} is not in view`)
      const room = name === 'login' ? 16 : 0
      const clip = {
        x: box.x - room,
        y: box.y - room,
        width: box.width + 2 * room,
        height: Math.min(box.height + 2 * room, 800 - box.y + room),
      }
      await page.screenshot({
        path: `${folder}/${locale}/${name}.png`,
        animations: 'disabled',
        caret: 'hide',
        clip,
      })
    }

    await page.goto('/logo.svg')
    await page.evaluate((language) => localStorage.setItem('umi_locale', language), locale)
    await page.goto('/user/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await shoot('login', page.getByRole('main').locator('> div').nth(1))

    await open('admin', '/welcome')
    await shoot('home')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(t.search)
    await expect(page.getByRole('option').filter({ hasText: 'Blue Harbor' }).first()).toBeVisible()
    await shoot('palette', page.getByRole('dialog'))

    await open('wangfang', '/payPalBill/list')
    await expect(firstRow(page)).toBeVisible()
    // Wide enough for all columns of the list.
    await page.setViewportSize({ width: 1366, height: 800 })
    await shoot('billList', 720)
    await page.setViewportSize({ width: 1280, height: 800 })
    await open('wangfang', '/payPalBill/list/new')
    await page.getByLabel(t.customer, { exact: true }).fill('Casa Verde')
    await page.locator('.ant-select-item-option').filter({ hasText: 'Casa Verde' }).first().click()
    await page.getByLabel(t.item).fill('LED 壁灯 WL-20')
    await page.getByLabel(t.price).fill('52')
    await page.evaluate(() => window.scrollTo(0, 0))
    await shoot('billEditor')
    await open('wangfang', `/payPalBill/list/${world.paidBill}`)
    await shoot('billDetail')

    await open('finance', '/finance/transaction')
    await expect(firstRow(page)).toBeVisible()
    await shoot('transactionList')
    await open('finance', '/finance/reconciliation')
    await firstRow(page).getByRole('link').first().click()
    await shoot('reconciliation')
    await open('finance', `/finance/payPalBill/${world.paidBill}`)
    await act(page, t.refund)
    await page.getByRole('dialog').getByLabel(t.amount).fill('1200')
    await page.getByRole('dialog').getByLabel(t.reason).fill('客户退回 20 盏')
    await shoot(
      'refund',
      page.getByRole('dialog').locator('.ant-modal-content, .ant-modal-container').first(),
    )
    await open('finance', `/finance/dispute/${world.disputeId}`)
    await shoot('dispute')

    await open('admin', '/admin/user')
    await expect(firstRow(page)).toBeVisible()
    await shoot('userList', 640)
    await open('admin', '/admin/settings?tab=rules')
    await expect(firstRow(page)).toBeVisible()
    await shoot('ruleList', 560)
    await open('admin', '/admin/paypalAccount')
    await shoot('paypalAccount')
    await page
      .getByRole('button', { name: new RegExp(`^${t.statement}: `) })
      .first()
      .click()
    await shoot(
      'statement',
      page.getByRole('dialog').locator('.ant-modal-content, .ant-modal-container').first(),
    )
    await open('super', '/system/roles')
    await shoot('roleMatrix')
  })
