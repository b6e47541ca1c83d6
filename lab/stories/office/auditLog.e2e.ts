import { readFileSync } from 'node:fs'
import { makeBill, makeCustomer } from '../lib/billing.ts'
import { expect, test } from '../lib/fixtures.ts'
import { openInOwnCompany } from '../lib/ownCompany.ts'
import { api, openAs } from '../lib/stories.ts'

test('who did what, with before and after, found by filters in the URL and exported as they stand', {
  tag: '@gate',
}, async ({ page }) => {
  const { token, people, open } = await openInOwnCompany(page, '/admin/auditLog')
  const { member } = await people()
  await api('PATCH', `/api/user/${member}`, { token, body: { name: '组员乙', version: 1 } })
  await open()
  const rows = page.locator('tbody tr[data-row-key]')
  await expect(rows.first()).toContainText('修改用户资料')
  await expect(rows.first()).toContainText('林超')
  await rows.first().getByRole('button', { name: '展开行' }).click()
  const change = page.getByRole('row', { name: '姓名 组员 组员乙', exact: true })
  await expect(change.locator('del')).toHaveText('组员')
  await expect(change.locator('ins')).toHaveText('组员乙')
  await expect(page.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible()

  await page.getByRole('combobox', { name: '操作', exact: true }).click()
  await page.locator('.ant-select-item-option', { hasText: '邀请用户' }).click()
  await expect(page).toHaveURL('/admin/auditLog?action=user.invite')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: '组员', exact: true }).click()
  await expect(page).toHaveURL(`/admin/auditLog?entity=user&entityId=${member}`)
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(page).toHaveURL('/admin/auditLog')

  await page.goto('/admin/auditLog?action=user.invite')
  await expect(rows).toHaveCount(3)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /导\s*出/ }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await (await downloading).path()
  const lines = readFileSync(file, 'utf8').trim().split('\r\n')
  expect(lines[0]).toContain('操作人')
  expect(lines).toHaveLength(4)
})

test('days are counted in the company’s time zone, with the ranges of the spec', async ({
  page,
}) => {
  await openAs(page, 'admin', '/admin/auditLog')
  await page.getByPlaceholder('开始日期').click()
  for (const range of ['今天', '本周', '本月', '上月', '今年'])
    await expect(page.getByText(range, { exact: true })).toBeVisible()
  await page.getByText('上月', { exact: true }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-(28|29|30|31)/)
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
})

test('a bill’s entry reads as a sentence, its amounts in its currency', async ({ page }) => {
  const token = await openAs(page, 'zd-admin', '/welcome')
  const { id } = await makeBill(token, (await makeCustomer(token)).id, '审计用', 123_456)
  await page.goto(`/admin/auditLog?entity=bill&entityId=${id}`)
  const row = page.locator('tbody tr[data-row-key]').first()
  await expect(row).toContainText('新建账单')
  await expect(row).toContainText('账单金额')
  await row.getByRole('button', { name: '展开行' }).click()
  await expect(page.getByRole('row', { name: '账单金额 US$1,234.56', exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: '状态 草稿', exact: true })).toBeVisible()
})
