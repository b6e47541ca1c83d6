import { expect, type Page, test, tokenKey } from '../lib/fixtures.ts'
import { e2ePassword } from '../lib/password.ts'
import { storyPhoneOf, strictUsername, usernameOf } from '../lib/people.ts'
import { api, openAs, sentTo, signInByForm, storyUser, tokenFor, totpCode } from '../lib/stories.ts'

const security = '/account/settings?section=security'
const confirmIdentity = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: '确认您的身份' })
  await dialog.getByLabel('登录密码').fill(e2ePassword)
  await dialog.getByRole('button', { name: /确\s*认/ }).click()
  await expect(dialog).toBeHidden()
}
const welcome = (page: Page) => expect(page).toHaveURL('/welcome')

test('a second factor: set up with a QR code, asked for at the next sign-in, replaced by a recovery code once', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(180_000)
  const username = storyUser('factor')
  await openAs(page, username, security)
  await page.getByRole('button', { name: '启用两步验证' }).click()
  const dialog = page.getByRole('dialog', { name: '启用两步验证' })
  await expect(dialog.getByRole('img', { name: '验证器二维码' }).locator('svg')).toBeVisible()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel('6 位动态码').fill('000000')
  await dialog.getByRole('button', { name: '启用两步验证' }).click()
  await expect(dialog.getByText('验证码错误')).toBeVisible()
  await dialog.getByLabel('6 位动态码').fill(totpCode(secret))
  await dialog.getByRole('button', { name: '启用两步验证' }).click()
  const kept = page.getByRole('dialog', { name: '请保存恢复码' })
  const lines = kept.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await expect(lines).toHaveCount(10)
  const codes = await lines.allInnerTexts()
  await kept.getByRole('button', { name: '我已保存' }).click()
  await expect(page.getByText('剩余 10 个恢复码')).toBeVisible()

  await page.evaluate((key) => localStorage.removeItem(key), tokenKey)
  await signInByForm(page, username)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('两步验证')
  await page.getByLabel('动态码或恢复码').fill('123456')
  await page.getByRole('button', { name: '验证并登录' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '验证码错误' })).toBeVisible()
  await page.getByLabel('动态码或恢复码').fill(totpCode(secret, 1))
  await page.getByRole('button', { name: '验证并登录' }).click()
  await welcome(page)

  for (const outcome of ['entered', 'used up'] as const) {
    await page.evaluate((key) => localStorage.removeItem(key), tokenKey)
    await signInByForm(page, username)
    await page.getByLabel('动态码或恢复码').fill(codes[0] as string)
    await page.getByRole('button', { name: '验证并登录' }).click()
    if (outcome === 'entered') await welcome(page)
    else await expect(page.getByRole('alert').filter({ hasText: '验证码错误' })).toBeVisible()
  }
})

test('a company that requires a second factor: its people set one up while signing in', async ({
  page,
}, { retry }) => {
  const token = await tokenFor(strictUsername('admin', retry))
  const setting = (
    await api<{ version: number; security: object }>('GET', '/api/companySetting', { token })
  ).body.data
  const body = {
    version: setting.version,
    security: { ...setting.security, secondFactorRequired: true },
  }
  expect((await api('PATCH', '/api/companySetting', { token, body })).status).toBe(200)

  await signInByForm(page, strictUsername('enrol', retry))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('启用两步验证')
  const secret = (await page.locator('code').textContent()) ?? ''
  await page.getByLabel('6 位动态码').fill(totpCode(secret))
  await page.getByRole('button', { name: '启用并登录' }).click()
  await expect(page.getByRole('list', { name: '恢复码' }).getByRole('listitem')).toHaveCount(10)
  expect(await page.evaluate((key) => localStorage.getItem(key), tokenKey)).toBeNull()
  await page.getByRole('button', { name: '我已保存，继续' }).click()
  await welcome(page)
})

test('phone and code: sixty seconds between codes, a wrong one is refused, the right one signs in', async ({
  page,
}, { retry }) => {
  test.setTimeout(120_000)
  await page.goto('/user/login')
  await page.getByRole('tab', { name: '手机号登录' }).click()
  await page.getByLabel('手机号', { exact: true }).fill(`139 0000 000${retry + 1}`)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('验证码已发送')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(60|5\d) 秒后重试$/ })).toBeDisabled()
  const code = await sentTo(storyPhoneOf(retry), /^(\d{6})$/)
  await page.getByRole('textbox', { name: '验证码' }).fill(code === '111111' ? '222222' : '111111')
  await page.locator('form button[type=submit]:not([aria-busy=true])').click()
  await expect(page.getByRole('alert').filter({ hasText: '验证码错误' })).toBeVisible()
  await page.getByRole('textbox', { name: '验证码' }).fill(code)
  await page.locator('form button[type=submit]:not([aria-busy=true])').click()
  await welcome(page)
})

test('forgot password: a link by e-mail that works once, out of the address at once', async ({
  page,
}) => {
  const username = storyUser('forgot')
  await page.goto('/user/login')
  await page.getByRole('link', { name: '忘记密码' }).click()
  await page.getByRole('button', { name: '发送链接' }).click()
  await expect(page.getByText('请输入用户名或邮箱', { exact: true })).toBeVisible()
  await page.getByLabel('用户名或邮箱').fill(username)
  await page.getByRole('button', { name: '发送链接' }).click()
  await expect(page.getByRole('alert')).toContainText('如果该账号存在')
  const link = await sentTo(`${username}@example.com`, /(http:\S+\/user\/reset#token=\S+)/)

  await page.goto(link)
  await expect(page).toHaveURL('/user/reset')
  const password = 'Zx9!rain-over-lake'
  await page.getByLabel('新密码', { exact: true }).fill('12345678')
  await expect(page.getByText('密码强度: 弱')).toBeVisible()
  await page.getByLabel('确认新密码').fill('12345678')
  await page.getByRole('button', { name: '设置新密码' }).click()
  await expect(page.getByRole('alert')).toContainText('这个密码太常见')
  await page.getByLabel('新密码', { exact: true }).fill(password)
  await expect(page.getByText('密码强度: 强')).toBeVisible()
  await page.getByRole('button', { name: '设置新密码' }).click()
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
  await page.getByLabel('确认新密码').fill(password)
  await page.getByRole('button', { name: '设置新密码' }).click()
  await expect(page.getByRole('alert')).toContainText('新密码已设置')
  await signInByForm(page, username, password)
  await welcome(page)

  await page.evaluate((key) => localStorage.removeItem(key), tokenKey)
  await page.goto(link)
  await page.getByLabel('新密码', { exact: true }).fill(`${password}2`)
  await page.getByLabel('确认新密码').fill(`${password}2`)
  await page.getByRole('button', { name: '设置新密码' }).click()
  await expect(page.getByRole('alert')).toContainText('链接无效、已使用或已过期')
})

test('an invitation: who invites, a password, and then signing in; without a token the page says what to do', async ({
  page,
}, { retry }) => {
  const [username, email] = [`ys-newcomer${retry}`, `newcomer${retry}@example.com`]
  const token = await tokenFor(usernameOf('boss'))
  const roles = await api<{ list: { id: string; code: string }[] }>('GET', '/api/role/assignable', {
    token,
  })
  const operator = roles.body.data?.list?.find(({ code }) => code === 'Operator')?.id
  const body = { username, name: '新同事', email, roleIds: operator ? [operator] : [] }
  const made = await api<{ id: string }>('POST', '/api/user', { token, body })
  expect(made.body, JSON.stringify(made.body)).toMatchObject({ success: true })
  const link = await sentTo(email, /(http:\S+\/user\/invitation#token=\S+)/)

  await page.goto('/user/invitation')
  await expect(page.getByRole('alert')).toContainText('链接不完整')
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('欢迎加入云杉贸易')
  await expect(page).toHaveURL('/user/invitation')
  const password = 'Tall-spruce_in*wind7'
  await page.getByLabel('新密码', { exact: true }).fill(password)
  await page.getByLabel('确认新密码').fill(password)
  await page.getByRole('button', { name: '设置密码并加入' }).click()
  await expect(page.getByRole('alert')).toContainText(username)
  await signInByForm(page, username, password)
  await welcome(page)
})

test('a passkey: added after showing who is there, renamed, signs in without a password, removed', async ({
  page,
  context,
}) => {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await openAs(page, storyUser('keys'), security)
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '添加通行密钥' })
  await dialog.getByLabel('名称').fill('办公室电脑')
  await dialog.getByRole('button', { name: '添加通行密钥' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '办公室电脑' })).toBeVisible()
  await page.getByRole('button', { name: '重命名' }).click()
  const rename = page.getByRole('dialog', { name: '重命名' })
  await rename.getByLabel('名称').fill('家里的电脑')
  await rename.getByRole('button', { name: '重命名' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '家里的电脑' })).toBeVisible()

  await page.evaluate((key) => localStorage.removeItem(key), tokenKey)
  await page.goto('/user/login')
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
  await welcome(page)
  await page.goto(security)
  await page.getByRole('button', { name: '删除' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click()
  await expect(page.getByText('还没有通行密钥')).toBeVisible()
})

test('changes of the account’s security ask who is there when the sign-in is not fresh', async ({
  page,
}) => {
  await openAs(page, storyUser('fresh'), security)
  let asked = 0
  await page.route('**/api/account/secondFactor/begin', async (route) => {
    asked++
    if (asked > 1) return route.continue()
    const failure = {
      success: false,
      data: null,
      errorCode: 'session.notFresh',
      errorMessage: '请先确认您的身份',
      showType: 0,
    }
    await route.fulfill({ status: 403, json: failure })
  })
  await page.getByRole('button', { name: '启用两步验证' }).click()
  await confirmIdentity(page)
  await expect(page.getByRole('dialog', { name: '启用两步验证' }).locator('code')).toBeVisible()
  expect(asked).toBe(2)
})

test('OpenID Connect: unknown identities are told what to do; bound in the settings, they sign in', async ({
  page,
  allow,
}, { retry }) => {
  const identity = `li.wei${retry || ''}`
  allow(/Content.Security|googleapis/)
  // The provider's own pages request a font from the internet.
  await page.route(/fonts\.googleapis\.com/, (route) =>
    route.fulfill({ status: 200, contentType: 'text/css', body: '' }),
  )
  const atProvider = async () => {
    await page.locator('input[name=login]').fill(identity)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await page.goto('/user/login')
  await page.getByRole('button', { name: '企业账号' }).click()
  await atProvider()
  await expect(page.getByRole('alert')).toContainText('此身份尚未绑定任何用户')

  await openAs(page, storyUser('oidc'), '/account/settings?section=binding')
  await page.getByRole('button', { name: /绑\s*定/ }).click()
  // The provider remembers the person from the previous visit.
  await page
    .getByRole('button', { name: 'Continue' })
    .or(page.getByText(`${identity}@idp.example`))
    .first()
    .waitFor()
  if (await page.getByRole('button', { name: 'Continue' }).isVisible())
    await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/account/settings?section=binding')
  await expect(
    page.getByRole('listitem').filter({ hasText: `${identity}@idp.example` }),
  ).toBeVisible()

  await page.evaluate((key) => localStorage.removeItem(key), tokenKey)
  await page.goto('/user/login?redirect=%2FpayPalBill%2Flist')
  await page.getByRole('button', { name: '企业账号' }).click()
  await expect(page).toHaveURL('/payPalBill/list')
  await page.goto('/user/oidc?code=stolen&state=x')
  await expect(page.getByRole('alert')).toContainText('不是从这个浏览器窗口发起的')
})

test('the development mailbox does not exist in production', async ({
  page,
  request,
  signInAs,
}) => {
  expect((await request.get('/api/dev/mailbox')).status()).toBe(404)
  await signInAs('admin')
  await page.goto('/dev/mailbox')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('页面不存在')
})
