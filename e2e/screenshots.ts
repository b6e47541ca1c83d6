/** `npm run screenshots`: every page at 1440 and 390 px, in both languages, light and dark, into screenshots/. For people to look at. */
import { expect, test } from './fixtures.ts'
import { pages } from './pages.ts'

const widths = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

for (const locale of ['zh-CN', 'en-US'])
  for (const theme of ['light', 'realDark'])
    for (const [size, viewport] of Object.entries(widths))
      test(`${locale} ${theme} ${size}`, async ({ page, signInAs }) => {
        test.setTimeout(180_000)
        await page.setViewportSize(viewport)
        await page.addInitScript(
          ([chosen, choices]) => {
            localStorage.setItem('umi_locale', chosen as string)
            localStorage.setItem('PaypalManageLayout', choices as string)
          },
          [locale, JSON.stringify({ navTheme: theme })],
        )
        const shoot = async (name: string) => {
          await page.waitForTimeout(300)
          await page.screenshot({
            path: `screenshots/${locale}-${theme === 'light' ? 'light' : 'dark'}-${size}-${name}.png`,
            animations: 'disabled',
          })
        }
        await page.goto('/user/login')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await shoot('login')
        await signInAs('super')
        for (const { path } of [...pages, { path: '/nowhere' }]) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
          if (path === '/payPalBill/list') await expect(page.locator('tbody tr[data-row-key]').first()).toBeVisible()
          await shoot(
            path
              .slice(1)
              .replace(/\/0190[\w-]+/, '-detail')
              .replaceAll('/', '-'),
          )
        }
      })
