import { expect, test, type Who } from '../lib/fixtures.ts'
import { pages } from '../lib/pages.ts'
import { visit } from '../lib/walk.ts'

const people: Who[] = ['super', 'admin', 'finance', 'wangfang']

/**
 * The first page that each set of people may open is loaded by its URL, as from a bookmark. The
 * rest are visited as by links, which have the same guards.
 */
const isFirstOfItsKind = (index: number) =>
  pages.findIndex(({ allowed }) => String(allowed) === String(pages[index]?.allowed)) === index

test.describe('spec §2: every page, by direct URL', () => {
  for (const who of people)
    test(`${who} opens what is allowed and gets 403 for the rest`, async ({ page, signInAs }) => {
      test.setTimeout(180_000)
      await signInAs(who)
      for (const [index, { path, zh, allowed }] of pages.entries()) {
        await (isFirstOfItsKind(index) ? page.goto(path) : visit(page, path))
        await expect(page).toHaveURL(path)
        const heading = page.getByRole('heading', { level: 1 })
        if (allowed.includes(who)) {
          await expect(page, path).toHaveTitle(`${zh} - 收款管理`)
          await expect(heading, path).toHaveCount(1)
        } else await expect(heading, path).toHaveText('没有访问权限')
        await expect(page.getByRole('banner')).toBeVisible()
      }
    })

  test('nobody: every page leads to the login page and remembers where it was', async ({
    page,
  }) => {
    test.setTimeout(180_000)
    for (const [index, { path }] of pages.entries()) {
      await (isFirstOfItsKind(index) ? page.goto(path) : visit(page, path))
      await expect(page).toHaveURL(`/user/login?redirect=${encodeURIComponent(path)}`)
    }
  })
})

test.describe('spec §2: redirects', () => {
  for (const [from, to] of [
    ['/', '/welcome'],
    ['/payPalBill', '/payPalBill/list'],
    ['/finance', '/finance/payPalBill'],
    ['/admin', '/admin/user'],
    ['/system', '/system/roles'],
    ['/user', '/user/login'],
  ] as const)
    test(`${from} redirects to ${to}`, async ({ page, signInAs }) => {
      await signInAs('super')
      await page.goto(from)
      await expect(page).toHaveURL(to)
    })

  test('a group that may not be opened is a 403, not a redirect', async ({ page, signInAs }) => {
    await signInAs('wangfang')
    await page.goto('/system')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('没有访问权限')
  })
})

test('any other path is the 404 page without the layout', { tag: '@gate' }, async ({
  page,
  signInAs,
}) => {
  await signInAs('admin')
  for (const path of [
    '/nowhere',
    '/payPalBill/list/a/b',
    '/welcome/x',
    '/Welcome',
    '/paypalbill/list',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('页面不存在')
    await expect(page.getByRole('banner')).toHaveCount(0)
  }
})

test.describe('spec §6: the menu holds what the user may open', () => {
  const menus: Record<string, string[]> = {
    super: ['首页', '账单管理', '财务管理', '系统管理', '平台管理'],
    admin: ['首页', '账单管理', '财务管理', '系统管理'],
    finance: ['首页', '账单管理', '财务管理'],
    wangfang: ['首页', '账单管理'],
  }
  for (const [who, items] of Object.entries(menus))
    test(`${who} sees ${items.join('、')}`, async ({ page, signInAs }) => {
      await signInAs(who as Who)
      await page.goto('/welcome')
      const navigation = page.getByRole('navigation', { name: '主导航' })
      await expect(navigation.getByRole('menuitem')).toHaveText(items)
    })

  test('an operator’s bill menu has the list and not the customers, which need a permission that operators lack', async ({
    page,
    signInAs,
  }) => {
    await signInAs('wangfang')
    await page.goto('/welcome')
    await page.getByRole('menuitem', { name: '账单管理' }).hover()
    await expect(page.getByRole('link', { name: '账单列表' })).toBeVisible()
    await expect(page.getByRole('link', { name: '客户列表' })).toHaveCount(0)
  })
})

test('spec §2: page code is loaded on demand', async ({ page, signInAs }) => {
  await signInAs('admin')
  const scripts: string[] = []
  page.on(
    'request',
    (request) =>
      request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname),
  )
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const before = scripts.length
  await page.getByRole('menuitem', { name: '账单管理' }).hover()
  await page.getByRole('link', { name: '账单列表' }).click()
  // Home has tables of its own: the list is there with its rows.
  await expect(page.locator('tr[data-row-key]').first()).toBeVisible()
  expect(scripts.slice(before).some((path) => path.includes('BillListPage'))).toBe(true)
})

test('spec §8: a page chunk that fails to load is a screen that offers to try again', async ({
  page,
  signInAs,
  allow,
}) => {
  await signInAs('admin')
  allow(
    /ERR_FAILED|ChunkLoadError|Failed to fetch dynamically imported module|Failed to load a part of the page/,
  )
  // The request for the chunk fails, as after a deployment that removed it.
  await page.route(/BillListPage-[\w-]+\.js/, (route) => route.abort())
  await page.goto('/payPalBill/list')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('页面加载失败')
  await page.unroute(/BillListPage-[\w-]+\.js/)
  await page.getByRole('button', { name: /重\s*试/ }).click()
  await expect(page.getByRole('table')).toBeVisible()
})
