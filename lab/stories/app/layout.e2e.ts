import { readFileSync } from 'node:fs'
import { versionFile, versionText } from '../../../apps/api/src/lib/version.ts'
import { expect, type Page, test } from '../lib/fixtures.ts'
import { chooseLayout } from '../lib/walk.ts'

const primary = (page: Page) =>
  page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--ant-color-primary').trim(),
  )
const openPanel = (page: Page) => page.getByRole('button', { name: '布局设置' }).click()
const panel = (page: Page) => page.getByRole('dialog', { name: '布局设置' })

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs('admin')
  await page.goto('/welcome')
  await expect(page.getByRole('banner')).toBeVisible()
})

test('spec §2: top navigation, fluid width, light theme, primary colour #1890ff, logo at /logo.svg, the product’s title', async ({
  page,
  request,
}) => {
  expect((await primary(page)).toLowerCase()).toBe('#1890ff')
  const menu = page.getByRole('banner').getByRole('menu')
  await expect(menu).toHaveClass(/horizontal/)
  await expect(page).toHaveTitle('首页 - 收款管理')
  await expect(page.locator('img[src="/logo.svg"]').first()).toBeVisible()
  expect((await request.get('/logo.svg')).headers()['content-type']).toContain('image/svg+xml')
  for (const name of ['smile', 'account-book', 'pay-circle', 'crown'])
    await expect(menu.locator(`.anticon-${name}`)).toBeVisible()
})

test('spec §2: the user menu shows avatar and name, then personal settings, a divider, log out, and quietly the version; settings leads to /account/settings', {
  tag: '@gate',
}, async ({ page }) => {
  const button = page.getByRole('button', { name: /周敏/ })
  await expect(button.getByText('周', { exact: true })).toBeVisible()
  await expect(button).toContainText('周敏')
  await button.click()
  const items = page.locator('.ant-dropdown-menu > li')
  await expect(items).toHaveCount(4)
  await expect(items.nth(0)).toHaveText('个人设置')
  await expect(items.nth(1)).toHaveAttribute('role', 'separator')
  await expect(items.nth(2)).toHaveText('退出登录')
  await expect(items.nth(3)).toHaveText(
    `版本 ${versionText(JSON.parse(readFileSync(versionFile(), 'utf8')))}`,
  )
  await expect(page.getByRole('menuitem', { name: /版本/ })).toHaveCount(0)
  await items.nth(0).click()
  await expect(page).toHaveURL('/account/settings')
})

test('spec §2: the layout panel offers every choice, and each is remembered', async ({ page }) => {
  await openPanel(page)
  const drawer = panel(page)
  for (const name of ['页面风格', '主题色', '导航模式', '内容宽度'])
    await expect(drawer.getByText(name, { exact: true }).first()).toBeVisible()
  for (const name of ['顶部导航', '侧边导航', '混合导航'])
    await expect(drawer.getByText(name, { exact: true })).toBeVisible()
  for (const name of ['固定顶栏', '固定侧边栏', '下滑时隐藏顶栏', '色弱模式'])
    await expect(drawer.getByRole('switch', { name })).toBeVisible()

  await drawer.getByText('暗色').click()
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    .toMatch(/rgb\((\d|[1-3]\d), /)
  await drawer.getByRole('radio', { name: '极光绿' }).check()
  await expect.poll(() => primary(page)).not.toBe('#1890ff')
  await drawer.getByText('侧边导航').click()
  await expect(page.locator('.ant-layout-sider')).toBeVisible()
  await drawer.getByText('定宽').click()
  await drawer.getByRole('switch', { name: '色弱模式' }).click()
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).filter))
    .toContain('invert')
  const chosen = await primary(page)

  await page.reload()
  await expect(page.locator('.ant-layout-sider')).toBeVisible()
  expect(await primary(page)).toBe(chosen)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).filter)).toContain(
    'invert',
  )

  await openPanel(page)
  await panel(page).getByRole('button', { name: '恢复默认' }).click()
  await expect.poll(() => primary(page)).toBe('#1890ff')
  await expect(page.locator('.ant-layout-sider')).toHaveCount(0)
})

/** Where the upper edges of header and side menu are, after the page was scrolled by so much. */
async function edgesAfterScroll(page: Page, by: number) {
  await page.evaluate((distance) => window.scrollBy(0, distance), by)
  // The header answers the event, which comes with the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  return page.evaluate(() => {
    const topOf = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect().top
    return { header: topOf('header'), menu: topOf('aside nav') }
  })
}

test('header and side menu stay or go with the page as chosen, in every navigation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 500 })
  await page.goto('/admin/settings')
  await expect(page.locator('main form')).toBeVisible()
  for (const layout of ['top', 'side', 'mix'] as const) {
    const after = async (choices: object) => {
      await chooseLayout(page, {
        layout,
        fixedHeader: false,
        autoHideHeader: false,
        fixSiderbar: true,
        ...choices,
      })
      await page.evaluate(() => window.scrollTo(0, 0))
      const before = await edgesAfterScroll(page, 0)
      return {
        before,
        down: await edgesAfterScroll(page, 300),
        up: await edgesAfterScroll(page, -100),
      }
    }
    const loose = await after({ fixSiderbar: false })
    expect([layout, loose.down.header]).toEqual([layout, -300])
    if (layout !== 'top') expect(loose.down.menu).toBe((loose.before.menu as number) - 300)
    const stuck = await after({ fixedHeader: true })
    expect([layout, stuck.down]).toEqual([layout, stuck.before])
    const hiding = await after({ fixedHeader: true, autoHideHeader: true })
    expect([layout, hiding.down.header, hiding.up.header]).toEqual([layout, -52, 0])
    // The menu takes the room that the header left.
    if (layout !== 'top')
      expect([hiding.down.menu, hiding.up.menu]).toEqual([
        layout === 'mix' ? 0 : stuck.before.menu,
        stuck.before.menu,
      ])
  }
})

test('the side menu folds, says where one is on a record’s page too, and is as it was left after a reload', async ({
  page,
}) => {
  await chooseLayout(page, { layout: 'side' })
  const menu = page.getByRole('navigation', { name: '主导航' })
  await menu.getByRole('link', { name: '账单列表' }).click()
  await page.locator('tbody tr[data-row-key] a').first().click()
  await expect(page).toHaveURL(/payPalBill\/list\/.+/)
  await expect(menu.getByRole('link', { name: '账单列表' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: '收起菜单' }).click()
  await page.reload()
  await menu.getByRole('menuitem', { name: '首页' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('首页')
  await page.getByRole('button', { name: '展开菜单' }).click()
  await expect(menu.getByRole('link', { name: '账单列表' })).toBeVisible()
})

test('mixed navigation has groups above and the group’s pages at the side', async ({ page }) => {
  await chooseLayout(page, { layout: 'mix' })
  const groups = page.getByRole('navigation', { name: '主导航' })
  await expect(page.locator('aside')).toHaveCount(0)
  await groups.getByRole('link', { name: '财务管理' }).click()
  await expect(page).toHaveURL('/finance/payPalBill')
  await page
    .getByRole('navigation', { name: '财务管理' })
    .getByRole('link', { name: '交易记录' })
    .click()
  await expect(page).toHaveURL('/finance/transaction')
  await expect(groups.getByRole('menuitem', { name: '财务管理' })).toHaveClass(/selected/)
})

test('another navigation keeps what is on the page', async ({ page }) => {
  await page.goto('/payPalBill/list')
  const search = page.getByRole('searchbox').or(page.locator('main input[type=text]')).first()
  await search.fill('not yet sent')
  for (const layout of ['side', 'mix', 'top']) {
    await chooseLayout(page, { layout })
    await expect(search).toHaveValue('not yet sent')
  }
})

test.describe('spec §9: breakpoints 576, 768, 992, 1200, 1600', () => {
  // Each page is opened once and then resized: a resized window has the same layout as one that
  // opened at that width.
  for (const path of ['/welcome', '/payPalBill/list', '/finance/transaction', '/account/settings'])
    test(`nothing of ${path} sticks out sideways`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      for (const width of [1600, 1200, 992, 768, 576, 390]) {
        await page.setViewportSize({ width, height: 800 })
        const sticking = () =>
          page.evaluate(() => [
            window.innerWidth,
            Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
          ])
        await expect.poll(sticking).toEqual([width, 0])
      }
    })

  test('on a phone the menu is behind a button', { tag: '@gate' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.reload()
    await page.getByRole('button', { name: '打开菜单' }).click()
    await page
      .getByRole('dialog', { name: '主导航' })
      .getByRole('link', { name: '账单列表' })
      .click()
    await expect(page).toHaveURL('/payPalBill/list')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

test('the keyboard reaches the content, the menu and the user menu', async ({ page }) => {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到主要内容' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await page.getByRole('menuitem', { name: '账单管理' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: '账单列表' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/payPalBill/list')
  await page.getByRole('button', { name: /周敏/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible()
})
