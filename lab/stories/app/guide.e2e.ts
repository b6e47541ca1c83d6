import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../lib/fixtures.ts'
import { openAs } from '../lib/stories.ts'

for (const { locale, help, title } of [
  { locale: 'zh-CN', help: '使用指南（在新标签页打开）', title: '客户与账单' },
  { locale: 'en-US', help: 'User guide (opens in a new tab)', title: 'Customers and bills' },
])
  test(`the question mark of the bill list opens the guide about bills, ${locale}`, async ({
    page,
    context,
    browser,
  }) => {
    await openAs(page, 'zd-ops', '/payPalBill/list', locale)
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: help }).click()
    const guide = await opened
    await expect(guide).toHaveURL(`/guide/${locale}/bill`)
    await expect(guide.getByRole('heading', { level: 1 })).toHaveText(title)
    const pictures = guide.getByRole('main').getByRole('img')
    await expect(pictures).toHaveCount(3)
    for (const picture of await pictures.all())
      await expect
        .poll(() =>
          picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
        )
        .toBeGreaterThan(300)
    const { violations } = await new AxeBuilder({ page: guide }).analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`),
    ).toEqual([])

    if (locale !== 'zh-CN') return
    // The guide is readable without signing in, in dark mode and on a phone, and nothing is wider
    // than the screen.
    const stranger = await (
      await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    ).newPage()
    await stranger.goto(guide.url())
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(title)
    expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(
      (await new AxeBuilder({ page: stranger }).analyze()).violations.map(({ id }) => id),
    ).toEqual([])
  })
