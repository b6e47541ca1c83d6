import type { BillStatus } from '@paydesk/contract/billing/billStatus'
import { make } from '../make.ts'
import { type Elsewhere, type Inputs, type Making, one, unique } from './making.ts'

export const billRecords = {
  customer: ({ t, caller, mark }: Making) => make.customer(t, caller, { name: `Customer ${mark}` }),
  paypalAccount: async ({ t, companyId, mark }: Making) => {
    const id = await make.paypalAccount(t, companyId, { label: `Account ${mark}` })
    await t.owner(`update paypal_account set email = $2, webhook_id = 'WH' where id = $1`, [
      id,
      `${unique()}@example.com`,
    ])
    return id
  },
  bill: async (making: Making, status: BillStatus = 'draft') => {
    const { id } = await make.bill(making.t, making.caller, { status })
    if (status === 'draft') return id
    const accountId = await billRecords.paypalAccount(making)
    await making.t.owner(
      'update bill set account_id = $1, provider_invoice_id = $2 where id = $3',
      [accountId, `INV2-${unique()}`, id],
    )
    return id
  },
  operation: async (making: Making) => {
    const billId = await billRecords.bill(making, 'sent')
    return one(
      making.t,
      `insert into operation (company_id, account_id, bill_id, kind, state)
       select company_id, account_id, id, 'remindInvoice', 'unknown'
       from bill where id = $1 returning id`,
      [billId],
    )
  },
  event: async (making: Making) => {
    const accountId = await billRecords.paypalAccount(making)
    const id = `WH-${unique()}`
    await making.t.owner(
      `insert into paypal_event (company_id, account_id, event_id, event_type, raw)
       values ($1, $2, $3, 'INVOICING.INVOICE.PAID', '{}')`,
      [making.companyId, accountId, id],
    )
    return { accountId, id }
  },
  alarm: async (making: Making) => {
    const accountId = await billRecords.paypalAccount(making)
    await making.t.owner(
      `insert into paypal_alarm (
         company_id, account_id, kind, event_id, event_type, transmission_id, detail
       )
       values ($1, $2, 'notBorneOut', $3, 'INVOICING.INVOICE.PAID', $3, $4)`,
      [making.companyId, accountId, `WH-${unique()}`, making.mark],
    )
  },
}

const act =
  (status: BillStatus, body: object = { version: 1 }) =>
  async (making: Making) => ({
    params: { id: await billRecords.bill(making, status) },
    body: { ...body },
  })
const content = async (making: Making) => ({
  customerId: await billRecords.customer(making),
  currency: 'USD',
  items: [{ name: 'A', quantity: '1', unitAmountMinor: 100 }],
  term: 'none',
})

/** A file for a customer of the caller's. */
const importFile = async (making: Making) => {
  const email = `${unique()}@example.com`
  await making.t.owner('update customer set email = $1 where id = $2', [
    email,
    await billRecords.customer(making),
  ])
  return { body: Buffer.from(`客户邮箱,商品名称,单价\n${email},A,1.00\n`) as never }
}

export const billInputs: Inputs = {
  'POST /api/payPalBill/import/check': importFile,
  'POST /api/payPalBill/import': importFile,
  'GET /api/payPalBill': () => ({}),
  'GET /api/payPalBill/count': () => ({}),
  'GET /api/payPalBill/ageing': () => ({}),
  'GET /api/payPalBill/outcome': async (making) => ({
    query: { ids: [await billRecords.bill(making)] },
  }),
  'GET /api/payPalBill/defaults': () => ({}),
  'GET /api/payPalBill/:id': async (making) => ({ params: { id: await billRecords.bill(making) } }),
  'GET /api/payPalBill/:id/timeline': async (making) => ({
    params: { id: await billRecords.bill(making) },
  }),
  'GET /api/payPalBill/:id/pdf': async (making) => ({
    params: { id: await billRecords.bill(making) },
  }),
  'POST /api/payPalBill': async (making) => ({ body: await content(making) }),
  'PATCH /api/payPalBill/:id': async (making) => ({
    params: { id: await billRecords.bill(making) },
    body: { ...(await content(making)), version: 1 },
  }),
  'POST /api/payPalBill/:id/send': async (making) => {
    const accountId = await billRecords.paypalAccount(making)
    const id = await billRecords.bill(making)
    await making.t.owner('update bill set account_id = $2 where id = $1', [id, accountId])
    await making.t.owner(
      `update customer
       set email = 'a@b.example'
       from bill
       where bill.id = $1 and customer.id = bill.customer_id`,
      [id],
    )
    return { params: { id }, body: { version: 1, by: 'email' } }
  },
  'POST /api/payPalBill/:id/remind': act('sent'),
  'POST /api/payPalBill/:id/cancel': act('sent'),
  'POST /api/payPalBill/:id/writeOff': act('sent'),
  'POST /api/payPalBill/:id/recordPayment': act('sent', {
    version: 1,
    amountMinor: 1,
    method: 'CASH',
    paidOn: '2026-01-01',
  }),
  'POST /api/payPalBill/:id/duplicate': async (making) => ({
    params: { id: await billRecords.bill(making) },
  }),
  'POST /api/payPalBill/:id/reassign': async (making) => ({
    params: { id: await billRecords.bill(making) },
    body: { version: 1, ownerId: making.caller.userId },
  }),
  'POST /api/payPalBill/:id/note': act('draft', { text: 'A' }),
  'POST /api/payPalBill/:id/resync': async (making) => ({
    params: { id: await billRecords.bill(making, 'sent') },
  }),

  'GET /api/event': () => ({}),
  'GET /api/eventAlarm': async (making) => ({
    query: { accountId: await billRecords.paypalAccount(making) },
  }),
  'GET /api/event/:accountId/:id': async (making) => ({ params: await billRecords.event(making) }),
  'POST /api/event/:accountId/:id/replay': async (making) => ({
    params: await billRecords.event(making),
  }),
  'GET /api/operation': () => ({}),
  'POST /api/operation/:id/retry': async (making) => ({
    params: { id: await billRecords.operation(making) },
  }),
  'POST /api/paypalAccount/:id/resync': async (making) => ({
    params: { id: await billRecords.paypalAccount(making) },
  }),
  'GET /api/stream': () => ({ query: { seconds: 0 } }),
  'POST /api/webhook/paypal/:accountId': async (making) => ({
    params: { accountId: await billRecords.paypalAccount(making) },
  }),
}

export const billShownElsewhere: Elsewhere = {
  'POST /api/webhook/paypal/:accountId': {
    status: 400,
    errorCode: 'webhook.refused',
    test: './intake/event/receive.test.ts',
  },
}
