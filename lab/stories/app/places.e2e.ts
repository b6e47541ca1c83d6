import { expect, type Page, test } from '../lib/fixtures.ts'
import { chooseLayout } from '../lib/walk.ts'

/**
 * What is wrong with the places of header, side menu and page, in words; nothing if all is well.
 */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const [header, aside, main] = [boxOf('header'), boxOf('aside'), boxOf('main')]
    const meet = (a?: DOMRect, b?: DOMRect) =>
      a !== undefined &&
      b !== undefined &&
      a.left < b.right - 1 &&
      b.left < a.right - 1 &&
      a.top < b.bottom - 1 &&
      b.top < a.bottom - 1
    const shown = [...document.querySelectorAll('header button, header select, header nav')].map(
      (one) => one.getBoundingClientRect(),
    )
    const tools = shown.filter(({ width }) => width > 0)
    const isInside = ({ left, right, top, bottom }: DOMRect) =>
      header !== undefined &&
      left >= header.left &&
      right <= header.right &&
      top >= header.top &&
      bottom <= header.bottom
    return [
      document.documentElement.scrollWidth > window.innerWidth && 'the page scrolls sideways',
      meet(header, main) && 'the header lies over the page',
      meet(header, aside) && 'the header lies over the side menu',
      meet(aside, main) && 'the side menu lies over the page',
      tools.length < 6 && 'tools are missing',
      !tools.every(isInside) && 'a tool is outside the header',
      tools.some((one, index) => tools.slice(index + 1).some((other) => meet(one, other))) &&
        'tools lie over each other',
    ].filter(Boolean)
  })

// One load for each direction: choices and widths change in place.
for (const [locale, direction] of [
  ['zh-CN', 'left to right'],
  ['ar-EG', 'right to left'],
] as const)
  test(`every navigation at every width, ${direction}: tools, menu and page have their own places`, async ({
    page,
    signInAs,
  }) => {
    await signInAs('super', { locale })
    await page.goto('/finance/transaction')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const layout of ['top', 'side', 'mix'])
      for (const menuFolded of layout === 'top' ? [false] : [false, true]) {
        await chooseLayout(page, { layout, menuFolded })
        for (const width of [1920, 1440, 1200, 992, 768, 390]) {
          await page.setViewportSize({ width, height: 800 })
          const aside = layout === 'top' || width < 992 ? 0 : 1
          await expect(page.locator('aside')).toHaveCount(aside)
          await expect
            .poll(async () => [layout, menuFolded, width, await misplaced(page)])
            .toEqual([layout, menuFolded, width, []])
        }
      }
  })
