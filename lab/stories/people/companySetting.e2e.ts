import { expect, type Page, test } from '../lib/fixtures.ts'
import { carefulUsername, usernameOf } from '../lib/people.ts'
import { api, openAs, tokenFor } from '../lib/stories.ts'

const save = (page: Page) => page.getByRole('button', { name: /保\s*存/ }).click()
const saved = (page: Page) => expect(page.getByText('已保存').last()).toBeVisible()
type Setting = {
  version: number
  billing: object
  reconciliation: { slaHours: number }
  approval: { refundThresholds: object[] }
}
const read = async (token: string) =>
  (await api<Setting>('GET', '/api/companySetting', { token })).body.data

// These stories share one company and one record, so they run one after the other.
test.describe.configure({ mode: 'serial' })

test('every tab shows its form, with errors at their fields', { tag: '@gate' }, async ({
  page,
}) => {
  await openAs(page, usernameOf('boss'), '/admin/settings')
  for (const [tab, label] of [
    ['账单', '账单号格式'],
    ['账户分配', '允许改选其他账户'],
    ['审批', '退款审批金额'],
    ['对账', '处理时限'],
    ['安全', '强制两步验证'],
    ['通知', '通知邮箱'],
    ['数据保留', 'PayPal 事件原文保留'],
    ['自动规则', '还没有规则'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(page.getByText(label, { exact: true })).toBeVisible()
  }
  await page.goto('/admin/settings')
  const format = page.getByLabel('账单号格式')
  for (const [value, message] of [
    ['', '请输入账单号格式'],
    ['{code}_{seq}', '只能使用字母、数字、短横线'],
    ['{code}-{yyyy}', '必须且只能包含一个流水号代号'],
    ['{code}-{yyyy}-{mm}-{dd}-ABCDE-{seq}', '超过 PayPal 的 25 个字符上限'],
  ] as const) {
    await format.fill(value)
    await expect(page.getByText(message)).toBeVisible()
  }
  await format.fill('{code}{yy}{mm}-{seq}')
  await expect(page.getByText(/示例：ABC\d{4}-00001/)).toBeVisible()
  await save(page)
  await saved(page)
  await page.reload()
  await expect(format).toHaveValue('{code}{yy}{mm}-{seq}')
  await expect(page.getByText(/最近修改：ys-boss/)).toBeVisible()
})

test('thresholds: one line per currency, in its minor unit; a second person agrees before they count', async ({
  page,
}, { retry }) => {
  const token = await openAs(page, carefulUsername('first', retry), '/admin/settings?tab=approval')
  const submit = () => page.getByRole('button', { name: '提交变更' }).click()
  await page.getByRole('button', { name: '添加一行' }).click()
  await page.getByLabel('金额').last().fill('1500.5')
  await page.getByLabel('币种').last().click()
  await page.getByLabel('币种').last().fill('JPY')
  await page.keyboard.press('Enter')
  await submit()
  await expect(page.getByText('请输入该币种的有效金额')).toBeVisible()
  await page.getByLabel('金额').last().fill('150000')
  // The message takes a moment to disappear, and the button then moves up.
  await expect(page.getByText('请输入该币种的有效金额')).toBeHidden()
  await submit()
  const waiting = page.getByRole('region', { name: '待确认的变更' })
  await expect(waiting).toContainText('US$1,000.00 起、JP¥150,000 起')
  await expect(waiting).toContainText('您自己提交的变更，须由另一位有权限的同事确认。')
  await expect(waiting.getByRole('button')).toHaveText([/撤\s*回/])
  await expect(page.getByText('目前执行: US$1,000.00 起', { exact: true })).toBeVisible()
  expect((await read(token)).approval.refundThresholds).toEqual([
    { currency: 'USD', amountMinor: 100_000 },
  ])

  await openAs(page, carefulUsername('second', retry), '/admin/settings?tab=approval')
  await waiting.getByRole('button', { name: /批\s*准/ }).click()
  const question = page.getByRole('dialog', { name: '批准额度变更' })
  await question.getByRole('button', { name: /批\s*准/ }).click()
  await expect(waiting).toBeHidden()
  await expect(page.getByLabel('金额').last()).toHaveValue('150000')
  expect((await read(token)).approval.refundThresholds).toEqual([
    { currency: 'USD', amountMinor: 100_000 },
    { currency: 'JPY', amountMinor: 150_000 },
  ])
})

test('unsaved changes: another tab, another page, Back and signing out ask first', async ({
  page,
}) => {
  await openAs(page, usernameOf('boss'), '/welcome')
  await page.getByRole('menuitem', { name: '系统管理' }).hover()
  await page.getByRole('link', { name: '业务设置' }).click()
  await page.getByRole('tab', { name: '对账', exact: true }).click()
  await page.getByLabel('处理时限').fill('36')
  const question = page.getByRole('dialog', { name: '有未保存的修改' })
  const stay = async () => {
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: '继续编辑' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByLabel('处理时限')).toHaveValue('36')
  }
  await page.getByRole('tab', { name: '安全', exact: true }).click()
  await stay()
  await page.getByRole('menuitem', { name: '首页' }).click()
  await stay()
  await page.goBack()
  await stay()
  await page.getByRole('button', { name: /ys-boss/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await stay()
  await page.getByRole('menuitem', { name: '首页' }).click()
  await question.getByRole('button', { name: '不保存，离开' }).click()
  await expect(page).toHaveURL('/welcome')
})

test('someone else saved the same tab: the form shows what changed; changes of another tab do not matter', async ({
  page,
}) => {
  const username = usernameOf('boss')
  const token = await tokenFor(username)
  const patch = async (change: object) =>
    expect(
      (
        await api('PATCH', '/api/companySetting', {
          token,
          body: { version: (await read(token)).version, ...change },
        })
      ).status,
    ).toBe(200)

  await openAs(page, username, '/admin/settings?tab=reconciliation')
  await page.getByLabel('处理时限').fill('24')
  await patch({ routing: { mode: 'automatic', allowOverride: true } })
  await save(page)
  await saved(page)

  await page.getByLabel('处理时限').fill('12')
  await patch({ reconciliation: { toleranceBasisPoints: 50, slaHours: 72, recordMatches: true } })
  await save(page)
  const notice = page.getByRole('alert').filter({ hasText: '他人已修改该内容' })
  await expect(notice).toContainText('72')
  await expect(notice).toContainText('您填写的是“12”')
  await notice.getByRole('button', { name: '采用最新内容' }).click()
  await expect(page.getByLabel('处理时限')).toHaveValue('72')
  expect((await read(token)).reconciliation.slaHours).toBe(72)
})
