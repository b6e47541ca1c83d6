import {
  accountConnected,
  makeBill,
  makeCustomer,
  sendBill,
  sim,
  statusOf,
  unique,
} from '../lib/billing.ts'
import { expect, test } from '../lib/fixtures.ts'
import { api, openAs } from '../lib/stories.ts'

type Added = { account: { id: string }; app: { clientId: string; secret: string } }

test.beforeAll(accountConnected)

test('a payment that PayPal reports counts nowhere while PayPal cannot be asked, and everywhere once its records say it', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const token = await openAs(page, 'zd-admin', '/payPalBill/list')
  // The account is this story's own and no other bill is routed to it: while PayPal cannot be asked
  // about it, the other stories go on.
  const { account, app } = await sim<Added>('addAccount', { name: '核实' })
  const label = unique('核实账户')
  const body = {
    label,
    environment: 'sandbox',
    clientId: app.clientId,
    secret: app.secret,
    priority: 1000,
  }
  const { id: accountId } = (
    await api<{ id: string }>('POST', '/api/paypalAccount', { token, body })
  ).body.data
  const customer = await makeCustomer(token)
  const bill = await sendBill(
    token,
    await makeBill(token, customer.id, unique('核实'), 12_000, { accountId }),
  )
  const { providerInvoiceId } = bill as typeof bill & { providerInvoiceId: string }
  await page.goto(`/payPalBill/list/${bill.id}`)
  await expect(statusOf(page)).toHaveText('待付款', { timeout: 40_000 })

  const faults: { id: string }[] = []
  for (const operation of ['invoices.get', 'invoices.search-invoices', 'search.get'])
    faults.push(
      await sim('addFault', {
        kind: 'errorBefore',
        accountId: account.id,
        operation,
        status: 503,
        times: -1,
      }),
    )
  await sim('payInvoice', { invoiceId: providerInvoiceId })
  // Nobody touches the page.
  const amounts = page.getByRole('region', { name: '金额' })
  const notice = amounts.getByText('PayPal 通知有付款，正在核实')
  await expect(notice).toBeVisible({ timeout: 60_000 })
  await expect(statusOf(page)).toHaveText('待付款')
  await expect(amounts.getByRole('term')).toHaveText(['账单金额', '待收金额'])
  await expect(page.getByText('还没有收到付款。')).toBeVisible()

  await page.goto('/payPalBill/list')
  await expect(page.getByRole('row').filter({ hasText: bill.number })).toContainText('付款核实中')
  await page.goto('/admin/paypalAccount')
  await expect(
    page.getByRole('region', { name: label }).getByText(/\d 条，最早收到于/),
  ).toBeVisible()
  await page.goto('/welcome')
  await expect(page.getByRole('status').filter({ hasText: bill.number })).toContainText(
    '正在核实，尚未计入收款',
  )

  await page.goto(`/payPalBill/list/${bill.id}`)
  await expect(notice).toBeVisible()
  for (const { id } of faults) await sim('removeFault', { id })
  await expect(statusOf(page)).toHaveText('已付款', { timeout: 90_000 })
  await expect(notice).toBeHidden()
  await expect(amounts.getByRole('definition').nth(1)).toHaveText(/\b120\.00/)
})
