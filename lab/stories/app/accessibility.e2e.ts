import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '../lib/fixtures.ts'
import { pages } from '../lib/pages.ts'
import { paint, visit } from '../lib/walk.ts'

/** Pages that are checked after their rows have loaded. */
const tables = [
  '/payPalBill/list',
  '/payPalBill/customer',
  '/finance/payPalBill',
  '/admin/user',
  '/admin/auditLog',
  '/system/company',
]

/**
 * Dialogs that open over a page: the page's path, and how to open them (the nth button of the
 * page's head or of its first row).
 */
const dialogs: [name: string, path: string, open: (page: Page) => Promise<void>][] = [
  [
    'new company',
    '/system/company',
    (page) => page.locator('main .ant-btn-primary').first().click(),
  ],
  [
    'suspend a company',
    '/system/company?name=harbor',
    (page) => page.locator('tbody tr[data-row-key] button').nth(2).click(),
  ],
  [
    'switch company',
    '/system/company',
    (page) => page.locator('button[title=切换公司]').first().click(),
  ],
  ['palette', '/payPalBill/list', (page) => page.keyboard.press('Control+k')],
  ['keys', '/payPalBill/list', (page) => page.keyboard.press('?')],
  [
    'new customer',
    '/payPalBill/customer',
    (page) => page.locator('main .ant-btn-primary').first().click(),
  ],
  [
    'import bills',
    '/payPalBill/list',
    (page) => page.locator('main h1 ~ span button').nth(1).click(),
  ],
  [
    'new rule',
    '/admin/settings?tab=rules',
    (page) => page.locator('main .ant-btn-primary').first().click(),
  ],
  [
    'remind of a bill',
    '/payPalBill/list?status=sent',
    (page) => page.locator('tbody tr[data-row-key] button', { hasText: '催款' }).first().click(),
  ],
  ['invite a user', '/admin/user', (page) => page.locator('main .ant-btn-primary').first().click()],
  [
    'roles of a user',
    '/admin/user',
    (page) => page.locator('tbody tr[data-row-key] button').nth(1).click(),
  ],
  [
    'move a user',
    '/admin/user',
    async (page) => {
      await page.locator('tbody tr[data-row-key] button[aria-haspopup=menu]').first().click()
      await page.getByRole('menuitem').filter({ visible: true }).last().waitFor()
      await page.locator('.ant-dropdown-menu-item').first().click()
    },
  ],
]

/**
 * Waits for the end of colour transitions: axe must see the final colours. Spinners never end, so
 * they are not waited for.
 */
const settled = (page: Page) =>
  page.evaluate(async () => {
    // An animation that was just requested begins with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    const all = Promise.allSettled(ending.map(({ finished }) => finished))
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 2000))])
  })

/**
 * Checks the light theme by every rule, then the dark theme in place by contrast only, because it
 * changes nothing but colours. Direction and navigation change neither colours nor names, so two
 * pages stand for all (below).
 */
async function violationsOf(page: Page, within = 'html') {
  const light = await seriousOf(page, new AxeBuilder({ page }).include(within))
  await paint(page, 'realDark')
  const dark = await seriousOf(
    page,
    new AxeBuilder({ page }).include(within).withRules('color-contrast'),
  )
  await paint(page, 'light')
  return [...light, ...dark.map((text) => `dark ${text}`)]
}

async function seriousOf(page: Page, axe: AxeBuilder) {
  await settled(page)
  // A message is half transparent while it comes or goes, and it may come at any moment.
  const { violations, passes } = await axe.setLegacyMode().exclude('[data-toasts]').analyze()
  // A page that axe could not look into would pass everything.
  expect(passes.flatMap(({ nodes }) => nodes).length).toBeGreaterThan(3)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`,
    )
}

test.describe('axe finds nothing serious or critical, light and dark', () => {
  const seen = async (page: Page, what: string, within?: string) =>
    expect([what, await violationsOf(page, within)]).toEqual([what, []])

  test('login, with its messages', { tag: '@gate' }, async ({ page }) => {
    await page.goto('/user/login')
    await page.locator('form button[type=submit]').first().click()
    await expect(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true')
    await seen(page, 'account')
    await page.getByRole('tab').nth(1).click()
    await seen(page, 'phone')
  })

  test('the other pages of signing in', async ({ page }) => {
    for (const path of [
      '/user/forgot',
      '/user/reset#token=x',
      '/user/undoEmail#token=x',
      '/user/invitation',
      '/user/oidc',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await seen(page, path)
    }
  })

  test('every section and tab of the settings', async ({ page, signInAs }) => {
    test.setTimeout(300_000)
    await signInAs('admin')
    const sections = ['security', 'binding', 'notification'].map(
      (section) => `/account/settings?section=${section}`,
    )
    const tabs = ['routing', 'approval', 'reconciliation', 'security', 'notifications', 'rules']
    for (const path of [...sections, ...tabs.map((tab) => `/admin/settings?tab=${tab}`)]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible({ timeout: 30_000 })
      await seen(page, path)
    }
  })

  // The pages are split in halves, so that both workers have one.
  for (const half of [0, 1])
    test(`every page, half ${half + 1}`, async ({ page, signInAs }) => {
      test.setTimeout(400_000)
      await signInAs('super')
      await page.goto('/account/settings')
      const all = [...pages.map(({ path }) => path), '/nowhere']
      for (const path of all.filter((_, index) => index % 2 === half)) {
        await page.locator('h1').evaluate((heading) => heading.setAttribute('data-last', ''))
        await visit(page, path)
        await expect(page).toHaveURL(path)
        // The address is new at once, and the page before stays until the next one has been loaded.
        await expect(page.locator('h1:not([data-last])')).toBeAttached()
        if (tables.includes(path))
          await expect(page.locator('tbody tr[data-row-key]').first()).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await seen(page, path)
      }
    })

  test('the matrix, permissions, and an unfolded audit entry', async ({ page, signInAs }) => {
    test.setTimeout(300_000)
    await signInAs('super')
    await page.goto('/system/roles')
    await page.locator('main input[type=checkbox]:enabled').first().click()
    await seen(page, 'matrix')
    await page.goto('/system/roles?tab=permissions')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible({ timeout: 30_000 })
    await seen(page, 'permissions')
    await page.goto('/admin/auditLog')
    await page.locator('.ant-table-row-expand-icon').first().click()
    await expect(page.locator('dl').first()).toBeVisible()
    await seen(page, 'audit entry')
  })

  test('drawers and dialogs', async ({ page, signInAs }) => {
    test.setTimeout(300_000)
    await signInAs('super')
    for (const [what, path, open] of dialogs) {
      // The page is loaded anew: a dialog would vanish with a page that is being left.
      await page.goto(path)
      // Another story makes the rules, perhaps later than this one.
      const arrived = path.includes('tab=rules')
        ? page.getByRole('tabpanel').locator('table')
        : page.locator('tbody tr[data-row-key]')
      await expect(arrived.first()).toBeVisible({ timeout: 30_000 })
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await open(page)
      await expect(page.getByRole('dialog')).toBeVisible()
      // Another story checks the page behind the dialog.
      await seen(page, what, '[role=dialog]')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
  })

  test('403, the layout panel and the user menu', async ({ page, signInAs }) => {
    await signInAs('wangfang')
    await page.goto('/admin/user')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await seen(page, '403')
    await page.getByRole('button', { name: /^(布局设置|Layout settings)$/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await seen(page, 'layout panel')
  })
})

for (const [look, locale, layout] of [
  ['side navigation in English', 'en-US', '{"layout":"side"}'],
  ['mixed navigation, folded', 'zh-CN', '{"layout":"mix","menuFolded":true}'],
  ['right to left', 'ar-EG', '{}'],
] as const)
  test(`axe finds nothing serious or critical: ${look}`, async ({ page, signInAs }) => {
    await page.addInitScript(
      (choices) => localStorage.setItem('PaypalManageLayout', choices),
      layout,
    )
    await signInAs('super', { locale })
    for (const path of ['/welcome', '/payPalBill/list']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect([path, await seriousOf(page, new AxeBuilder({ page }))]).toEqual([path, []])
    }
  })
