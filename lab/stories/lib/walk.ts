/** Visits many pages quickly, like a person who stays in the app. */
import type { Page } from '@playwright/test'

const layoutKey = 'PaypalManageLayout'

/**
 * Goes to another page without loading the app again, as a link does. Before the first page stands,
 * nobody listens yet.
 */
export async function visit(page: Page, path: string) {
  await page.locator('main').first().waitFor({ state: 'attached' })
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

/** Changes the layout in place, as a choice in another tab does. */
export const chooseLayout = (page: Page, choices: object) =>
  page.evaluate(
    ([key, changed]) => {
      const chosen = JSON.parse(localStorage.getItem(key as string) ?? '{}')
      localStorage.setItem(key as string, JSON.stringify({ ...chosen, ...(changed as object) }))
      dispatchEvent(new StorageEvent('storage', { key: key as string }))
    },
    [layoutKey, choices] as const,
  )

export async function paint(page: Page, navTheme: 'light' | 'realDark') {
  await chooseLayout(page, { navTheme })
  await page
    .locator(`html[data-theme=${navTheme === 'light' ? 'light' : 'dark'}]`)
    .waitFor({ state: 'attached' })
}
