import { serious } from '../lib/axe.ts'
import { accountConnected, makeBill, makeCustomer, sendBill } from '../lib/billing.ts'
import { beginQuarantine, endQuarantine, forgetBill } from '../lib/database.ts'
import { expect, type Page, picture, test } from '../lib/fixtures.ts'
import { api, openAs, tokenFor } from '../lib/stories.ts'

type Found = { list: { id: string }[]; total: number }

const banner = (page: Page) => page.getByRole('region', { name: '系统隔离提示' })
const leaving = (page: Page) => page.getByRole('button', { name: '解除隔离' })

test.afterEach(endQuarantine)

test('after a restore nobody can send; a super admin compares, confirms what was found and ends it', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await accountConnected()
  const admin = await tokenFor('zd-admin')
  const customer = await makeCustomer(admin)
  const draft = await makeBill(admin, customer.id, '隔离期间的草稿')
  const restoredTo = new Date()
  const lost = await sendBill(
    admin,
    await makeBill(admin, customer.id, '恢复之后不见了的账单', 34_500),
  )
  await forgetBill(lost.id)
  await beginQuarantine(restoredTo)

  await test.step('others see why, and what would leave is there but held', async () => {
    await openAs(page, 'zd-admin', '/payPalBill/list')
    await expect(banner(page)).toContainText('处于隔离状态')
    await expect(banner(page).getByRole('link')).toHaveCount(0)
    const create = page.getByRole('button', { name: '新建账单' })
    await expect(create).toHaveAttribute('aria-disabled', 'true')
    await create.focus()
    await expect(page.getByRole('tooltip', { name: '系统正在隔离，解除后才能操作' })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('n')
    await expect(page).toHaveURL(/\/payPalBill\/list$/)
    expect(await serious(page)).toEqual([])
    await picture(page, 'quarantine-list')

    await page.goto(`/payPalBill/list/${draft.id}`)
    const send = page.getByRole('button', { name: '发送', exact: true })
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await send.hover()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await page.keyboard.press('s')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: '编辑', exact: true })).toBeEnabled()
    await page.goto('/system/quarantine')
    await expect(page.getByText('403')).toBeVisible()
  })

  const token = await openAs(page, 'super', '/welcome')
  await test.step('the banner leads a super admin to what was found', async () => {
    await banner(page).getByRole('link', { name: '查看比对进度' }).click()
    await expect(page).toHaveURL(/\/system\/quarantine$/)
    await expect(page.getByText('磁盘故障')).toBeVisible()
    await expect(leaving(page)).toBeDisabled()
    // A worker begins within a minute; the page follows by itself.
    await expect(page.getByText(/等待各账户与 PayPal 比对完成/)).toHaveCount(0, {
      timeout: 180_000,
    })
    await expect(page.getByText('比对中')).toHaveCount(0)
  })

  const row = page.locator('tbody tr[data-row-key]').filter({ hasText: lost.number })
  await test.step('an invoice without a bill is confirmed with a reason', async () => {
    await page.goto('/system/quarantine?kind=elsewhere&state=open&pageSize=100')
    await expect(row).toContainText('恢复的数据中没有')
    await expect(row).toContainText('US$345.00')
    expect(await serious(page)).toEqual([])
    await picture(page, 'quarantine-findings')
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: '标为已确认' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '标为已确认' }).click()
    await expect(dialog.getByText('请写明原因')).toBeVisible()
    await dialog.getByLabel('原因').fill('已在 paypal.com 核对')
    await dialog.getByRole('button', { name: '标为已确认' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row).toHaveCount(0)
    await page.goto('/system/quarantine?kind=elsewhere&state=seen&pageSize=100')
    await expect(row).toContainText('已在 paypal.com 核对')
  })

  await test.step('when nothing is missing, the quarantine ends and work goes on', async () => {
    // What other stories have left at PayPal.
    for (;;) {
      const { list } = (
        await api<Found>('GET', '/api/quarantine/finding?state=open&pageSize=100', { token })
      ).body.data
      if (list.length === 0) break
      await api('POST', '/api/quarantine/settle', {
        token,
        body: { ids: list.map(({ id }) => id), reason: '其他用例' },
      })
    }
    await page.goto('/system/quarantine')
    await leaving(page).click()
    const dialog = page.getByRole('dialog', { name: '解除隔离？' })
    expect(await serious(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(leaving(page)).toBeFocused()
    await leaving(page).click()
    await dialog.getByRole('button', { name: '解除隔离' }).click()
    await expect(page.getByText('正常运行')).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
    await openAs(page, 'zd-admin', '/payPalBill/list')
    await expect(page.getByRole('button', { name: '新建账单' })).toBeEnabled()
    await expect(banner(page)).toHaveCount(0)
  })
})
