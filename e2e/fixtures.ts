import { test as base, expect, type Page } from '@playwright/test'
import { e2ePassword } from './password.ts'

export type Who = 'super' | 'admin' | 'finance' | 'wangfang' | 'lilei' | 'zhaomin' | 'harbor-admin'
export const tokenKey = 'PaypalManageToken'

/** What the console may print without a test failing, each with its reason. */
const allowed: RegExp[] = [
  // Chromium reports every HTTP status ≥ 400 by itself; tests that provoke one assert what the user sees.
  /Failed to load resource: the server responded with a status of/,
]

type Fixtures = {
  /** Complaints of the page so far: console errors and warnings, uncaught errors. Must be empty at the end of every test. */
  complaints: string[]
  signInAs: (who: Who, options?: { locale?: string }) => Promise<string>
}

const tokens = new Map<Who, Promise<string>>()

async function tokenOf(baseURL: string, who: Who): Promise<string> {
  const response = await fetch(`${baseURL}/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: who, password: e2ePassword, remember: true }),
  })
  return ((await response.json()) as { data: { token: string } }).data.token
}

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        const relevant = message.type() === 'error' || message.type() === 'warning'
        if (relevant && !allowed.some((pattern) => pattern.test(message.text()))) complaints.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
      await use(complaints)
      expect(complaints).toEqual([])
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
          // Only the first time: a test that signs out must stay signed out after a reload.
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

export { expect, type Page }
