import { unwrap } from '@paydesk/paypal/outcome'
import { expect, test } from 'vitest'
import { payToken } from '../../invoice/invoice.ts'
import type { InvoiceRecord } from '../../record/invoice.ts'
import { testSim } from '../../test/testSim.ts'

const t = testSim()
const world = () => t.running.sim.world
const usd = (amountMinor: number) => ({ currency: 'USD', amountMinor })

async function sent(name = 'Thing') {
  const { id } = unwrap(
    await t.paypal.invoices.create({
      currency: 'USD',
      items: [{ name, quantity: '1', unitAmount: usd(10_000) }],
      partial: { allow: true },
      allowTip: true,
    }),
  )
  unwrap(await t.paypal.invoices.send(id, { sendToRecipient: false }))
  const invoice = world().invoices.get(id)
  if (!invoice) throw new Error('no invoice')
  return invoice
}
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${t.running.baseUrl}${path}`, { headers })
  return { status: answer.status, text: await answer.text() }
}
const submit = async (
  action: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const answer = await fetch(`${t.running.baseUrl}/panel/${action}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '' }
}

test('the buyer pays part with a tip, then the rest by eCheck', async () => {
  const invoice = await sent()
  const back = `/invoice/p/${payToken(invoice)}`
  expect((await get(`${back}?lang=zh`)).text).toContain('小费')
  expect((await get(`${back}?lang=en`)).text).toContain('eCheck')
  expect(
    await submit('payInvoice', {
      invoiceId: invoice.id,
      amount: '40.00',
      tip: '5',
      how: 'balance',
      back,
    }),
  ).toEqual({
    status: 303,
    location: `${back}?said=done`,
  })
  expect(unwrap(await t.paypal.invoices.get(invoice.id))).toMatchObject({
    status: 'PARTIALLY_PAID',
    due_amount: usd(6000),
    gratuity: usd(500),
  })
  expect(
    (await submit('payInvoice', { invoiceId: invoice.id, how: 'declined', back })).location,
  ).toContain('said=declined')
  await submit('payInvoice', { invoiceId: invoice.id, how: 'echeck', back })
  expect(invoice.status).toBe('PAYMENT_PENDING')
  await t.running.sim.advance(5 * 86_400_000)
  expect(invoice.status).toBe('PAID')
})

test('who opens the page has seen the invoice, and who pays it has its name', async () => {
  const recipient = { email: 'keiri@sakura.example', businessName: '株式会社さくら商事' }
  const { id } = unwrap(
    await t.paypal.invoices.create({
      currency: 'USD',
      recipients: [recipient],
      items: [{ name: 'Thing', quantity: '1', unitAmount: usd(10_000) }],
    }),
  )
  const seen = async () => unwrap(await t.paypal.invoices.get(id)).detail.viewed_by_recipient
  const path = `/invoice/p/${payToken({ id } as InvoiceRecord)}`
  expect((await get(path)).status).toBe(404)
  unwrap(await t.paypal.invoices.send(id, { sendToRecipient: false }))
  expect(await seen()).toBe(false)
  expect((await get(path)).status).toBe(200)
  expect(await seen()).toBe(true)
  await submit('payInvoice', { invoiceId: id, how: 'balance', back: path })
  expect([...world().captures.values()].at(-1)?.payer).toMatchObject({
    email: recipient.email,
    name: recipient.businessName,
  })
})

test('the durable link leads to the page, drafts are not shown, text is escaped', async () => {
  const invoice = await sent('<script>alert(1)</script>')
  const { detail } = unwrap(await t.paypal.invoices.get(invoice.id))
  expect(detail.metadata?.recipient_view_url).toBe(
    `${t.running.baseUrl}/invoice/p/#${payToken(invoice)}`,
  )
  expect((await get('/invoice/p/')).text).toContain('location.hash')
  expect((await get(`/invoice/p/${payToken(invoice)}`)).text).not.toContain('<script>alert')
  const { id } = unwrap(await t.paypal.invoices.create({ currency: 'USD', items: [] }))
  const draft = world().invoices.get(id)
  expect((await get(`/invoice/p/${draft ? payToken(draft) : ''}`)).status).toBe(404)
})

test('the panel lists and acts, and other sites cannot pull its levers', async () => {
  const invoice = await sent()
  const panel = await get('/', { 'accept-language': 'en-GB' })
  expect(panel.text).toContain(invoice.number)
  expect(panel.text).toContain('Pay as customer')
  expect((await get('/', { 'accept-language': 'zh-CN' })).text).toContain('以客户身份付款')
  expect(
    (await submit('payInvoice', { invoiceId: invoice.id }, { 'sec-fetch-site': 'cross-site' }))
      .status,
  ).toBe(403)
  expect(
    (await submit('payInvoice', { invoiceId: invoice.id, back: '//evil.example/' })).location,
  ).toBe('/?said=done')
  const [capture] = invoice.payments
  await submit('openDispute', { captureId: capture?.id ?? '', back: '/' })
  expect((await get('/')).text).toContain('WAITING_FOR_SELLER_RESPONSE')
  await submit('addFault', { kind: 'slow', times: '1', back: '/' })
  expect(world().faults.list()).toHaveLength(1)
})

test('a switch is set in the panel, which shows its position', async () => {
  expect((await submit('configure', { retryAfter: 'present', back: '/' })).location).toBe(
    '/?said=done',
  )
  expect((await get('/?lang=en')).text).toContain('<option selected>present</option>')
  expect((await submit('configure', { retryAfter: 'sometimes', back: '/' })).location).toBe(
    '/?said=UNKNOWN_SETTING',
  )
})
