import AxeBuilder from '@axe-core/playwright'
import { sim, unique } from '../lib/billing.ts'
import { expect, test } from '../lib/fixtures.ts'
import { openInOwnCompany } from '../lib/ownCompany.ts'
import { api } from '../lib/stories.ts'

type Added = { account: { id: string }; app: { clientId: string; secret: string } }
type Listed = { list: { kind: string }[] }

test('a row that nobody understands stands on home and among the problems until a person settles it; the others are read', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const { token } = await openInOwnCompany(page, '/welcome')
  const { account, app } = await sim<Added>('addAccount', { name: '异常' })
  await sim('addRows', { accountId: account.id, count: 3 })
  await sim('addRows', { accountId: account.id, count: 1, eventCode: 'X0001' })
  // A reading ends with the last whole second, and the next one comes after five minutes.
  await page.waitForTimeout(1100)
  const body = {
    label: unique('异常账户'),
    environment: 'sandbox',
    clientId: app.clientId,
    secret: app.secret,
  }
  await api('POST', '/api/paypalAccount', { token, body })
  const kinds = async () =>
    (await api<Listed>('GET', '/api/problem', { token })).body.data.list.map(({ kind }) => kind)
  await expect.poll(kinds, { timeout: 120_000, intervals: [2000] }).toContain('rowSetAside')

  await page.goto('/welcome')
  await page
    .getByRole('region', { name: '待办' })
    .getByRole('link', { name: /账务异常/ })
    .click()
  await expect(page).toHaveURL(/\/finance\/problem$/)
  const row = page.getByRole('listitem').filter({ hasText: 'X0001' })
  await expect(row).toContainText('交易类型未知')
  await expect(page.getByText('这些记录已单独存放，没有计入任何账目')).toBeVisible()
  await row.getByText('完整内容').click()
  await expect(row.locator('pre')).toContainText('"transaction_event_code":"X0001"')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id }) => id),
  ).toEqual([])

  await row.getByRole('button', { name: /标为已处理/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '标为已处理' }).click()
  await expect(dialog.getByText('请写明原因')).toBeVisible()
  await dialog.getByLabel('原因').fill('已在 PayPal 后台核对，无需入账')
  await dialog.getByRole('button', { name: '标为已处理' }).click()
  await expect(row).toHaveCount(0)
  expect(await kinds()).not.toContain('rowSetAside')
  await page.goto('/finance/transaction')
  await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(3)
})
