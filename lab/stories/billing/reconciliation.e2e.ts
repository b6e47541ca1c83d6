import { serious } from '../lib/axe.ts'
import { accountConnected, makeBill, makeCustomer, sendBill, sim, unique } from '../lib/billing.ts'
import { expect, picture, test } from '../lib/fixtures.ts'
import { keyboardOf } from '../lib/keyboard.ts'
import { api, openAs, tokenFor } from '../lib/stories.ts'

test.beforeAll(accountConnected)

type Connected = { account: { id: string }; app: { clientId: string; secret: string } }

/**
 * Makes an account of the story's own, to which someone has paid 10.00, 10.01 and so on dollars
 * without any invoice, and a bill of so many cents: two stories with bills of the same amount would
 * be each other's likely bill.
 */
async function world({ count, billMinor }: { count: number; billMinor: number }) {
  const token = await tokenFor('zd-admin')
  const label = unique('对账账户')
  const { account, app } = await sim<Connected>('addAccount', { name: label })
  const body = { label, environment: 'sandbox', clientId: app.clientId, secret: app.secret }
  const connected = await api<{ id: string }>('POST', '/api/paypalAccount', { token, body })
  const customer = await makeCustomer(token)
  const bill = await sendBill(
    token,
    await makeBill(token, customer.id, unique('样品费'), billMinor),
  )
  const coverage = async () => {
    const { body: answer } = await api<{
      list: { accountId: string; completeThrough: string | null }[]
    }>('GET', '/api/paypalTransaction/coverage', { token })
    return answer.data.list.find(({ accountId }) => accountId === connected.body.data.id)
      ?.completeThrough
  }
  // The schedule runs every minute; to avoid waiting for it, the story asks to read today.
  const readToday = () => {
    const [from, to] = [new Date(Date.now() - 60_000), new Date()].map((at) => at.toISOString())
    return api('POST', '/api/paypalTransaction/resync', {
      token,
      body: { accountId: connected.body.data.id, from, to },
    })
  }
  await readToday()
  // The account's books begin with the first reading: money that comes later is a row of its own.
  await expect.poll(coverage, { timeout: 150_000 }).toBeTruthy()
  await sim('addRows', { accountId: account.id, count })
  return { accountId: connected.body.data.id, label, bill, token, readToday }
}

test('finance finds an unexplained payment, matches it with a likely bill, sees it explained, and takes it back', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(300_000)
  const { accountId, label, bill } = await world({ count: 2, billMinor: 1000 })
  await openAs(page, 'zd-finance', `/finance/transaction?accountId=${accountId}`)
  await page.getByRole('button', { name: '同步进度' }).click({ timeout: 40_000 })
  const account = page.getByRole('article', { name: label })
  await expect(account.getByText(/已同步至 \d{4}-\d\d-\d\d \d\d:\d\d/)).toBeVisible({
    timeout: 40_000,
  })

  // To avoid waiting for the schedule, the story reads today again.
  await account.getByRole('button', { name: `补同步 ${label}` }).click()
  const asking = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('button', { name: '开始补同步' }) })
  await asking.getByRole('button', { name: '开始补同步' }).click()
  await expect(asking).toBeHidden()
  await page.locator('.ant-drawer-close').click()
  await expect(account).toBeHidden()
  const row = page.locator('tbody tr[data-row-key]').filter({ hasText: 'US$10.00' })
  await expect(row).toContainText('Test Buyer', { timeout: 90_000 })
  await expect(row).toContainText('一般收款')
  await expect(row.getByText('待对账')).toBeVisible()
  await expect(page.getByRole('region', { name: '合计' })).toContainText('US$18.83')
  expect(await serious(page)).toEqual([])

  await page.getByRole('link', { name: '去对账' }).click()
  await page.goto(`/finance/reconciliation?accountId=${accountId}`)
  await expect(page.getByRole('region', { name: '待对账合计' })).toContainText(
    'USD（2 笔）收入 US$20.01',
  )
  const entries = page.locator('tbody tr[data-row-key]')
  await expect(entries.getByText(/剩余 \d+ (小时|天)/)).toHaveCount(2)
  await entries.first().getByRole('link').first().press('Enter')
  await expect(page).toHaveURL(/\/finance\/reconciliation\/[0-9a-f-]{36}\?accountId=/)
  // The address changes before the list beside the record has replaced the whole list.
  await expect(entries.first()).toHaveAttribute('aria-current', 'true')
  await entries.first().getByRole('link').first().press('ArrowDown')
  await expect(entries.last()).toHaveAttribute('aria-current', 'true')
  await expect(entries.last().getByRole('link').first()).toBeFocused()
  await entries.filter({ hasText: 'US$10.00' }).getByText('US$10.00').click()
  const bench = page.getByRole('region', { name: 'Test Buyer' })
  // Both payments have the same buyer, and a bill of this amount may explain either: the record of
  // the other one is beside the list until this one has come.
  const itself = (
    await entries.filter({ hasText: 'US$10.00' }).getByRole('link').first().getAttribute('href')
  )?.match(/[0-9a-f-]{36}/)?.[0]
  await expect(bench.getByRole('link', { name: '交易详情' })).toHaveAttribute(
    'href',
    `/finance/transaction/${itself}`,
  )
  await expect(bench.getByRole('button', { name: '选中同类交易' })).toBeVisible()
  await page.keyboard.press('t')
  await expect(bench.getByText('郑财务').first()).toBeVisible()

  const candidate = bench.getByRole('listitem').filter({ hasText: bill.number })
  await expect(candidate.getByText('金额相同')).toBeVisible()
  await expect(candidate.getByText('有可能')).toBeVisible()
  await candidate.getByRole('checkbox').check()
  await expect(bench.getByLabel(`分配给 ${bill.number} 的金额`)).toHaveValue('10.00')
  await expect(bench.getByRole('region', { name: '分配' })).toContainText('未分配US$0.00')
  expect(await serious(page)).toEqual([])
  await bench.getByRole('button', { name: '确认匹配' }).click()
  await expect(bench.getByText('请先填写说明')).toBeVisible()
  await bench.getByLabel('说明', { exact: true }).fill('客户来电确认')
  await bench.getByRole('button', { name: '确认匹配' }).click()

  // The other payment is open by itself; it belongs to no bill.
  await expect(bench.getByText('US$10.01').first()).toBeVisible()
  await expect(entries).toHaveCount(1)
  // A key acts once its button is there.
  await expect(bench.getByRole('button', { name: '搁置', exact: true })).toBeVisible()
  await page.keyboard.press('s')
  const aside = page.getByRole('dialog', { name: '搁置 1 笔交易' })
  await expect(aside).toBeVisible()
  expect(await serious(page)).toEqual([])
  await aside.getByRole('button', { name: '搁置', exact: true }).click()
  await expect(aside.getByText('请先填写说明')).toBeVisible()
  await aside.getByLabel('说明', { exact: true }).fill('测试款，已与客户确认')
  await aside.getByRole('button', { name: '搁置', exact: true }).click()
  await expect(page.getByText('没有符合条件的交易')).toBeVisible()

  await page.goto(`/finance/transaction?accountId=${accountId}`)
  await row.getByRole('link', { name: /一般收款/ }).click()
  const books = page.getByRole('table').filter({ hasText: 'PayPal 余额' })
  await expect(books).toContainText('PayPal 余额')
  await expect(books).toContainText('账单收款')
  await page.getByText('JSON', { exact: true }).click()
  await expect(page.getByText('"transaction_id"')).toBeVisible()
  expect(await serious(page)).toEqual([])

  await page.getByRole('button', { name: '撤销匹配' }).click()
  await page.getByRole('dialog').getByLabel('原因（选填）').fill('记错账单')
  await page.getByRole('dialog').getByRole('button', { name: '撤销匹配' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('region', { name: '金额' }).getByText('待对账')).toBeVisible()
  await expect(page.getByText('这笔交易还没有匹配到账单。')).toBeVisible()

  // By keyboard alone: the likely bill with its reasons, and the word.
  await page.goto(`/finance/reconciliation?accountId=${accountId}`)
  await expect(entries).toHaveCount(1, { timeout: 40_000 })
  const keys = keyboardOf(page)
  await keys.press('j')
  await keys.press('Enter')
  await expect(bench.getByRole('button', { name: `匹配 ${bill.number}` })).toBeVisible()
  await keys.press('m')
  await expect(bench.getByRole('button', { name: '确认匹配' })).toBeFocused()
  await keys.press('Enter')
  await expect(entries).toHaveCount(0)
  expect(keys.count()).toBe(4)
})

test('twenty payments alike are explained by keyboard alone: found, summed up, set aside with one reason, each outcome told', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const { accountId, token, readToday } = await world({ count: 20, billMinor: 777_00 })
  await readToday()
  const path = `/api/reconciliation?accountId=${accountId}&pageSize=100`
  const total = async () => (await api<{ total: number }>('GET', path, { token })).body.data.total
  await expect.poll(total, { timeout: 90_000 }).toBe(20)
  // Half of them stand on another page.
  await openAs(page, 'zd-finance', `/finance/reconciliation?accountId=${accountId}&pageSize=10`)
  await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(10, { timeout: 40_000 })
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  await press('j')
  await press('e')
  const bar = page.getByRole('region', { name: '已选交易' })
  await expect(bar).toContainText('已选 20 笔')
  await expect(bar).toContainText('USD（20 笔） US$201.90')
  await picture(page, 'alike-ticked')
  await press('Shift+S')
  await expect(page.getByRole('dialog')).toContainText('搁置 20 笔交易')
  await expect(page.getByRole('button', { name: /测试付款/ })).toBeFocused()
  await press('1')
  await press('Enter')
  const results = page
    .getByRole('dialog')
    .filter({ hasText: '已完成 20 笔，未成功 0 笔，未处理 0 笔' })
  await expect(results).toBeVisible({ timeout: 60_000 })
  await expect(results.getByRole('listitem')).toHaveCount(20)
  await picture(page, 'alike-done')
  expect(await serious(page)).toEqual([])
  await press('Enter')
  await expect(page.getByText('没有符合条件的交易')).toBeVisible()
  await expect(bar).toBeHidden()
  expect(keys).toBe(6)
  expect(await total()).toBe(0)
})
