import AxeBuilder from '@axe-core/playwright'
import {
  accountConnected,
  makeBill,
  makeCustomer,
  payBill,
  sendBill,
  unique,
} from '../lib/billing.ts'
import { expect, test } from '../lib/fixtures.ts'
import { usernameOf } from '../lib/people.ts'
import { openAs, sentTo, tokenFor } from '../lib/stories.ts'

test.beforeAll(accountConnected)

test('a payment rings the bell and moves the figures without a reload, comes by e-mail as chosen, and leads to its bill', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(120_000)
  const owner = await tokenFor('zd-ops')
  const bill = await sendBill(
    owner,
    await makeBill(owner, (await makeCustomer(owner)).id, unique('通知'), 77_700),
  )
  await openAs(page, 'zd-ops', '/account/settings?section=notification')
  const byMail = page.getByLabel('收到付款: 邮件')
  await expect(byMail).toBeVisible()
  // An earlier try may have chosen it already; then there is nothing to save.
  if (!(await byMail.isChecked())) {
    await byMail.check()
    await page.getByRole('button', { name: /^保\s*存$/ }).click()
    await expect(page.getByText('已保存')).toBeVisible()
  }

  await page.goto('/welcome?currency=USD')
  const usd = page
    .getByRole('region', { name: '收款概况' })
    .getByRole('region', { name: 'USD', exact: true })
  await expect(usd).toBeVisible()
  // Other stories pay bills of the same person as well.
  const collected = async () =>
    Number(/US\$([\d,.]+)/.exec(await usd.innerText())?.[1]?.replaceAll(',', '') ?? 0)
  const before = await collected()
  await payBill(owner, bill)
  const bell = page.getByRole('button', { name: /^通知，\d+ 条未读/ })
  await expect(page.getByText('收到付款 US$777.00').first()).toBeVisible({ timeout: 30_000 })
  await expect.poll(collected).toBeGreaterThanOrEqual(before + 777)
  expect(await sentTo('zd-ops@example.com', /(USD 777\.00)/)).toBe('USD 777.00')

  await bell.click()
  const panel = page.getByRole('dialog', { name: '通知' })
  const notice = panel.getByRole('article').filter({ hasText: bill.number })
  await expect(notice.getByText('未读', { exact: true })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).include('.ant-drawer').analyze()
  expect(
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id }) => id),
  ).toEqual([])
  await notice.getByRole('link', { name: '查看账单' }).click()
  await expect(page).toHaveURL(new RegExp(`/payPalBill/list/${bill.id}`))
  await page.getByRole('button', { name: /^通知/ }).click()
  await expect(notice.getByText('未读', { exact: true })).toBeHidden()
  await panel.getByRole('button', { name: '全部标为已读' }).click()
  await expect(page.getByRole('button', { name: '通知', exact: true })).toBeAttached()
  await panel.getByLabel('只看未读').check()
  await expect(panel.getByText('没有未读通知。')).toBeVisible()
})

test('the list at the bell loads more 100 px before its end', async ({ page }) => {
  await openAs(page, 'zd-other', '/welcome')
  // The seed has 45 notices, and there may be one about this very sign-in.
  await page.getByRole('button', { name: /^通知，4\d 条未读/ }).click()
  const panel = page.getByRole('dialog', { name: '通知' })
  await expect(panel.getByRole('article')).toHaveCount(20)
  const scroll = (left: number) =>
    panel
      .getByRole('region', { name: '通知' })
      .evaluate((box, rest) => box.scrollTo(0, box.scrollHeight - box.clientHeight - rest), left)
  await scroll(120)
  await scroll(90)
  await expect(panel.getByRole('article')).toHaveCount(40)
  await scroll(0)
  await expect.poll(() => panel.getByRole('article').count()).toBeGreaterThanOrEqual(45)
  await expect(panel.getByRole('button', { name: '加载更多' })).toHaveCount(0)
})

test('a chat bot’s address is written once, is never shown again, and stays when something else is saved', async ({
  page,
}) => {
  await openAs(page, usernameOf('boss'), '/admin/settings?tab=notifications')
  const save = async () => {
    await page.getByRole('button', { name: /^保\s*存$/ }).click()
    await expect(page.getByText('已保存', { exact: true })).toBeVisible()
    await page.reload()
  }
  await page.getByRole('button', { name: '添加一行' }).click()
  await page.getByLabel('名称').fill('财务群')
  await page.getByLabel('Webhook 地址').fill('https://example.com/robot')
  await page.getByLabel('加签密钥（选填）').fill('SEC-of-the-group')
  await expect(page.getByText(/请输入该平台的 https 地址/)).toBeVisible()
  await page
    .getByLabel('Webhook 地址')
    .fill('https://oapi.dingtalk.com/robot/send?access_token=token-9abc')
  // The bot is switched off, so that nothing leaves this machine.
  await page.getByRole('switch', { name: '启用' }).click()
  await save()
  await expect(page.getByPlaceholder('已保存（末四位 9abc），留空则不变')).toHaveValue('')
  await expect(page.getByPlaceholder('加签密钥已保存，留空则不变')).toHaveValue('')
  await expect(page.getByText('尚未发送过消息')).toBeVisible()
  await page.getByLabel('名称').fill('财务与老板群')
  await save()
  await expect(page.getByLabel('名称')).toHaveValue('财务与老板群')
  await expect(page.getByPlaceholder('已保存（末四位 9abc），留空则不变')).toBeVisible()
})
