import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../lib/fixtures.ts'
import { openInOwnCompany } from '../lib/ownCompany.ts'
import { api } from '../lib/stories.ts'

test('a new company sees what to do first, each step with its state, instead of figures', async ({
  page,
}) => {
  const { token, people } = await openInOwnCompany(page, '/welcome')
  await page.goto('/welcome')
  const card = page.getByRole('region', { name: '开始使用' })
  await expect(card.getByText('已完成 0/4')).toBeVisible()
  await expect(card.getByRole('link', { name: /连接PayPal账户/ })).toHaveAttribute(
    'href',
    '/admin/paypalAccount',
  )
  await expect(card.getByRole('link', { name: /开第一张账单/ })).toHaveAttribute(
    'href',
    '/payPalBill/list/new',
  )
  await expect(page.getByRole('region', { name: '收款概况' })).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id }) => id),
  ).toEqual([])

  const { lead } = await people()
  const body = { name: 'Nordlys Interiør AS', email: 'ap@nordlys.example', ownerId: lead }
  await api('POST', '/api/customer', { token, body })
  await page.reload()
  await expect(card.getByText('已完成 2/4')).toBeVisible()
  await expect(card.getByRole('link', { name: /邀请同事.*已完成/ })).toBeVisible()
  await card.getByRole('link', { name: /添加第一位客户.*已完成/ }).click()
  await expect(page).toHaveURL(/payPalBill\/customer/)
})
