import { expect, test } from '../lib/fixtures.ts'
import { e2ePassword } from '../lib/password.ts'
import { api, openAs, storyUser, tokenFor } from '../lib/stories.ts'

test.describe('spec §5: every basic field has its required message', () => {
  const messages = {
    'zh-CN': ['邮箱', '昵称', '个人简介', '国家或地区', '省份', '街道地址', '手机号'].map(
      (field) => new RegExp(`请(输入|选择)您的${field}`),
    ),
    'en-US': [
      'email',
      'nickname',
      'profile',
      'country or region',
      'province or city',
      'street address',
      'phone number',
    ].map((field) => `Please input your ${field}!`),
  }
  for (const [locale, texts] of Object.entries(messages))
    test(locale, async ({ page }) => {
      await openAs(page, storyUser('notify'), '/account/settings', locale)
      const email = page.locator('#basic_email')
      await email.fill('')
      await page.locator('form button[type=submit]').click()
      for (const text of texts) await expect(page.getByText(text)).toBeVisible()
      await email.fill('not an address')
      await email.blur()
      await expect(page.getByText(/邮箱格式不正确|Email is invalid/)).toBeVisible()
      await page.locator('#basic_phone').fill('12')
      await page.locator('#basic_phone').blur()
      await expect(page.getByText(/手机号格式不正确|Phone number is invalid/)).toBeVisible()
    })
})

test('the profile is saved whole, the header follows, leaving with changes asks first', {
  tag: '@gate',
}, async ({ page }) => {
  await openAs(page, storyUser('profile'), '/account/settings')
  const fields = {
    name: '沈云',
    nickname: '云云',
    profile: '负责北美客户',
    province: '浙江',
    city: '杭州',
    street: '文三路 1 号',
    phone: '137 0000 1111',
  }
  for (const [field, value] of Object.entries(fields))
    await page.locator(`#basic_${field}`).fill(value)
  await page.locator('#basic_country').click()
  await page.locator('#basic_country').fill('日本')
  await page.keyboard.press('Enter')
  await expect(page.getByText('有未保存的修改')).toBeVisible()

  const leaving = page.getByRole('dialog', { name: '有未保存的修改' })
  await page.getByRole('tab', { name: '安全设置' }).click()
  await leaving.getByRole('button', { name: '继续编辑' }).click()
  await expect(leaving).toBeHidden()
  await expect(page.locator('#basic_nickname')).toHaveValue('云云')

  await page.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText('已保存')).toBeVisible()
  await expect(page.getByRole('banner').getByText('沈云')).toBeVisible()
  await page.reload()
  await expect(page.locator('#basic_phone')).toHaveValue('+8613700001111')
  await expect(page.locator('#basic_profile')).toHaveValue('负责北美客户')
})

test('a stale edit shows what changed, and keeps or drops mine as I choose', async ({ page }) => {
  const username = storyUser('stale')
  const token = await tokenFor(username)
  const complete = {
    nickname: '甲',
    profile: '简介',
    country: 'JP',
    province: '东京',
    city: '港区',
    street: '一丁目',
    phone: '+8613611112222',
  }
  const patch = (body: object) => api<{ version: number }>('PATCH', '/api/account', { token, body })
  const { version } = (await patch({ ...complete, version: 1 })).body.data
  await openAs(page, username, '/account/settings')
  await page.locator('#basic_street').fill('二丁目')
  await patch({ nickname: '乙', street: '三丁目', version })
  await page.getByRole('button', { name: /保\s*存/ }).click()
  const notice = page.getByRole('alert').filter({ hasText: '他人已修改该内容' })
  await expect(notice).toContainText('甲')
  await expect(notice).toContainText('乙')
  await expect(notice).toContainText('您填写的是“二丁目”')
  await expect(page.getByRole('button', { name: /保\s*存/ })).toBeDisabled()
  await notice.getByRole('button', { name: '在最新内容上保留我的修改' }).click()
  await expect(page.locator('#basic_nickname')).toHaveValue('乙')
  await expect(page.locator('#basic_street')).toHaveValue('二丁目')
  await page.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText('已保存')).toBeVisible()
  const after = await api<{ nickname: string; street: string }>('GET', '/api/account', { token })
  expect(after.body.data).toMatchObject({ nickname: '乙', street: '二丁目' })
})

test('an avatar: a picture is taken, anything else is refused', async ({ page }) => {
  await openAs(page, storyUser('notify'), '/account/settings')
  const input = page.locator('input[type=file]')
  await input.setInputFiles({
    name: 'x.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg onload="alert(1)"/>'),
  })
  await expect(page.getByText('请上传 PNG、JPEG 或 WebP 图片')).toBeVisible()
  await input.setInputFiles({ name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText('请选择 PNG、JPEG 或 WebP 图片。')).toBeVisible()
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } })
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByText('头像已更新')).toBeVisible()
  await expect(page.getByRole('banner').locator('img[src^="/api/avatar/"]')).toBeVisible()
})

test('the password: three strengths, refusals at their fields, other sessions end', async ({
  page,
}) => {
  const username = storyUser('password')
  await openAs(page, username, '/account/settings?section=security')
  const elsewhere = await tokenFor(username)
  await page.getByRole('button', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  const fill = async (old: string, next: string) => {
    await dialog.getByLabel('当前密码').fill(old)
    await dialog.getByLabel('新密码', { exact: true }).fill(next)
    await dialog.getByLabel('确认新密码').fill(next)
  }
  for (const [password, word] of [
    ['abc12345', '弱'],
    ['maple7Road', '中'],
    ['Maple7Road&hills-rain', '强'],
  ] as const) {
    await dialog.getByLabel('新密码', { exact: true }).fill(password)
    await expect(dialog.getByText(`密码强度: ${word}`)).toBeVisible()
  }
  await fill('wrong', 'Maple7Road&hills-rain')
  await dialog.getByRole('button', { name: '修改密码' }).click()
  await expect(dialog.getByText('密码错误')).toBeVisible()
  await fill(e2ePassword, 'abc12345')
  await dialog.getByRole('button', { name: '修改密码' }).click()
  await expect(dialog.getByText('这个密码太常见')).toBeVisible()
  await fill(e2ePassword, 'Maple7Road&hills-rain')
  await dialog.getByRole('button', { name: '修改密码' }).click()
  await expect(dialog).toBeHidden()
  expect((await api('GET', '/api/account', { token: elsewhere })).status).toBe(401)
})

test('sessions: device and address of each, any can be ended', async ({ page }) => {
  const username = storyUser('sessions')
  const other = await tokenFor(username)
  await openAs(page, username, '/account/settings?section=security')
  const sessions = page.getByRole('region', { name: '登录设备' })
  await expect(sessions.getByText('当前设备')).toHaveCount(1)
  const phone = sessions.getByRole('listitem').filter({ hasText: 'Safari · iOS' }).first()
  await expect(phone).toContainText('127.0.0.1 (内网)')
  await sessions.getByRole('button', { name: '其他设备全部下线' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '下线' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await api('GET', '/api/account', { token: other })).status).toBe(401)
})

test('notifications: a choice per kind and channel is kept', async ({ page }) => {
  await openAs(page, storyUser('notify'), '/account/settings?section=notification')
  const box = page.getByRole('checkbox', { name: '收到付款: 邮件' })
  await expect(box).not.toBeChecked()
  await box.check()
  await page.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText('已保存')).toBeVisible()
  await page.reload()
  await expect(box).toBeChecked()
  await expect(page.getByRole('checkbox', { name: '新设备登录: 邮件' })).toBeChecked()
})
