import { serious } from '../lib/axe.ts'
import { expect, type Page, test } from '../lib/fixtures.ts'
import { openInOwnCompany } from '../lib/ownCompany.ts'

type SimApp = { id: string; accountId: string; clientId: string; secret: string }

async function sim<T>(action: string, input: object = {}): Promise<T> {
  const body = JSON.stringify(input)
  const answer = await fetch(`${process.env.E2E_SIM_URL}/sim/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Error(`${action}: ${await answer.text()}`)
  return (await answer.json()) as T
}
const newApp = async () => (await sim<{ app: SimApp }>('addAccount', { name: 'E2E' })).app

async function connect(page: Page, { clientId, secret }: SimApp, label: string) {
  await page.getByRole('button', { name: '连接账户' }).click()
  const drawer = page.getByRole('dialog', { name: '连接PayPal账户' })
  await drawer.getByLabel('Client ID', { exact: true }).fill(clientId)
  await drawer.getByLabel('Secret', { exact: true }).fill(secret)
  await drawer.getByLabel('账户名称').fill(label)
  await drawer.getByRole('button', { name: '验证并连接' }).click()
  return drawer
}
const card = (page: Page, label: string) => page.getByRole('region', { name: label })
const confirm = (page: Page, name: RegExp) =>
  page.getByRole('dialog').getByRole('button', { name }).last().click()

test('an account is connected, shows its facts, takes limits, is paused and resumed', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(240_000)
  await openInOwnCompany(page, '/admin/paypalAccount')
  await page.goto('/admin/paypalAccount')
  await expect(page.getByText('还没有连接 PayPal账户')).toBeVisible({ timeout: 30_000 })
  const app = await newApp()

  const drawer = await connect(page, { ...app, secret: 'wrong-secret-123' }, '美国主账户')
  await expect(drawer.getByText('PayPal 不接受这组 Client ID 和 Secret')).toBeVisible()
  await drawer.getByLabel('Secret', { exact: true }).fill(app.secret)
  expect(await serious(page)).toEqual([])
  await drawer.getByRole('button', { name: '验证并连接' }).click()
  await expect(drawer).toBeHidden()

  const main = card(page, '美国主账户')
  await expect(main.getByText('使用中')).toBeVisible()
  for (const fact of ['有效', '已登记', '还没有收到过', '还没有同步过', '没有操作', 'US$0.00'])
    await expect(main.getByText(fact, { exact: true }).first()).toBeVisible()
  await expect(main.getByText(app.accountId)).toBeVisible()
  await expect(main.getByText(`••••${app.secret.slice(-4)}`)).toBeVisible()
  await expect(main.locator('dd time').first()).toBeVisible()
  // Connecting has made calls, and none of them had to wait.
  await expect(main.getByText('在额度内', { exact: true })).toBeVisible()
  await expect(main.getByText(/^其他查询 [1-9]\d* \/ 1,000,000$/)).toBeVisible()
  await expect(main.getByText(/^交易与余额 [1-9]\d* \/ 1,000,000$/)).toBeVisible()
  expect(await serious(page)).toEqual([])

  await main.getByRole('button', { name: '编辑: 美国主账户' }).click()
  const editor = page.getByRole('dialog', { name: '编辑账户：美国主账户' })
  await editor.getByLabel('每日张数上限').fill('20')
  await editor.getByRole('button', { name: '添加币种' }).click()
  // Checked before the list is opened, because antd gives its listbox no name.
  expect(await serious(page)).toEqual([])
  await editor.getByLabel('币种', { exact: true }).last().click()
  await editor.getByLabel('币种', { exact: true }).last().fill('USD')
  await page.keyboard.press('Enter')
  await editor.getByLabel('单张上限').fill('500')
  await editor.getByLabel('每日上限').fill('1000.5')
  await editor.getByRole('button', { name: /保\s*存/ }).click()
  await expect(editor).toBeHidden()
  await expect(
    main.getByRole('meter', { name: /USD 今日: 已用 US\$0.00，共 US\$1,000.50/ }),
  ).toBeVisible()
  await expect(main.getByRole('meter', { name: /今日张数: 已用 0，共 20/ })).toBeVisible()
  await expect(main.getByText('最多 US$500.00')).toBeVisible()

  await main.getByRole('button', { name: '暂停: 美国主账户' }).click()
  await confirm(page, /暂\s*停/)
  await expect(main.getByText('已暂停', { exact: true })).toBeVisible()
  await expect(main.getByText(/由 .+ 暂停/)).toBeVisible()
  await main.getByRole('button', { name: '恢复使用: 美国主账户' }).click()
  await confirm(page, /恢复使用/)
  await expect(main.getByText('使用中', { exact: true })).toBeVisible()
})

test('a secret that PayPal revoked: the card says so and what to do, and new credentials heal it', async ({
  page,
}) => {
  await openInOwnCompany(page, '/admin/paypalAccount')
  await page.goto('/admin/paypalAccount')
  const app = await newApp()
  await connect(page, app, '备用账户')
  const main = card(page, '备用账户')
  await expect(main.getByText('使用中', { exact: true })).toBeVisible()
  const { secret } = await sim<SimApp>('rotateSecret', { appId: app.id })
  await main.getByRole('button', { name: '立即检查: 备用账户' }).click()
  await expect(main.getByText('已断开', { exact: true })).toBeVisible()
  await expect(main.getByText('PayPal 不再接受这组 Client ID 和 Secret')).toBeVisible()
  await expect(main.getByText(/失败：PayPal 不接受/)).toBeVisible()
  expect(await serious(page)).toEqual([])
  await main.getByRole('button', { name: '更换凭据: 备用账户' }).click()
  const drawer = page.getByRole('dialog', { name: '更换凭据：备用账户' })
  await drawer.getByLabel('Secret', { exact: true }).fill(secret)
  await drawer.getByRole('button', { name: '验证并更换' }).click()
  await expect(drawer).toBeHidden()
  await expect(main.getByText('使用中', { exact: true })).toBeVisible()
})

test('the page stays usable on a phone, right to left and in dark mode', async ({ page }) => {
  await openInOwnCompany(page, '/admin/paypalAccount')
  await page.goto('/admin/paypalAccount')
  const app = await newApp()
  await sim('setScopes', {
    appId: app.id,
    scopes: ['https://uri.paypal.com/services/invoicing/invoices/readwrite'],
  })
  await connect(page, app, '缺功能账户')
  await expect(card(page, '缺功能账户').getByText('付款后不会立即通知')).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('umi_locale', 'ar-EG')
    localStorage.setItem('PaypalManageLayout', JSON.stringify({ navTheme: 'realDark' }))
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(
    card(page, '缺功能账户').getByText('Transaction search', { exact: true }),
  ).toBeVisible()
  expect(await serious(page)).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
})

/** Someone makes an invoice at PayPal, not in Paydesk. */
async function makeInvoice({ clientId, secret }: SimApp): Promise<string> {
  const url = process.env.E2E_SIM_URL
  const basic = Buffer.from(`${clientId}:${secret}`).toString('base64')
  const form = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${basic}`,
  }
  const token = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers: form,
    body: 'grant_type=client_credentials',
  })
  const { access_token: accessToken } = (await token.json()) as { access_token: string }
  const item = {
    name: 'Sample',
    quantity: '1',
    unit_amount: { currency_code: 'USD', value: '10.00' },
  }
  const answer = await fetch(`${url}/v2/invoicing/invoices`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${accessToken}`,
      prefer: 'return=representation',
    },
    body: JSON.stringify({ detail: { currency_code: 'USD' }, items: [item] }),
  })
  const { id } = (await answer.json()) as { id: string }
  return id
}

test('PayPal’s events arrive by the registered webhook, and can be read whole and confirmed again', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openInOwnCompany(page, '/admin/paypalAccount')
  await page.goto('/admin/paypalAccount')
  const app = await newApp()
  await connect(page, app, '事件账户')
  await expect(card(page, '事件账户').getByText('使用中', { exact: true })).toBeVisible()
  const invoiceId = await makeInvoice(app)
  await expect(async () => {
    await page.goto('/admin/event')
    await expect(page.getByRole('row').filter({ hasText: invoiceId })).toContainText(
      '与我们的账单无关',
      { timeout: 3000 },
    )
  }).toPass({ timeout: 90_000 })
  const row = page.getByRole('row').filter({ hasText: invoiceId })
  await expect(row).toContainText('账单已创建')
  expect(await serious(page)).toEqual([])
  await row.getByRole('button', { name: '查看' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.locator('pre')).toContainText('"event_type": "INVOICING.INVOICE.CREATED"')
  await page.waitForTimeout(500)
  expect(await serious(page)).toEqual([])
  await drawer.getByRole('button', { name: '复制原文' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(invoiceId)
  await drawer.getByRole('button', { name: '重新核实' }).click()
  await expect(page.getByText('已安排重新核实')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: '操作', exact: true }).click()
  await expect(page.getByText('还没有向 PayPal 发起过操作')).toBeVisible()
  await page.getByRole('tab', { name: '警报', exact: true }).click()
  await expect(page.getByText('没有警报')).toBeVisible()
  expect(await serious(page)).toEqual([])
  await page.goto('/admin/paypalAccount')
  await expect(card(page, '事件账户').getByText('已收到', { exact: true })).toBeVisible()
})
