/**
 * `npm run screenshots`: takes every page after a few days of work, as its users see it, in
 * several looks, into screenshots/; and puts all pages of a look on one sheet. The pictures are
 * for people to look at.
 */
import { readFileSync } from 'node:fs'
import { expect, type Page, test, tokenKey } from '../lib/fixtures.ts'
import { theWorld, type World } from '../lib/guideWorld.ts'
import { api, openWith } from '../lib/stories.ts'
import { visit } from '../lib/walk.ts'

type Look = { locale: string; width: number; layout: object }
const looks: Record<string, Look> = {
  'zh-1440': { locale: 'zh-CN', width: 1440, layout: {} },
  'en-1280': { locale: 'en-US', width: 1280, layout: {} },
  'zh-dark-1440': { locale: 'zh-CN', width: 1440, layout: { navTheme: 'realDark' } },
  'en-dark-768': { locale: 'en-US', width: 768, layout: { navTheme: 'realDark' } },
  'ar-1440': { locale: 'ar-EG', width: 1440, layout: {} },
  'zh-weak-1440': { locale: 'zh-CN', width: 1440, layout: { colorWeak: true } },
  'zh-390': { locale: 'zh-CN', width: 390, layout: {} },
  'en-390': { locale: 'en-US', width: 390, layout: {} },
}

test.describe.configure({ mode: 'serial' })
let world: World
let pages: { name: string; who: string; path: string }[]
test.beforeAll(async () => {
  test.setTimeout(600_000)
  world = await theWorld()
  const admin = await world.token('admin')
  const first = async (path: string) =>
    (await api<{ list: { id: string }[] }>('GET', path, { token: admin })).body.data.list[0]?.id
  pages = [
    { name: 'home', who: 'admin', path: '/welcome' },
    { name: 'homeOfOperator', who: 'wangfang', path: '/welcome' },
    { name: 'homeOfFinance', who: 'finance', path: '/welcome' },
    { name: 'billList', who: 'wangfang', path: '/payPalBill/list' },
    { name: 'bill', who: 'wangfang', path: `/payPalBill/list/${world.paidBill}` },
    { name: 'billEditor', who: 'wangfang', path: '/payPalBill/list/new' },
    { name: 'customerList', who: 'admin', path: '/payPalBill/customer' },
    {
      name: 'customer',
      who: 'admin',
      path: `/payPalBill/customer/${await first('/api/customer')}`,
    },
    { name: 'financeBillList', who: 'finance', path: '/finance/payPalBill' },
    { name: 'transactionList', who: 'finance', path: '/finance/transaction' },
    {
      name: 'transaction',
      who: 'finance',
      path: `/finance/transaction/${await first('/api/paypalTransaction')}`,
    },
    { name: 'reconciliation', who: 'finance', path: '/finance/reconciliation' },
    { name: 'disputeList', who: 'finance', path: '/finance/dispute' },
    { name: 'dispute', who: 'finance', path: `/finance/dispute/${world.disputeId}` },
    { name: 'approval', who: 'admin', path: '/finance/approval' },
    { name: 'userList', who: 'admin', path: '/admin/user' },
    { name: 'settings', who: 'admin', path: '/admin/settings' },
    { name: 'rules', who: 'admin', path: '/admin/settings?tab=rules' },
    { name: 'notifications', who: 'admin', path: '/admin/settings?tab=notifications' },
    { name: 'paypalAccount', who: 'admin', path: '/admin/paypalAccount' },
    { name: 'events', who: 'admin', path: '/admin/event' },
    { name: 'operations', who: 'admin', path: '/admin/event?tab=operations' },
    { name: 'auditLog', who: 'admin', path: '/admin/auditLog' },
    { name: 'roles', who: 'super', path: '/system/roles' },
    { name: 'companies', who: 'super', path: '/system/company' },
    { name: 'account', who: 'finance', path: '/account/settings' },
    { name: 'forbidden', who: 'wangfang', path: '/system/company' },
    { name: 'nowhere', who: 'wangfang', path: '/nowhere' },
  ]
})

for (const [look, { locale, width, layout }] of Object.entries(looks))
  test(look, async ({ page }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    await page.goto('/logo.svg')
    await page.evaluate(
      (choices) => localStorage.setItem('PaypalManageLayout', choices),
      JSON.stringify(layout),
    )
    const shot = (name: string) => `screenshots/${look}/${name}.png`
    let last = ''
    for (const { name, who, path } of pages) {
      if (who === last) await visit(page, path)
      else await openWith(page, await world.token(who), path, locale)
      last = who
      await settled(page)
      await page.screenshot({ path: shot(name), animations: 'disabled', caret: 'hide' })
    }
    await page.evaluate((key) => localStorage.removeItem(key), tokenKey)
    await page.goto('/user/login')
    await settled(page)
    await page.screenshot({ path: shot('login'), animations: 'disabled' })
    await sheet(
      page,
      [...pages.map(({ name }) => name), 'login'].map(shot),
      `screenshots/${look}.png`,
    )
  })

async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.locator('.ant-skeleton-active, .ant-spin-spinning')).toHaveCount(0)
  await page.waitForTimeout(500)
}

async function sheet(page: Page, files: string[], path: string) {
  const images = files.map(
    (file) =>
      `<figure><figcaption>${file}</figcaption><img src="data:image/png;base64,${readFileSync(file, 'base64')}"></figure>`,
  )
  await page.goto('about:blank')
  await page.setViewportSize({ width: 2000, height: 1000 })
  await page.setContent(
    `<style>body{display:grid;grid-template-columns:repeat(4,1fr);gap:8px;margin:8px}figure{margin:0}img{width:100%}</style>${images.join('')}`,
  )
  await page.screenshot({ path, fullPage: true })
}
