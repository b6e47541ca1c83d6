import { expect, type Page, test, tokenKey, tokenOf } from '../lib/fixtures.ts'
import { e2ePassword } from '../lib/password.ts'

const storedToken = (page: Page) => page.evaluate((key) => localStorage.getItem(key), tokenKey)
async function fillIn(page: Page, username: string, password: string) {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
}
/** A busy button takes no click: the form is still at its last attempt. */
const submit = (page: Page) =>
  page.locator('form button[type=submit]:not([aria-busy=true])').click()

test('signing in returns to the page that was asked for, with the token under PaypalManageToken, sent raw', {
  tag: '@gate',
}, async ({ page }) => {
  await page.goto('/payPalBill/list?status=paid')
  await expect(page).toHaveURL(
    `/user/login?redirect=${encodeURIComponent('/payPalBill/list?status=paid')}`,
  )
  await fillIn(page, 'zhaomin', e2ePassword)
  const listed = page.waitForRequest(/\/api\/payPalBill/)
  await submit(page)
  await expect(page.getByText('登录成功')).toBeVisible()
  await expect(page).toHaveURL('/payPalBill/list?status=paid')
  const token = await storedToken(page)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect((await listed).headers().authorization).toBe(token)
})

test('GET /api/currentUser is called at startup except on the login page', async ({
  page,
  signInAs,
}) => {
  const asked: string[] = []
  page.on(
    'request',
    (request) =>
      request.url().includes('/api/currentUser') &&
      asked.push(request.headers().authorization ?? ''),
  )
  await page.goto('/user/login')
  await expect(page.getByLabel('用户名')).toBeVisible()
  expect(asked).toEqual([])
  const token = await signInAs('admin')
  await page.goto('/welcome')
  await expect(page.getByRole('banner')).toBeVisible()
  expect(asked).toEqual([token])
})

test('a wrong password says so in the form and gives no token', async ({ page }) => {
  await page.goto('/user/login')
  await fillIn(page, 'zhaomin', 'not-the-password')
  await submit(page)
  await expect(page.getByRole('alert')).toHaveText(/用户名或密码错误/)
  await expect(page).toHaveURL('/user/login')
  expect(await storedToken(page)).toBeNull()
})

test('too many attempts are refused with the time to wait', async ({ page }) => {
  test.setTimeout(180_000)
  await page.goto('/user/login')
  for (let attempt = 0; attempt <= 10; attempt++) {
    await fillIn(page, 'somebody-who-is-not-there', `guess ${attempt}`)
    const answered = page.waitForResponse(/login\/account/)
    await submit(page)
    await answered
  }
  await expect(page.getByRole('alert')).toHaveText(/尝试次数过多，请 \d+ 分钟后再试/)
})

test.describe('spec §5: messages of the login form', () => {
  const packs = {
    'zh-CN': {
      submit: /^登\s*录$/,
      username: '请输入用户名',
      password: '请输入密码',
      phoneTab: '手机号登录',
      phone: '请输入手机号',
      code: '请输入验证码',
      invalid: '手机号格式不正确',
      getCode: '获取验证码',
    },
    'en-US': {
      submit: /^Login$/,
      username: 'Please input your username!',
      password: 'Please input your password!',
      phoneTab: /phone/i,
      phone: 'Please input your phone number!',
      code: 'Please input verification code!',
      invalid: 'Phone number is invalid!',
      getCode: 'Get Code',
    },
  } as const
  for (const [locale, texts] of Object.entries(packs))
    test(`account and phone tabs in ${locale}`, async ({ page }) => {
      await page.addInitScript((value) => localStorage.setItem('umi_locale', value), locale)
      await page.goto('/user/login')
      await page.getByRole('button', { name: texts.submit }).click()
      await expect(page.getByText(texts.username)).toBeVisible()
      await expect(page.getByText(texts.password)).toBeVisible()
      await page.getByRole('tab', { name: texts.phoneTab }).click()
      await page.getByRole('button', { name: texts.submit }).click()
      await expect(page.getByText(texts.phone)).toBeVisible()
      await expect(page.getByText(texts.code)).toBeVisible()
      await page.getByRole('textbox').first().fill('123')
      await page.getByRole('button', { name: texts.getCode }).click()
      await expect(page.getByText(texts.invalid)).toBeVisible()
    })

  test('Get Code counts down in seconds', async ({ page }) => {
    await page.clock.install()
    await page.goto('/user/login')
    await page.getByRole('tab', { name: '手机号登录' }).click()
    await page.getByRole('textbox').first().fill('13800138000')
    await page.getByRole('button', { name: '获取验证码' }).click()
    const waiting = page.getByRole('button', { name: /\d+ ?秒/ })
    await expect(waiting).toBeDisabled()
    const seconds = async () => Number(/\d+/.exec((await waiting.textContent()) ?? '')?.[0])
    const first = await seconds()
    expect(first).toBeGreaterThan(30)
    expect(first).toBeLessThanOrEqual(60)
    // In another tab the service refuses, and its word is what the button counts from.
    const other = await page.context().newPage()
    await other.route('**/api/login/captcha', async (route) => {
      const answer = await route.fetch()
      expect([answer.status(), (await answer.json()).errorCode]).toEqual([429, 'login.codeTooSoon'])
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'retry-after': '17' },
      })
    })
    await other.goto('/user/login')
    await other.getByRole('tab', { name: '手机号登录' }).click()
    await other.getByRole('textbox').first().fill('13800138000')
    await other.getByRole('button', { name: '获取验证码' }).click()
    await expect(other.getByRole('button', { name: /^1[67] ?秒/ })).toBeDisabled()
    await other.close()
    await expect.poll(seconds).toBeLessThan(first)
    for (let second = 0; second < 60; second++) await page.clock.runFor(1000)
    await expect(page.getByRole('button', { name: '获取验证码' })).toBeEnabled()
  })

  test('remember me, forgot password, other methods and register are there; registering explains whom to ask', async ({
    page,
  }) => {
    await page.goto('/user/login')
    await expect(page.getByRole('checkbox', { name: '记住我' })).toBeVisible()
    await expect(page.getByText('其他登录方式')).toBeVisible()
    for (const name of ['使用通行密钥登录', '企业账号'])
      await expect(page.getByRole('button', { name })).toBeVisible()
    await page.getByRole('button', { name: '注册账号' }).click()
    await expect(page.getByRole('alert')).toContainText('管理员')
    await page.getByRole('link', { name: '忘记密码' }).click()
    await expect(page).toHaveURL('/user/forgot')
  })

  test('an installation without gateway, mail or other methods says so instead of pretending', async ({
    page,
  }) => {
    const data = { phone: false, forgotPassword: false, passkey: false, oidc: null, mailbox: false }
    await page.route('**/api/login/methods', (route) =>
      route.fulfill({
        json: { success: true, data, errorCode: null, errorMessage: null, showType: 0 },
      }),
    )
    await page.goto('/user/login')
    await page.getByRole('button', { name: '其他登录方式' }).click()
    await expect(page.getByRole('alert')).toContainText('管理员')
    await page.getByRole('tab', { name: '手机号登录' }).click()
    await page.getByRole('textbox').first().fill('13800138000')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await expect(page.getByRole('alert')).toContainText('尚未开通短信登录')
    await page.goto('/user/forgot')
    await expect(page.getByRole('button', { name: '发送链接' })).toBeDisabled()
  })
})

test.describe('session (spec §4, §8)', () => {
  test('signing out calls the server, removes the token and goes to login with the way back', async ({
    page,
  }) => {
    await page.goto('/user/login')
    await fillIn(page, 'lilei', e2ePassword)
    await submit(page)
    await expect(page).toHaveURL('/welcome')
    const token = await storedToken(page)
    await page.goto('/payPalBill/list?current=2')
    const asked = page.waitForRequest(/\/api\/login\/outLogin/)
    await page.getByRole('button', { name: /李雷/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    const request = await asked
    expect([request.method(), request.headers().authorization]).toEqual(['POST', token])
    await expect(page).toHaveURL(
      `/user/login?redirect=${encodeURIComponent('/payPalBill/list?current=2')}`,
    )
    expect(await storedToken(page)).toBeNull()
    const dead = await page.request.get('/api/currentUser', {
      headers: { authorization: token as string },
    })
    expect([dead.status(), (await dead.json()).errorCode]).toEqual([401, 401])
  })

  test('a 401 in the middle of work removes the token and goes to login with the way back', {
    tag: '@gate',
  }, async ({ page, signInAs, baseURL }) => {
    await signInAs('admin')
    await page.goto('/payPalBill/list')
    await expect(page.getByRole('table')).toBeVisible()
    // The page has a session of its own, which ends without the page knowing.
    const token = await tokenOf(baseURL as string, 'admin')
    await page.evaluate(
      ([key, value]) => localStorage.setItem(key as string, value as string),
      [tokenKey, token],
    )
    await page.reload()
    await page.getByRole('button', { name: '下一页' }).click()
    await expect(page).toHaveURL(/\/payPalBill\/list\?.*current=2/)
    await expect(page.locator('tbody tr[data-row-key]').first()).toBeVisible()
    await fetch(`${baseURL}/api/login/outLogin`, {
      method: 'POST',
      headers: { authorization: token },
    })
    // The next call meets the 401: the live stream may have made one already, or this
    // event causes one.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page
      .getByRole('tab', { name: /草稿/ })
      .click({ timeout: 5000 })
      .catch(() => {})
    await expect(page).toHaveURL(/\/user\/login\?redirect=%2FpayPalBill%2Flist%3F/)
    expect(await storedToken(page)).toBeNull()
  })

  test('a token that was never given leads to login', async ({ page }) => {
    const asked: string[] = []
    page.on(
      'request',
      (request) => request.url().includes('/api/currentUser') && asked.push(request.url()),
    )
    await page.addInitScript((key) => localStorage.setItem(key, 'nonsense'), tokenKey)
    await page.goto('/welcome')
    await expect(page).toHaveURL('/user/login?redirect=%2Fwelcome')
    await expect(page.getByLabel('用户名')).toBeVisible()
    // A dead token is asked about once.
    expect(asked).toHaveLength(1)
  })

  for (const evil of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/%09/evil.example',
  ])
    test(`redirect=${evil} stays on this site`, async ({ page, baseURL }) => {
      await page.goto(`/user/login?redirect=${encodeURIComponent(evil)}`)
      await fillIn(page, 'zhaomin', e2ePassword)
      await submit(page)
      await page.waitForFunction((key) => localStorage.getItem(key), tokenKey)
      await expect(
        page.getByRole('banner').or(page.getByRole('heading', { name: '页面不存在' })),
      ).toBeVisible()
      expect(new URL(page.url()).origin).toBe(new URL(baseURL as string).origin)
    })

  test('signing out in one tab signs out the other', async ({ page, context }) => {
    await page.goto('/user/login')
    await fillIn(page, 'lilei', e2ePassword)
    await submit(page)
    await expect(page).toHaveURL('/welcome')
    const other = await context.newPage()
    await other.goto('/payPalBill/list')
    await expect(other.getByRole('table')).toBeVisible()
    await page.getByRole('button', { name: /李雷/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await expect(other).toHaveURL(/\/user\/login\?redirect=%2FpayPalBill%2Flist/)
  })
})
