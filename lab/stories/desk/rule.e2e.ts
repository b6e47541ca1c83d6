import { expect, type Page, test } from '../lib/fixtures.ts'
import { openInOwnCompany } from '../lib/ownCompany.ts'
import { api } from '../lib/stories.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) =>
  page.locator('tbody tr[data-row-key]').filter({ hasText: text })
const soon = () => new Date(Date.now() + 1500).toISOString()
type Rule = { id: string; version: number; name: string }

test('a template makes a rule with one click and one confirmation', async ({ page }) => {
  test.setTimeout(90_000)
  await openInOwnCompany(page, '/admin/settings?tab=rules')
  await page.goto('/admin/settings?tab=rules')
  await page
    .getByRole('list', { name: '从模板新建' })
    .getByRole('button', { name: /逾期催款/ })
    .click({ timeout: 30_000 })
  await expect(dialog(page).getByLabel('规则名称')).toHaveValue('逾期催款')
  await expect(dialog(page).getByLabel('天数')).toHaveValue('7')
  await dialog(page).getByRole('button', { name: '新建规则' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, '逾期催款')).toContainText('逾期每 7 天，最多 4 次')
  await expect(row(page, '逾期催款')).toContainText('尚未执行')
  for (const head of ['执行次数', '上次执行时间'])
    await expect(page.getByRole('columnheader', { name: head })).toBeVisible()
})

test('a rule is made and switched on, is seen to run, and one that fails says why', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(90_000)
  const { token, people } = await openInOwnCompany(page, '/admin/settings?tab=rules')
  const { member } = await people()
  await page.goto('/admin/settings?tab=rules')
  await expect(page.getByText('还没有规则')).toBeVisible({ timeout: 30_000 })

  await page.getByRole('button', { name: '新建规则' }).click()
  const make = dialog(page).getByRole('button', { name: '新建规则' })
  await dialog(page).getByLabel('描述').fill('每天早')
  await make.click()
  for (const message of [
    '请输入规则名称',
    '请输入至少五个字符的规则描述',
    '请选择规则模板',
    '请选择开始时间',
  ])
    await expect(dialog(page).getByText(message)).toBeVisible()
  await dialog(page).getByLabel('规则名称').fill('到期前三天催款')
  await dialog(page).getByLabel('描述').fill('每天早上提醒快到期的客户')
  await dialog(page).getByLabel('规则模板').click()
  await page.getByTitle('到期前提醒').click()
  await dialog(page).getByLabel('天数').fill('3')
  await dialog(page).getByLabel('开始时间').fill('2026-01-05 09:00')
  await page.keyboard.press('Tab')
  await make.click()
  await expect(dialog(page)).toBeHidden()
  const first = row(page, '到期前三天催款')
  await expect(first).toContainText('关闭')
  await expect(first).toContainText('2026-01-05 09:00')
  await expect(first).toContainText('尚未执行')

  await first.getByRole('button', { name: '启用' }).click()
  await expect(dialog(page).getByText('目前没有符合条件的账单')).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: /启\s*用/ })
    .click()
  await expect(first).toContainText('已上线')
  const { list } = (await api<{ list: Rule[] }>('GET', '/api/rule?name=三天', { token })).body.data
  const { id, version } = list[0] as Rule
  // The form only knows whole minutes; the story sets an earlier time so that it does not wait
  // for the next one.
  expect(
    (await api('PUT', '/api/rule', { token, body: { id, version, startAt: soon() } })).status,
  ).toBe(200)
  await expect(first.getByRole('cell', { name: '1', exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(first).toContainText('已上线')
  await first.getByRole('button', { name: '执行记录' }).click()
  await expect(dialog(page).locator('tbody tr[data-row-key]')).toContainText('完成')
  await dialog(page)
    .getByRole('button', { name: /关闭|Close/ })
    .click()

  // The person whom the rule should notify has not accepted the invitation.
  const summary = {
    name: '日报',
    description: '每天的收款汇总',
    template: 'dailySummary',
    type: 'daily',
    startAt: soon(),
  }
  const made = await api<Rule>('POST', '/api/rule', {
    token,
    body: { ...summary, params: { userIds: [member] } },
  })
  await api('PUT', '/api/rule', {
    token,
    body: { id: made.body.data.id, version: 1, startAt: soon(), enabled: true },
  })
  const second = row(page, '日报')
  await expect(second).toContainText('异常', { timeout: 20_000 })
  await expect(second).toContainText('所选的人均已停用，没有人可以通知')

  await page.getByLabel('规则名称').fill('三天')
  await expect(second).toBeHidden()
  await page.getByLabel('规则名称').fill('')
  await expect(second).toBeVisible()
  await page.getByRole('checkbox', { name: '选择本页全部规则' }).check()
  await page.getByRole('button', { name: '批量删除' }).click()
  await dialog(page)
    .getByRole('button', { name: /删\s*除/ })
    .click()
  await expect(page.getByText('还没有规则')).toBeVisible()
})
