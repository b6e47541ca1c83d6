import { makeBill, makeCustomer, readBill, sendBill, sim, unique } from '../lib/billing.ts'
import { expect, test } from '../lib/fixtures.ts'
import { api, openAs, tokenFor } from '../lib/stories.ts'

type Connected = { account: { id: string }; app: { clientId: string; secret: string } }
type Coverage = { list: { accountId: string; completeThrough: string | null }[] }

test('a customer pays past the invoice: the bill says so, finance confirms, and PayPal’s invoice is paid', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const token = await tokenFor('zd-admin')
  const label = unique('直接付款账户')
  const { account, app } = await sim<Connected>('addAccount', { name: label })
  const connection = { label, environment: 'sandbox', clientId: app.clientId, secret: app.secret }
  const accountId = (
    await api<{ id: string }>('POST', '/api/paypalAccount', { token, body: connection })
  ).body.data.id
  // The schedule runs every minute; to avoid waiting for it, the story asks to read today.
  const readToday = async () => {
    const [from, to] = [new Date(Date.now() - 60_000), new Date()].map((at) => at.toISOString())
    await api('POST', '/api/paypalTransaction/resync', { token, body: { accountId, from, to } })
  }
  const isRead = async () =>
    (await api<Coverage>('GET', '/api/paypalTransaction/coverage', { token })).body.data.list.find(
      (one) => one.accountId === accountId,
    )?.completeThrough
  await readToday()
  await expect.poll(isRead, { timeout: 60_000 }).toBeTruthy()
  const email = `direct${process.pid}@ocean.example`
  const customer = await makeCustomer(token, email)
  const bill = await sendBill(
    token,
    await makeBill(token, customer.id, unique('直接付款'), 8_800, { accountId }),
  )
  await sim('payDirectly', {
    accountId: account.id,
    currency: 'USD',
    amountMinor: 8_800,
    feeMinor: -356,
    email,
  })
  await readToday()
  const owed = async () =>
    ((await readBill(token, bill.id)) as never as { money: { owedMinor: number } }).money.owedMinor
  await expect.poll(owed, { timeout: 60_000 }).toBe(0)

  await openAs(page, 'zd-finance', `/finance/payPalBill/${bill.id}`)
  await expect(page.getByRole('region', { name: '金额' })).toContainText('已直接付款')
  const money = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: '款项', exact: true }) })
  await expect(money).toContainText('US$88.00')
  await expect(money).toContainText('待财务在“对账”里确认')
  await expect(page.getByText('客户没有通过账单付款')).toBeVisible()
  await expect(page.getByRole('button', { name: '催款' })).toHaveCount(0)

  await page.goto(`/finance/reconciliation?accountId=${accountId}&confirm=true`)
  await page
    .locator('tbody tr[data-row-key]')
    .first()
    .getByRole('link')
    .first()
    .click({ timeout: 40_000 })
  await page.getByRole('button', { name: '确认并登记' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认并登记' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect
    .poll(async () => (await readBill(token, bill.id)).status, { timeout: 30_000 })
    .toBe('paid')
  await page.goto(`/finance/payPalBill/${bill.id}`)
  await expect(page.getByRole('region', { name: '付款与退款' })).toContainText(
    '直接付款（已登记到账单）',
  )
  await expect(page.getByRole('region', { name: '金额' })).toContainText('已付款')
})
