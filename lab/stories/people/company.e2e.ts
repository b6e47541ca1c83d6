import { expect, type Page, test } from '../lib/fixtures.ts'
import { openInOwnCompany, rowsLoaded } from '../lib/ownCompany.ts'
import { api, openAs } from '../lib/stories.ts'

const drawer = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) =>
  page.locator('tbody tr[data-row-key]').filter({ hasText: text })
const find = async (page: Page, name: string) => {
  await page.goto(`/system/company?name=${encodeURIComponent(name)}`)
  await rowsLoaded(page)
}

test('a company is made: missing values and a taken code are said at their fields', async ({
  page,
}) => {
  // A second try must find neither name nor code taken.
  const code = `BF${process.pid.toString(36).toUpperCase()}`.slice(0, 8)
  const name = `北风贸易 ${code}`
  await openAs(page, 'super', '/system/company')
  await page.getByRole('button', { name: '新建公司' }).click()
  await drawer(page).getByLabel('公司名称').fill(name)
  await drawer(page).getByRole('button', { name: '新建公司' }).click()
  await expect(drawer(page).getByText('请输入公司代码')).toBeVisible()
  await drawer(page).getByLabel('公司代码').fill('cx')
  await expect(drawer(page).getByLabel('公司代码')).toHaveValue('CX')
  await drawer(page).getByLabel('国家/地区').fill('挪威')
  await page.keyboard.press('Enter')
  await drawer(page).getByRole('button', { name: '新建公司' }).click()
  await expect(drawer(page).getByText('公司代码 CX 已占用')).toBeVisible()
  await drawer(page).getByLabel('公司代码').fill(code)
  await drawer(page).getByRole('button', { name: '新建公司' }).click()
  await expect(drawer(page)).toBeHidden()
  await expect(row(page, name)).toContainText('挪威')
})

test('someone else was faster: the form says what changed and keeps what I typed', async ({
  page,
}) => {
  const { token, id, name } = await openInOwnCompany(page, '/system/company')
  await find(page, name)
  await row(page, name).getByRole('button', { name: '编辑' }).click()
  await drawer(page).getByLabel('公司全称').fill('我填的全称')
  await api('PATCH', `/api/company/${id}`, {
    token,
    body: { timezone: 'Europe/Paris', version: 1 },
  })
  await drawer(page)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(drawer(page).getByText('保存前，他人已修改该内容')).toBeVisible()
  await expect(drawer(page).getByText('Europe/Paris').first()).toBeVisible()
  await drawer(page).getByRole('button', { name: '在最新内容上保留我的修改' }).click()
  await drawer(page)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(drawer(page)).toBeHidden()
  await expect(row(page, name)).toContainText('我填的全称')
  await expect(row(page, name)).toContainText('Europe/Paris')
})

test('suspending says what it does to whom; one’s own company cannot be suspended', async ({
  page,
}) => {
  const { name, people } = await openInOwnCompany(page, '/system/company')
  await people()
  await find(page, name)
  await row(page, name).getByRole('button', { name: '停用' }).click()
  await expect(drawer(page)).toContainText('该公司的 3 名用户将立即下线')
  await expect(drawer(page)).toContainText('数据全部保留')
  await drawer(page)
    .getByRole('button', { name: /停\s*用/ })
    .click()
  await expect(row(page, name)).toContainText('已停用')
  await row(page, name).getByRole('button', { name: '恢复' }).click()
  await drawer(page)
    .getByRole('button', { name: /恢\s*复/ })
    .click()
  await expect(row(page, name)).toContainText('正常')
  await find(page, '晨星跨境')
  const own = row(page, '晨星跨境').getByRole('button', { name: '停用' })
  await expect(own).toHaveAttribute('aria-disabled', 'true')
  await expect(own).toHaveAttribute('title', '不能停用您自己所在的公司')
})

test('filters live in the URL', async ({ page }) => {
  await openAs(page, 'super', '/system/company')
  await page.getByLabel('公司名称').fill('harbor')
  await expect(page).toHaveURL('/system/company?name=harbor')
  await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByLabel('公司名称')).toHaveValue('')
})

test('acting in another company is plain on every page and in every tab, and one click leads home', {
  tag: '@gate',
}, async ({ page, context }) => {
  await openAs(page, 'super', '/admin/user')
  await rowsLoaded(page)
  await expect(row(page, '周敏')).toBeVisible()
  const second = await context.newPage()
  await second.goto('/admin/user')
  // The first tab's service worker is storing the whole console meanwhile, over the same
  // six connections.
  await expect(row(second, '周敏')).toBeVisible({ timeout: 30_000 })

  await page.getByRole('button', { name: '切换公司' }).click()
  await drawer(page).getByLabel('按公司名称搜索').fill('harb')
  await drawer(page)
    .getByRole('button', { name: /Harbor Goods/ })
    .click()
  const banner = page.getByRole('region', { name: '正在代管其他公司' })
  await expect(banner).toContainText('您正在以超级管理员身份操作“Harbor Goods”')
  await expect(second.getByRole('region', { name: '正在代管其他公司' })).toBeVisible()
  await page.goto('/admin/user')
  await expect(row(page, 'harbor-admin')).toBeVisible()
  await expect(row(page, '周敏')).toHaveCount(0)
  await page.goto('/admin/auditLog?action=company.enter')
  await expect(row(page, '进入公司').first()).toContainText('林超')

  await banner.getByRole('button', { name: '返回“晨星跨境”' }).click()
  await expect(page).toHaveURL('/welcome')
  await expect(banner).toHaveCount(0)
})

test('nobody but a super admin has the switch', async ({ page }) => {
  await openAs(page, 'admin', '/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: '切换公司' })).toHaveCount(0)
})
