import { expect, type Page, test } from '../lib/fixtures.ts'
import { openInOwnCompany, rowsLoaded } from '../lib/ownCompany.ts'
import { usernameOf } from '../lib/people.ts'
import { api, openAs, sentTo, storyUser, tokenFor, totpCode } from '../lib/stories.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) =>
  page.locator('tbody tr[data-row-key]').filter({ hasText: text })
const tree = (page: Page) => page.getByRole('tree', { name: '用户树' })
const more = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `更多 ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('spec §9: administrative lists are bordered, with the row key id, ten per page from page 1', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin')
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/user')
  await page.goto('/admin/user')
  const query = new URL((await asked).url()).searchParams
  expect([query.get('current'), query.get('pageSize')]).toEqual(['1', '10'])
  await expect(page.locator('.ant-table-bordered')).toBeVisible()
  expect(await page.locator('tbody tr[data-row-key]').first().getAttribute('data-row-key')).toMatch(
    /^[0-9a-f-]{36}$/,
  )
  await expect(page.locator('.ant-pagination-item-active')).toHaveText('1')
})

test('an invitation is sent by e-mail and stands in list and tree', async ({ page }) => {
  const { code, people, open } = await openInOwnCompany(page, '/admin/user')
  await people()
  await open()
  await page.getByRole('button', { name: '邀请用户' }).click()
  await dialog(page).getByRole('button', { name: '发送邀请' }).click()
  for (const message of ['请输入用户名', '请输入姓名', '请输入邮箱'])
    await expect(dialog(page).getByText(message)).toBeVisible()
  await dialog(page).getByLabel('用户名').fill(`lead-${code}`)
  await dialog(page).getByLabel('姓名').fill('新同事')
  await dialog(page).getByLabel('邮箱').fill(`new-${code}@example.com`)
  await dialog(page).getByLabel('手机号').fill('138 0013 8000')
  await dialog(page).getByLabel('上级').fill('组长')
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('业务员').check()
  await dialog(page).getByRole('button', { name: '发送邀请' }).click()
  await expect(dialog(page).getByText(`用户名 lead-${code} 已占用`)).toBeVisible()
  await dialog(page).getByLabel('用户名').fill(`new-${code}`)
  await dialog(page).getByRole('button', { name: '发送邀请' }).click()
  await expect(row(page, '新同事')).toContainText('待接受邀请')
  await expect(row(page, '新同事')).toContainText('+8613800138000')
  await expect(tree(page).getByRole('treeitem', { name: /新同事/ })).toHaveAttribute(
    'aria-level',
    '2',
  )
  await sentTo(`new-${code}@example.com`, /invitation#token=(\S+)/)
})

test('a user is edited, and a conflict shows what someone else changed', { tag: '@gate' }, async ({
  page,
}) => {
  const { token, people, open } = await openInOwnCompany(page, '/admin/user')
  const { member } = await people()
  await open()
  await row(page, '组员').getByRole('button', { name: '编辑' }).click()
  await dialog(page).getByLabel('手机号').fill('123')
  await dialog(page)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(dialog(page).getByText('手机号格式不正确')).toBeVisible()
  await dialog(page).getByLabel('手机号').fill('+447700900123')
  await api('PATCH', `/api/user/${member}`, { token, body: { name: '组员甲', version: 1 } })
  await dialog(page)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(dialog(page).getByText('组员甲').first()).toBeVisible()
  await dialog(page).getByRole('button', { name: '在最新内容上保留我的修改' }).click()
  await dialog(page)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(row(page, '组员甲')).toContainText('+447700900123')
})

test('a user is moved in the tree by picking, never below themselves', async ({ page }) => {
  const { people, open } = await openInOwnCompany(page, '/admin/user')
  await people()
  await open()
  await more(page, '组长', '调整上级')
  const picker = dialog(page).getByRole('tree', { name: '选择新的上级' })
  await expect(picker.getByRole('treeitem', { name: '组员' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  // Dispatches an event, because a forced click does not wait for the dialog to arrive
  // and can miss it.
  await picker.getByRole('treeitem', { name: '组员' }).dispatchEvent('click')
  await expect(dialog(page).getByRole('button', { name: '调整上级' })).toBeDisabled()
  await picker.getByRole('treeitem', { name: '旁人' }).click()
  await expect(dialog(page)).toContainText('组长 的上级：旁人')
  await dialog(page).getByRole('button', { name: '调整上级' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(tree(page).getByRole('treeitem', { name: '组员' })).toHaveAttribute(
    'aria-level',
    '3',
  )
})

test('the tree filters the list, in the URL, and works by keyboard', async ({ page }) => {
  const { people, open } = await openInOwnCompany(page, '/admin/user')
  const { lead } = await people()
  await open()
  await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(3)
  await tree(page).focus()
  await page.keyboard.press('Home')
  const active = async () =>
    page.locator(`[id="${await tree(page).getAttribute('aria-activedescendant')}"]`)
  while (!(await (await active()).textContent())?.includes('组长'))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await expect(tree(page).getByRole('treeitem', { name: '组员' })).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(tree(page).getByRole('treeitem', { name: '组员' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/user?parentId=${lead}`)
  await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(2)
  await page.getByRole('button', { name: '全部用户' }).click()
  await expect(page).toHaveURL('/admin/user')
  await page.getByLabel('搜索', { exact: true }).fill('旁')
  await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(1)
})

test('nobody grants a role beyond their own permissions, nor changes people who hold more', async ({
  page,
}) => {
  await openAs(page, 'admin', '/admin/user')
  await rowsLoaded(page)
  await expect(row(page, '林超')).toContainText('不可操作')
  await expect(row(page, '林超').getByRole('button')).toHaveCount(0)
  await row(page, '赵敏').getByRole('button', { name: '分配角色' }).click()
  await expect(dialog(page).getByLabel('超级管理员')).toBeDisabled()
  await expect(dialog(page).getByText('您自己没有此角色的全部权限，不能授予或收回')).toBeVisible()
  await expect(dialog(page).getByLabel('业务员')).toBeChecked()
  await expect(dialog(page).getByLabel('财务')).toBeEnabled()
})

test('roles, disabling and enabling', async ({ page }) => {
  const { people, open } = await openInOwnCompany(page, '/admin/user')
  await people()
  await open()
  await row(page, '旁人').getByRole('button', { name: '分配角色' }).click()
  await dialog(page).getByLabel('财务').check()
  await dialog(page)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(row(page, '旁人')).toContainText('财务')
  await more(page, '旁人', '停用')
  await expect(dialog(page)).toContainText('数据全部保留')
  await dialog(page)
    .getByRole('button', { name: /停\s*用/ })
    .click()
  await expect(row(page, '旁人')).toContainText('已停用')
  await more(page, '旁人', '启用')
  await dialog(page)
    .getByRole('button', { name: /启\s*用/ })
    .click()
  await expect(row(page, '旁人')).toContainText('待接受邀请')
})

test('an admin ends someone’s sessions and resets a lost second factor', async ({ page }) => {
  const lost = storyUser('lost')
  const token = await tokenFor(lost)
  const { body } = await api<{ secret: string }>('POST', '/api/account/secondFactor/begin', {
    token,
    body: {},
  })
  await api('POST', '/api/account/secondFactor/confirm', {
    token,
    body: { code: totpCode(body.data.secret) },
  })
  await openAs(page, usernameOf('boss'), `/admin/user?keyword=${lost}`)
  await rowsLoaded(page)
  await expect(row(page, lost)).toContainText('已启用')
  await more(page, lost, '强制下线')
  await dialog(page).getByRole('button', { name: '强制下线' }).click()
  await expect(page.getByText(`${lost} 已在所有设备下线`)).toBeVisible()
  expect((await api('GET', '/api/currentUser', { token })).status).toBe(401)
  await expect(dialog(page)).toBeHidden()
  await more(page, lost, '重置两步验证')
  await expect(dialog(page)).toContainText('请先确认是本人提出')
  await dialog(page).getByRole('button', { name: '重置两步验证' }).click()
  await expect(row(page, lost)).toContainText('未启用')
  expect((await api('GET', '/api/currentUser', { token: await tokenFor(lost) })).status).toBe(200)
})

test('2,000 users on five levels open in under a second', async ({ page }) => {
  const list: object[] = []
  let parents: string[] = []
  for (const [level, size] of [1, 9, 90, 400, 1500].entries()) {
    const ids = Array.from(
      { length: size },
      (_, index) => `01900000-0000-7000-8${level}00-${String(index).padStart(12, '0')}`,
    )
    for (const [index, id] of ids.entries())
      list.push({
        id,
        parentId: parents.length > 0 ? parents[index % parents.length] : null,
        name: `用户 ${level}-${index}`,
        username: `u${level}-${index}`,
        status: 'active',
        level: level + 1,
      })
    parents = ids
  }
  // apps/api/src/people/user/treeAtSize.test.ts measures how quickly the API answers with as many
  // users; this measures the page's own time.
  const body = {
    success: true,
    data: { list, total: list.length, totalIsExact: true },
    errorCode: null,
    errorMessage: null,
    showType: 0,
  }
  await page.route('**/api/userTree', (route) => route.fulfill({ json: body }))
  await openAs(page, 'admin', '/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Chromium's count of the main thread's own time: other work on the machine must not decide this.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busySeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  await page.getByRole('menuitem', { name: '系统管理' }).hover()
  await page.getByRole('link', { name: '用户列表' }).waitFor()
  const before = await busySeconds()
  const startedAt = Date.now()
  await page.getByRole('link', { name: '用户列表' }).click()
  await expect(tree(page).getByRole('treeitem').first()).toContainText('1999')
  const busyMs = 1000 * ((await busySeconds()) - before)
  process.stdout.write(
    `tree page of 2,000: ${busyMs.toFixed(0)} ms of main thread, ${Date.now() - startedAt} ms in all\n`,
  )
  expect(busyMs).toBeLessThan(1000)

  // Even when all are unfolded, only the lines in view are in the page, and one key
  // leads to the end.
  await tree(page).focus()
  for (let level = 0; level < 4; level++) {
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('End')
  await expect(page.getByRole('treeitem', { name: /用户 4-/ }).last()).toBeVisible()
  expect(await page.getByRole('treeitem').count()).toBeLessThan(60)
  await page.getByLabel('在用户树中搜索').fill('u4-1499')
  await expect(page.getByRole('treeitem')).toHaveCount(5)
})
