import { expect, type Page, test } from '../lib/fixtures.ts'
import { visit } from '../lib/walk.ts'

test.describe('spec §2, §4: languages', () => {
  test('the selector lists about fifty locales by their own names', async ({ page }) => {
    await page.goto('/user/login')
    const options = page.getByRole('combobox', { name: '语言' }).locator('option')
    await expect.poll(() => options.count()).toBeGreaterThanOrEqual(50)
    for (const [code, name] of [
      ['en-US', 'English'],
      ['zh-CN', '简体中文'],
      ['zh-TW', '繁體中文'],
      ['ja-JP', '日本語'],
    ] as const)
      await expect(options.and(page.locator(`[value="${code}"]`))).toHaveText(name)
  })

  test('choosing one is kept under umi_locale and reloads the page', async ({ page, signInAs }) => {
    await signInAs('admin')
    await page.goto('/payPalBill/list')
    await expect(page.getByRole('columnheader', { name: '账单号' })).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('combobox', { name: '语言' }).selectOption('en-US')
    await reloaded
    expect(await page.evaluate(() => localStorage.getItem('umi_locale'))).toBe('en-US')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await expect(page.getByRole('columnheader', { name: 'Customer' })).toBeVisible()
    await expect(page).toHaveURL('/payPalBill/list')
  })

  test('the default is zh-CN when nothing else is found', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale: 'xx', ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await page.goto('/user/login')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await context.close()
  })

  test('a locale without a pack of its own falls back: zh-TW to Chinese, ja-JP to English, with antd and dates in theirs', {
    tag: '@gate',
  }, async ({ page, signInAs }) => {
    await signInAs('admin', { locale: 'ja-JP' })
    await page.goto('/payPalBill/list')
    await expect(page.getByRole('columnheader', { name: 'Customer' })).toBeVisible()
    await page.goto('/admin/user')
    await expect(page.getByText('件 / ページ').first()).toBeVisible()
    await page.goto('/payPalBill/list')
    await page.evaluate(() => localStorage.setItem('umi_locale', 'zh-TW'))
    await page.reload()
    await expect(page.getByRole('columnheader', { name: '账单号' })).toBeVisible()
  })

  for (const [locale, direction] of [
    ['he-IL', 'rtl'],
    ['ar-EG', 'rtl'],
    ['fa-IR', 'rtl'],
    ['ku-IQ', 'rtl'],
    ['de-DE', 'ltr'],
  ] as const)
    test(`${locale} is ${direction}`, async ({ page, signInAs }) => {
      await signInAs('admin', { locale })
      await page.goto('/payPalBill/list')
      await expect(page.getByRole('table')).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('dir', direction)
      const box = await page.getByRole('button', { name: /周敏/ }).boundingBox()
      expect((box?.x ?? 0) < 720).toBe(direction === 'rtl')
      // Amounts read left to right in every language.
      await expect.poll(() => page.locator('tbody bdi[dir="ltr"]').count()).toBeGreaterThan(10)
    })

  test('right to left, every text and figure of ours runs in its own direction', async ({
    page,
    signInAs,
  }) => {
    await signInAs('admin', { locale: 'ar-EG' })
    await page.goto('/welcome')
    for (const path of [
      '/welcome',
      '/finance/transaction',
      '/payPalBill/list/new',
      '/payPalBill/list',
    ]) {
      await visit(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(async () => [path, await turnedTexts(page)]).toEqual([path, []])
    }
    await page.locator('tbody tr[data-row-key] a').first().click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect.poll(() => turnedTexts(page)).toEqual([])
    const title = await page.getByRole('heading', { level: 2 }).first().innerText()
    expect(title.replace(/[\u2068\u2069]/g, '')).toMatch(/^Bill CX-/)
  })
})

/**
 * Texts in Latin letters or Chinese whose last character does not stand at the right of their
 * first, although both are on one line.
 */
const turnedTexts = (page: Page) =>
  page.evaluate(() => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const turned: string[] = []
    let seen = 0
    while (nodes.nextNode()) {
      const text = nodes.currentNode.nodeValue ?? ''
      const [first, last] = [
        text.search(/[^\s\u2068\u2069]/),
        text.search(/[^\s\u2068\u2069][\s\u2068\u2069]*$/),
      ]
      if (
        last <= first ||
        /\p{Script=Arabic}/u.test(text) ||
        nodes.currentNode.parentElement?.closest('option, script, style')
      )
        continue
      const boxOf = (at: number) => {
        const range = document.createRange()
        range.setStart(nodes.currentNode, at)
        range.setEnd(nodes.currentNode, at + 1)
        return range.getBoundingClientRect()
      }
      const [begin, end] = [boxOf(first), boxOf(last)]
      if (begin.width === 0 || Math.abs(begin.top - end.top) > 4) continue
      seen++
      if (begin.left >= end.left) turned.push(text)
    }
    return seen < 20 ? ['too few texts were seen'] : turned
  })
