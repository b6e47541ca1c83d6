import { expect, type Page, test } from '../lib/fixtures.ts'
import { api, openAs } from '../lib/stories.ts'

type Role = { id: string; version: number; permissions: string[] }
const dialog = (page: Page) => page.getByRole('dialog')
const tick = (page: Page, role: string, permission: string) =>
  page.getByLabel(`${role}：${permission}`, { exact: true })
/** A fresh browser loads the whole console with its first page. */
const loaded = (page: Page) =>
  page
    .getByRole('heading', { level: 2 })
    .or(page.getByRole('columnheader'))
    .first()
    .waitFor({ timeout: 30_000 })
const save = (page: Page) => page.getByRole('button', { name: /^保\s*存$/ }).click()
const read = async (token: string, code: string) =>
  (
    await api<{ list: (Role & { code: string })[] }>('GET', '/api/role', { token })
  ).body.data.list.find((role) => role.code === code)

/** Removes what an earlier try of the same story left behind. */
const forget = async (token: string, code: string) => {
  const left = await read(token, code)
  if (left) await api('DELETE', `/api/role/${left.id}`, { token, body: {} })
}
const newRole = async (token: string, code: string, name: string) => {
  await forget(token, code)
  return (
    await api<Role>('POST', '/api/role', { token, body: { code, name, permissions: ['ViewUser'] } })
  ).body.data
}

test('a role is made, ticked, saved, renamed and deleted', { tag: '@gate' }, async ({ page }) => {
  const token = await openAs(page, 'super', '/welcome')
  await forget(token, 'Service')
  await page.goto('/system/roles')
  await loaded(page)
  await page.getByRole('button', { name: '新建角色' }).click()
  await dialog(page).getByLabel('角色名称').fill('客服')
  await dialog(page).getByLabel('角色代码').fill('1x')
  await dialog(page).getByRole('button', { name: '新建角色' }).click()
  await expect(dialog(page).getByText('须以字母开头')).toBeVisible()
  await dialog(page).getByLabel('角色代码').fill('Service')
  await dialog(page).getByRole('button', { name: '新建角色' }).click()
  await tick(page, '客服', '查看客户').check()
  await expect(tick(page, '客服', '客户（整组）')).not.toBeChecked()
  // The page opens by its address, but nobody with this role alone finds it in the menu.
  await expect(page.getByText('“客服”有“查看客户”权限，但没有所属菜单分组的权限')).toBeVisible()
  await expect(page.getByText('客服：新增 1 项、移除 0 项权限，影响 0 名用户')).toBeVisible()
  await save(page)
  await expect(page.getByText('客服：新增')).toBeHidden()
  expect((await read(token, 'Service'))?.permissions).toEqual(['ViewCustomer'])
  await page.getByRole('button', { name: '编辑 客服' }).click()
  await dialog(page).getByLabel('角色名称').fill('客服专员')
  await dialog(page)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await page.getByRole('button', { name: '删除 客服专员' }).click()
  await dialog(page)
    .getByRole('button', { name: /删\s*除/ })
    .click()
  await expect(page.getByRole('columnheader', { name: /客服专员/ })).toHaveCount(0)
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })
  for (const next of ['编辑', '删除'])
    test(`a dialog that opens while the last one is still closing stays open: ${next}`, async ({
      page,
    }) => {
      const token = await openAs(page, 'super', '/welcome')
      const name = `动画${next}`
      const { id } = await newRole(token, next === '编辑' ? 'MovingEdit' : 'MovingDelete', name)
      await page.goto('/system/roles')
      await loaded(page)
      await page.getByRole('button', { name: `编辑 ${name}` }).click()
      await expect(dialog(page).getByLabel('角色名称')).toBeVisible()
      // Clicked from within the page: a drawer that is closing moves, takes the focus with it, and
      // is gone before a second command arrives.
      await page
        .getByRole('button', { name: `${next} ${name}` })
        .evaluate(async (button: HTMLElement) => {
          const frame = () => new Promise(requestAnimationFrame)
          const find = (selector: string) => document.querySelector<HTMLElement>(selector)
          while (find('[class*="motion-right-enter"]')) await frame()
          find('.ant-drawer-close')?.click()
          while (!find('[class*="motion-right-leave"]')) await frame()
          button.click()
        })
      await page.waitForTimeout(1_000)
      await expect(
        dialog(page).getByRole('button', { name: next === '编辑' ? /保\s*存/ : /删\s*除/ }),
      ).toBeVisible()
      await api('DELETE', `/api/role/${id}`, { token, body: {} })
    })
})

test('built-in roles are locked, each with the reason', async ({ page }) => {
  await openAs(page, 'super', '/system/roles')
  await loaded(page)
  for (const role of ['超级管理员', '管理员']) {
    await expect(tick(page, role, '查看客户')).toBeChecked()
    await expect(tick(page, role, '查看客户')).toBeDisabled()
  }
  await expect(page.getByTitle('“管理员”始终拥有全部权限，不能修改').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '删除 业务员' })).toHaveAttribute(
    'title',
    '内置角色不能删除',
  )
  await expect(tick(page, '业务员', '查看客户')).toBeEnabled()
})

test('someone else saved the role first: what they gave is shown, and both changes can stand', async ({
  page,
}) => {
  const token = await openAs(page, 'super', '/welcome')
  const { id } = await newRole(token, 'Shared', '共管角色')
  await page.goto('/system/roles')
  await loaded(page)
  await tick(page, '共管角色', '查看客户').check()
  await api('PATCH', `/api/role/${id}`, {
    token,
    body: { permissions: ['ViewUser', 'ViewDispute'], version: 1 },
  })
  await save(page)
  await expect(page.getByText('保存前，他人已修改该内容')).toBeVisible()
  await expect(page.getByText('“共管角色”新增的权限')).toBeVisible()
  await page.getByRole('button', { name: '在最新内容上保留我的修改' }).click()
  await save(page)
  await expect(page.getByText('已保存')).toBeVisible()
  expect((await read(token, 'Shared'))?.permissions).toEqual([
    'ViewCustomer',
    'ViewDispute',
    'ViewUser',
  ])
  await api('DELETE', `/api/role/${id}`, { token, body: {} })
})

test('unsaved ticks are not lost without a question', async ({ page }) => {
  const token = await openAs(page, 'super', '/welcome')
  const { id } = await newRole(token, 'Unsaved', '未存角色')
  await page.goto('/system/roles')
  await loaded(page)
  await tick(page, '未存角色', '查看客户').check()
  await page.getByRole('tab', { name: '权限与权限组' }).click()
  await dialog(page).getByRole('button', { name: '继续编辑' }).click()
  await expect(tick(page, '未存角色', '查看客户')).toBeChecked()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(tick(page, '未存角色', '查看客户')).not.toBeChecked()
  await api('DELETE', `/api/role/${id}`, { token, body: {} })
})

test('groups and permissions of another platform are made, changed and deleted; built-in names are locked', async ({
  page,
}) => {
  // Each try has a platform and a permission of its own.
  const platform = String(100 + (process.pid % 900))
  const permission = `ViewStock${platform}`
  await openAs(page, 'super', '/system/roles?tab=permissions')
  await loaded(page)
  const bills = page.getByRole('region', { name: '账单', exact: true })
  const builtIn = bills
    .getByRole('row', { name: /ViewPayPalBillManage/ })
    .getByRole('button', { name: '删除' })
  await expect(builtIn).toHaveAttribute('title', /可以改名称和分组，不能改标识或删除/)
  await page.getByRole('button', { name: '新建权限组' }).click()
  await dialog(page).getByLabel('平台').fill(platform)
  await dialog(page).getByRole('textbox', { name: '权限组' }).fill('仓库')
  await dialog(page)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('combobox', { name: '平台' }).click()
  await page.locator('.ant-select-item-option', { hasText: `平台 ${platform}` }).click()
  await expect(page).toHaveURL(`/system/roles?tab=permissions&platform=${platform}`)
  const group = page.getByRole('region', { name: '仓库', exact: true })
  await group.getByRole('button', { name: '新建权限' }).click()
  await dialog(page).getByLabel('权限标识').fill(permission)
  await dialog(page).getByLabel('中文名称').fill('查看库存')
  await dialog(page).getByLabel('英文名称').fill('View stock')
  await dialog(page)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(group.getByText('查看库存')).toBeVisible()
  await expect(group.getByRole('button', { name: '删除' }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await group
    .getByRole('row', { name: new RegExp(permission) })
    .getByRole('button', { name: '删除' })
    .click()
  await expect(dialog(page)).toContainText('拥有此权限的角色会立即失去此权限')
  await dialog(page)
    .getByRole('button', { name: /删\s*除/ })
    .click()
  await expect(group).toContainText('此权限组还没有权限。')
  await expect(dialog(page)).toBeHidden()
  await group.getByRole('button', { name: '删除' }).click()
  await dialog(page)
    .getByRole('button', { name: /删\s*除/ })
    .click()
  await expect(page.getByText('该平台还没有权限组')).toBeVisible()
})

test('groups are found by any part of their name', async ({ page }) => {
  await openAs(page, 'super', '/system/roles?tab=permissions')
  await loaded(page)
  await page.getByLabel('权限组', { exact: true }).fill('财')
  await expect(page).toHaveURL(/name=%E8%B4%A2/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['财务'])
})
