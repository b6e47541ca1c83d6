/**
 * Shared by the stories about bills: a company with a PayPal account at the simulator, and bills
 * made through the API.
 */
import { expect, type Page } from './fixtures.ts'
import { api, tokenFor } from './stories.ts'

export type Made = {
  id: string
  number: string
  version: number
  status: string
  payUrl: string | null
}

/** Pulls one lever of the simulator (docs/paypal-simulator.md). */
export async function sim<T>(action: string, body: object = {}): Promise<T> {
  const answer = await fetch(`${process.env.E2E_SIM_URL}/sim/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${action}: ${await answer.text()}`)
  return (await answer.json()) as T
}

let ready: Promise<void> | undefined
/** Connects once per test process; automatic routing may take any of the resulting accounts. */
export const accountConnected = () => (ready ??= connect())

async function connect() {
  const token = await tokenFor('zd-admin')
  const { app } = await sim<{ app: { clientId: string; secret: string } }>('addAccount', {
    name: 'ZD',
  })
  const body = {
    label: '收款账户',
    environment: 'sandbox',
    clientId: app.clientId,
    secret: app.secret,
  }
  const connected = await api('POST', '/api/paypalAccount', { token, body })
  if (!connected.body.success) throw new Error(`Not connected: ${JSON.stringify(connected.body)}`)
  const setting = await api<{ version: number }>('GET', '/api/companySetting', { token })
  const routing = { mode: 'automatic', allowOverride: true }
  await api('PATCH', '/api/companySetting', {
    token,
    body: { routing, version: setting.body.data.version },
  })
}

let counter = 0
/** Two processes run tests at the same time, so names hold the process id. */
export const unique = (name: string) => `${name} ${process.pid.toString(36)}${counter++}`

export async function makeCustomer(
  token: string,
  email: string | null = `buyer${process.pid}-${counter++}@ocean.example`,
) {
  const made = await api<{ id: string; name: string }>('POST', '/api/customer', {
    token,
    body: { name: unique('Ocean Lamp'), email },
  })
  return made.body.data
}

export async function makeBill(
  token: string,
  customerId: string,
  title: string,
  unitAmountMinor = 12_000,
  more: object = {},
): Promise<Made> {
  const items = [{ name: 'LED 壁灯', quantity: '1', unitAmountMinor }]
  const body = { customerId, title, currency: 'USD', items, term: 'net15', ...more }
  const made = await api<Made>('POST', '/api/payPalBill', { token, body })
  if (!made.body.success) throw new Error(JSON.stringify(made.body))
  return made.body.data
}

export const readBill = async (token: string, id: string) =>
  (await api<Made>('GET', `/api/payPalBill/${id}`, { token })).body.data

/** Sends the bill and waits until PayPal has it. */
export async function sendBill(token: string, { id, version }: Made): Promise<Made> {
  await api('POST', `/api/payPalBill/${id}/send`, { token, body: { version, by: 'email' } })
  await expect
    .poll(async () => (await readBill(token, id)).payUrl, { timeout: 20_000 })
    .toBeTruthy()
  return readBill(token, id)
}

/** The buyer pays the whole bill, once PayPal has sent it. Returns PayPal's id of the payment. */
export async function payBill(token: string, { id }: Made): Promise<string> {
  await expect
    .poll(async () => (await readBill(token, id)).status, { timeout: 20_000 })
    .toBe('sent')
  const { providerInvoiceId } = (await readBill(token, id)) as Made & { providerInvoiceId: string }
  return (await sim<{ captureId: string }>('payInvoice', { invoiceId: providerInvoiceId }))
    .captureId
}

/**
 * Does something with the bill that is open: by its button, or from the menu of what is done less
 * often. While something is under way with the bill, what can be done moves between the two, so a
 * person who does not find it looks again.
 */
export async function act(page: Page, name: string) {
  const more = page.getByRole('button', { name: /^(更多|More)/ })
  const button = page.getByRole('button', { name, exact: true })
  const item = page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  await more.waitFor({ timeout: 40_000 })
  await expect(async () => {
    if (await button.isVisible()) return button.click({ timeout: 5_000 })
    if (!(await item.isVisible())) await more.click({ timeout: 5_000 })
    await item.click({ timeout: 5_000 })
  }).toPass({ timeout: 40_000 })
}

/** The tags at the head of a bill's page. */
export const statusOf = (page: Page) =>
  page.getByRole('region', { name: '金额' }).locator('span').first()
