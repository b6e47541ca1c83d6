/** Shared by the stories about signing in. */
import { type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Sent } from '../../world/outside.ts'
import { openSession, showFactor } from './database.ts'
import { tokenKey } from './fixtures.ts'
import { e2ePassword } from './password.ts'
import { type StoryPerson, usernameOf } from './people.ts'

const base = process.env.E2E_URL ?? ''
const storyAgent = 'Mozilla/5.0 (iPhone) Safari/605'

type Answer<T> = {
  status: number
  body: { success: boolean; data: T; errorCode: string | number | null }
}

export async function api<T>(
  method: string,
  path: string,
  options: { token?: string; body?: unknown } = {},
): Promise<Answer<T>> {
  const response = await fetch(base + path, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: options.token ?? '',
      'user-agent': storyAgent,
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  return { status: response.status, body: (await response.json()) as Answer<T>['body'] }
}

/** A session of somebody who has shown the password only. */
export async function passwordTokenFor(username: string, password = e2ePassword): Promise<string> {
  const { body } = await api<{ token?: string }>('POST', '/api/login/account', {
    body: { username, password },
  })
  return body.data.token ?? openSession(username, storyAgent)
}

/** A session that is asked for no second factor. */
export async function tokenFor(username: string, password = e2ePassword): Promise<string> {
  const token = await passwordTokenFor(username, password)
  await showFactor(token)
  return token
}

/** The user of this story for the current try. */
export const storyUser = (person: Exclude<StoryPerson, 'boss'>) =>
  usernameOf(person, test.info().retry)

/** Opens a page as someone, in a session of their own. */
export async function openAs(page: Page, username: string, path: string, locale = 'zh-CN') {
  const token = await tokenFor(username)
  await openWith(page, token, path, locale)
  return token
}

/** Opens a page in a session that exists already. */
export async function openWith(page: Page, token: string, path: string, locale: string) {
  await page.goto('/logo.svg')
  await page.evaluate(
    ([key, value, language]) => {
      localStorage.setItem(key as string, value as string)
      localStorage.setItem('umi_locale', language as string)
    },
    [tokenKey, token, locale],
  )
  await page.goto(path)
}

export async function signInByForm(page: Page, username: string, password = e2ePassword) {
  await page.goto('/user/login')
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^登\s*录$/ }).click()
}

/** The authenticator's code, `steps` ahead, because a used code is no longer valid. */
export const totpCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

/** The newest message to someone that matches the pattern. */
export async function sentTo(to: string, pattern: RegExp): Promise<string> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const sent = (await (await fetch(process.env.E2E_OUTBOX ?? '')).json()) as Sent[]
    const found = sent.findLast((one) => one.to === to && pattern.test(one.text))
    if (found) return pattern.exec(found.text)?.[1] ?? found.text
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`Nothing like ${pattern} was sent to ${to}`)
}
