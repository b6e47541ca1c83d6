import { test as base, expect, type Page } from '@playwright/test'
import { tokenKey } from '../../stack/session.ts'
import { openSession, showFactor } from './database.ts'
import { e2ePassword } from './password.ts'

export type Who = 'super' | 'admin' | 'finance' | 'wangfang' | 'lilei' | 'zhaomin' | 'harbor-admin'

/**
 * Chromium reports every HTTP status ≥ 400 on its own; tests that provoke one assert
 * what the user sees.
 */
const reportedByChromium = /Failed to load resource: the server responded with a status of/

/** Reported because playwright.config.ts blocks service workers. */
const blockedWorker = /Service Worker registration blocked by Playwright/

type Fixtures = {
  /**
   * No test may end with a console error or warning, or an uncaught error, on its page. `allow`
   * names the ones that the test itself provokes, for instance by cutting the connection.
   */
  allow: (pattern: RegExp) => void
  signInAs: (who: Who, options?: { locale?: string }) => Promise<string>
}

const tokens = new Map<Who, Promise<string>>()

/**
 * Signs in through the API and returns the token, of a session that is asked for no second factor.
 */
export async function tokenOf(
  baseURL: string,
  who: Who,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await fetch(`${baseURL}/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username: who, password: e2ePassword, remember: true }),
  })
  const { data } = (await response.json()) as { data: { token?: string } }
  const token = data.token ?? (await openSession(who, headers['user-agent'] ?? 'node'))
  await showFactor(token)
  return token
}

export const test = base.extend<Fixtures>({
  allow: [
    async ({ page }, use) => {
      const allowed = [reportedByChromium, blockedWorker]
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          complaints.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
      await use((pattern) => void allowed.push(pattern))
      expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual(
        [],
      )
    },
    { auto: true },
  ],
  signInAs: async ({ page, baseURL }, use) => {
    await use(async (who, options = {}) => {
      const pending = tokens.get(who) ?? tokenOf(baseURL as string, who)
      tokens.set(who, pending)
      const token = await pending
      await page.addInitScript(
        ([key, value, locale]) => {
          // Runs only the first time: a test that signs out must stay signed out after a reload.
          if (sessionStorage.getItem('e2e')) return
          sessionStorage.setItem('e2e', '1')
          localStorage.setItem(key as string, value as string)
          if (locale) localStorage.setItem('umi_locale', locale)
        },
        [tokenKey, token, options.locale],
      )
      return token
    })
  },
})

export { expect, type Page, tokenKey }

/** For whoever looks at what a story shows: `E2E_PICTURES=<folder>` keeps a picture of it. */
export async function picture(page: Page, name: string) {
  if (process.env.E2E_PICTURES)
    await page.screenshot({ path: `${process.env.E2E_PICTURES}/${name}.png` })
}
