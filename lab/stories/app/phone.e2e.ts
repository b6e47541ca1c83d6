import { makeBill, makeCustomer, unique } from '../lib/billing.ts'
import { expect, test } from '../lib/fixtures.ts'
import { openAs, tokenFor } from '../lib/stories.ts'

test.use({ viewport: { width: 390, height: 844 } })

const lists = [
  '/admin/user',
  '/admin/auditLog',
  '/system/company',
  '/payPalBill/customer',
  '/admin/event',
]

test('administrative lists are cards: nothing is read through a slit, and the acts are at hand', async ({
  page,
}) => {
  await openAs(page, 'super', '/admin/user')
  for (const path of lists) {
    await page.goto(path)
    await expect(page.locator('main table').first()).toBeVisible()
    await expect(page.locator('thead th')).toHaveCount(0)
    const beyond = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('.ant-table-content, html')].filter(
            (one) => one.scrollWidth > one.clientWidth + 1,
          ).length,
      )
    await expect.poll(beyond, path).toBe(0)
  }
  await page.goto('/admin/user')
  await expect(
    page.locator('tbody tr[data-row-key]').first().getByRole('button', { name: '编辑' }),
  ).toBeVisible()
})

test('a record’s page leads on in the list that it was opened from, and back to it', async ({
  page,
}) => {
  const admin = await tokenFor('zd-admin')
  const { id } = await makeCustomer(admin)
  for (const title of ['一', '二']) await makeBill(admin, id, unique(title))
  await openAs(page, 'zd-finance', '/finance/payPalBill')
  const cards = page.locator('li[data-row-key] a')
  await cards.first().click()
  await expect(page.getByRole('link', { name: '上一条' })).toBeHidden()
  const first = page.url()
  await page.getByRole('link', { name: '下一条' }).click()
  await expect(page).not.toHaveURL(first)
  // The address changes before the record is there, and a key leads nowhere until then.
  await expect(page.getByRole('link', { name: '上一条' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page).toHaveURL(first)
  await page.goBack()
  await expect(page).toHaveURL('/finance/payPalBill')
  await expect(cards.first()).toBeVisible()
})
