import AxeBuilder from '@axe-core/playwright'
import { serious } from '../lib/axe.ts'
import { forgetProof } from '../lib/database.ts'
import { expect, type Page, picture, test, tokenKey } from '../lib/fixtures.ts'
import { e2ePassword } from '../lib/password.ts'
import { carefulUsername } from '../lib/people.ts'
import {
  api,
  openAs,
  openWith,
  passwordTokenFor,
  sentTo,
  signInByForm,
  tokenFor,
  totpCode,
} from '../lib/stories.ts'

const seriousInDialog = (page: Page) =>
  serious(page, new AxeBuilder({ page }).setLegacyMode().include('.ant-modal'))
const row = (page: Page, text: string) =>
  page.locator('tbody tr[data-row-key]').filter({ hasText: text })
const identity = (page: Page) => page.getByRole('dialog', { name: '确认您的身份' })
const drawer = (page: Page) => page.getByRole('dialog', { name: '邀请用户' })

async function fillInvitation(page: Page, username: string, name: string) {
  await page.getByRole('button', { name: '邀请用户' }).click()
  await drawer(page).getByLabel('用户名').fill(username)
  await drawer(page).getByLabel('姓名').fill(name)
  await drawer(page).getByLabel('邮箱').fill(`${username}@example.com`)
  await sendInvitation(page)
}
const sendInvitation = (page: Page) =>
  drawer(page).getByRole('button', { name: '发送邀请' }).click()
const confirm = (page: Page) =>
  identity(page)
    .getByRole('button', { name: /确\s*认/ })
    .click()
const code = (page: Page) => identity(page).getByLabel('动态码或恢复码')

test('what changes who may do what asks for a second factor: set up, by code, by recovery code, by passkey', async ({
  page,
  context,
}, { retry }) => {
  test.setTimeout(240_000)
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
  const username = carefulUsername('admin', retry)
  const token = await passwordTokenFor(username)
  await forgetProof(token)
  await openWith(page, token, '/admin/user', 'zh-CN')

  let secret = ''
  let codes: string[] = []
  await test.step('without a second factor the person sets one up, and the invitation goes out', async () => {
    await fillInvitation(page, `${username}-a`, '新同事甲')
    const enrol = page.getByRole('dialog', { name: '启用两步验证' })
    await expect(enrol.getByRole('button', { name: '用验证器应用设置' })).toBeFocused()
    await expect(enrol.getByText('您还没有启用')).toBeVisible()
    await picture(page, 'enrol-why')
    expect(await seriousInDialog(page)).toEqual([])
    await enrol.getByRole('button', { name: '用验证器应用设置' }).click()
    await expect(identity(page).getByLabel('登录密码')).toBeFocused()
    await picture(page, 'enrol-password')
    await page.keyboard.press('Escape')
    await expect(identity(page)).toBeHidden()
    await expect(enrol).toBeVisible()
    await enrol.getByRole('button', { name: '用验证器应用设置' }).click()
    await identity(page).getByLabel('登录密码').fill('not the password')
    await confirm(page)
    await expect(identity(page).getByText('密码错误')).toBeVisible()
    await identity(page).getByLabel('登录密码').fill(e2ePassword)
    await confirm(page)
    await expect(enrol.getByRole('img', { name: '验证器二维码' }).locator('svg')).toBeVisible()
    await expect(identity(page)).toBeHidden()
    await picture(page, 'enrol-scan')
    secret = (await enrol.locator('code').textContent()) ?? ''
    await enrol.getByLabel('6 位动态码').fill(totpCode(secret))
    await enrol.getByRole('button', { name: '启用两步验证' }).click()
    const kept = page.getByRole('dialog', { name: '请保存恢复码' })
    const lines = kept.getByRole('list', { name: '恢复码' }).getByRole('listitem')
    await expect(lines).toHaveCount(10)
    codes = await lines.allInnerTexts()
    await picture(page, 'enrol-codes')
    await page.keyboard.press('Escape')
    await expect(lines).toHaveCount(10)
    await kept.getByRole('button', { name: '我已保存，继续操作' }).click()
    await expect(drawer(page)).toBeHidden()
    await expect(row(page, '新同事甲')).toContainText('待接受邀请')
  })

  await test.step('later a code is asked for: a wrong one is refused in words, Esc leaves the form as it was, the right one goes on', async () => {
    await forgetProof(token)
    await fillInvitation(page, `${username}-b`, '新同事乙')
    await expect(code(page)).toBeFocused()
    await expect(identity(page).getByLabel('登录密码')).toHaveCount(0)
    await expect(identity(page).getByRole('button', { name: '使用通行密钥' })).toHaveCount(0)
    await picture(page, 'factor')
    expect(await seriousInDialog(page)).toEqual([])
    await code(page).fill('000000')
    await confirm(page)
    await expect(identity(page).getByText('验证码错误')).toBeVisible()
    await picture(page, 'factor-wrong')
    await page.keyboard.press('Escape')
    await expect(identity(page)).toBeHidden()
    await expect(drawer(page).getByLabel('姓名')).toHaveValue('新同事乙')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await sendInvitation(page)
    await code(page).fill(totpCode(secret, 1))
    await page.keyboard.press('Enter')
    await expect(row(page, '新同事乙')).toContainText('待接受邀请')
  })

  await test.step('a recovery code lets a list out, once it was asked for', async () => {
    await forgetProof(token)
    await page.goto('/admin/auditLog')
    await page.getByRole('button', { name: /导\s*出/ }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await code(page).fill(codes[0] as string)
    await picture(page, 'factor-export')
    const [file] = await Promise.all([page.waitForEvent('download'), confirm(page)])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    await expect(identity(page)).toBeHidden()
  })

  await test.step('a passkey is another way', async () => {
    await page.goto('/account/settings?section=security')
    await page.getByRole('button', { name: '添加通行密钥' }).click()
    const dialog = page.getByRole('dialog', { name: '添加通行密钥' })
    await dialog.getByLabel('名称').fill('办公室电脑')
    await dialog.getByRole('button', { name: '添加通行密钥' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: '办公室电脑' })).toBeVisible()
    await forgetProof(token)
    await page.goto('/admin/user')
    await page.getByRole('button', { name: '更多 新同事乙' }).click()
    await page.getByRole('menuitem', { name: '停用' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /停\s*用/ })
      .click()
    await expect(code(page)).toBeVisible()
    await picture(page, 'factor-passkey')
    await identity(page).getByRole('button', { name: '使用通行密钥' }).click()
    await expect(row(page, '新同事乙')).toContainText('已停用')
  })
})

test('the former address takes a change of address back, by the link that went there', async ({
  page,
}, { retry }) => {
  const username = carefulUsername('moved', retry)
  const [before, after] = [`${username}@example.com`, `${username}-thief@example.com`]
  const token = await passwordTokenFor(username)
  const account = (await api<{ version: number }>('GET', '/api/account', { token })).body.data
  const changed = await api('PATCH', '/api/account', {
    token,
    body: { email: after, version: account.version },
  })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  const link = await sentTo(before, /(http:\S+\/user\/undoEmail#token=\S+)/)

  await page.goto('/user/undoEmail')
  await expect(page.getByRole('alert')).toContainText('链接不完整')
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page).toHaveURL('/user/undoEmail')
  await expect(page.getByText('原密码作废')).toBeVisible()
  await picture(page, 'undo')
  // Opening the link changed nothing: programs that look through mail open links too.
  expect((await api('GET', '/api/account', { token })).status).toBe(200)
  await page.getByRole('button', { name: '撤销变更' }).click()
  await expect(page.getByRole('alert')).toContainText(`账号 ${username} 已恢复使用邮箱 ${before}`)
  await picture(page, 'undo-done')
  expect((await api('GET', '/api/account', { token })).status).toBe(401)

  await page.getByRole('link', { name: '设置新密码' }).click()
  await page.getByLabel('用户名或邮箱').fill(username)
  await page.getByRole('button', { name: '发送链接' }).click()
  const password = 'Quiet-harbour_at*dawn8'
  await page.goto(await sentTo(before, /(http:\S+\/user\/reset#token=\S+)/))
  await page.getByLabel('新密码', { exact: true }).fill(password)
  await page.getByLabel('确认新密码').fill(password)
  await page.getByRole('button', { name: '设置新密码' }).click()
  await expect(page.getByRole('alert')).toContainText('新密码已设置')
  await signInByForm(page, username, password)
  await expect(page).toHaveURL('/welcome')

  await page.evaluate((key) => localStorage.removeItem(key), tokenKey)
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('button', { name: '撤销变更' }).click()
  await expect(page.getByRole('alert')).toContainText('链接无效、已使用或已过期')
  await expect(page.getByRole('button', { name: '撤销变更' })).toHaveCount(0)
  await picture(page, 'undo-over')
})

test('in English: one person asks for limits, the person they are for may not decide, a third one approves', async ({
  page,
  browser,
}, { retry }) => {
  test.setTimeout(120_000)
  const subject = carefulUsername('subject', retry)
  await openAs(page, carefulUsername('first', retry), '/admin/user', 'en-US')
  await page.getByRole('button', { name: `More ${subject}` }).click()
  await page.getByRole('menuitem', { name: 'Refund approval limit' }).click()
  const form = page.getByRole('dialog', { name: `Refund approval limit: ${subject}` })
  await form.getByLabel('Limited by currency').check()
  await form.getByRole('button', { name: 'Add a line' }).click()
  await form.getByRole('combobox', { name: 'Currency' }).click()
  await form.getByRole('combobox', { name: 'Currency' }).fill('USD')
  await page.keyboard.press('Enter')
  await form.getByLabel('Amount').fill('500')
  await picture(page, 'limit-ask')
  await form.getByRole('button', { name: 'Submit change' }).click()
  const waiting = (on: Page) => on.getByRole('region', { name: 'Waiting for confirmation' })
  await expect(waiting(page)).toContainText('up to $500.00')
  await expect(waiting(page)).toContainText('You submitted this change')
  await expect(waiting(page).getByRole('button')).toHaveText(['Withdraw'])
  await picture(page, 'limit-waiting')

  await openAs(page, subject, '/admin/user', 'en-US')
  await expect(waiting(page)).toContainText('This is your own limit')
  await expect(waiting(page).getByRole('button')).toHaveCount(0)

  const other = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await openAs(other, carefulUsername('second', retry), '/welcome', 'en-US')
  const task = other.getByRole('link', { name: /Approval limit changes/ })
  await expect(task).toBeVisible()
  await picture(other, 'limit-home')
  await task.click()
  await waiting(other).getByRole('button', { name: 'Approve' }).click()
  const question = other.getByRole('dialog', { name: 'Approve limit change' })
  await expect(question).toContainText(
    `From “no limit” to “up to $500.00”, requested by ${carefulUsername('first', retry)}.`,
  )
  await picture(other, 'limit-approve')
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(waiting(other)).toBeHidden()
  const token = await tokenFor(carefulUsername('second', retry))
  type Listed = { list: { username: string; approvalLimits: object[] | null }[] }
  const { list } = (await api<Listed>('GET', '/api/user?pageSize=100', { token })).body.data
  expect(list.find((user) => user.username === subject)?.approvalLimits).toEqual([
    { currency: 'USD', amountMinor: 50_000 },
  ])

  await other.goto('/admin/auditLog')
  await expect(row(other, 'Approved limit change').first()).toBeVisible()
  await picture(other, 'limit-audit')

  await openAs(page, carefulUsername('first', retry), '/welcome', 'en-US')
  await expect(page.getByText('Approval limit change approved').first()).toBeVisible()
})
