import type { PayPal } from '@paydesk/paypal/client'
import type { Invoice } from '@paydesk/paypal/invoice'
import type { InvoiceSearch } from '@paydesk/paypal/invoicing'
import { expect, test } from 'vitest'
import { readInvoices } from './readInvoices.ts'

const at = Date.parse('2026-11-16T10:00:00Z')
const invoice = (n: number): Invoice => {
  const amount = { currency: 'USD', amountMinor: 1000 }
  const metadata = { last_update_time: '2026-11-16T10:00:00Z' }
  return {
    id: String(n),
    status: 'SENT',
    detail: { currency_code: 'USD', metadata },
    amount,
    due_amount: amount,
  } as unknown as Invoice
}

/**
 * A PayPal that finds the invoices of `order`, a hundred on each page, and counts what it is asked.
 */
function paypalWith(order: number[]) {
  const asked: { searches: InvoiceSearch[]; single: string[] } = { searches: [], single: [] }
  const invoices = {
    search: async (search: InvoiceSearch, { page }: { page: number }) => {
      asked.searches.push(search)
      const items = order.slice((page - 1) * 100, page * 100).map(invoice)
      return { outcome: 'done', value: { items, total_pages: Math.ceil(order.length / 100) } }
    },
    get: async (id: string) => {
      asked.single.push(id)
      return { outcome: 'done', value: invoice(Number(id)) }
    },
  }
  return { paypal: { invoices } as unknown as PayPal, asked }
}
const wanted = (ids: number[], paid = true) =>
  ids.map((n) => ({
    invoiceId: String(n),
    createdAt: at - n * 60_000,
    ...(paid && { paidAt: at }),
  }))
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index)

test('what was paid just now is found on the first pages of a busy day', async () => {
  const { paypal, asked } = paypalWith(upTo(6000))
  const { found } = await readInvoices(paypal, wanted(upTo(150)))
  expect(found.size).toBe(150)
  expect(asked).toMatchObject({ searches: [{}, {}], single: [] })
})

test('in an order that helps nobody, a few are read singly after one page', async () => {
  const { paypal, asked } = paypalWith(upTo(6000).reverse())
  const { found } = await readInvoices(paypal, wanted(upTo(10)))
  expect(found.size).toBe(10)
  expect([asked.searches.length, asked.single.length]).toEqual([1, 10])
})

test('many are read page by page in any order, if the pages are fewer', async () => {
  const { paypal, asked } = paypalWith(upTo(900).reverse())
  const { found } = await readInvoices(paypal, wanted(upTo(50)))
  expect(found.size).toBe(50)
  expect([asked.searches.length, asked.single.length]).toEqual([9, 0])
})

test('one that was not paid does not widen the search for the others', async () => {
  const { paypal, asked } = paypalWith(upTo(6000))
  const { found } = await readInvoices(paypal, [...wanted(upTo(80)), ...wanted([5999], false)])
  expect(found.size).toBe(81)
  expect(asked.searches).toHaveLength(1)
  expect(asked.searches[0]).toHaveProperty('paymentRange')
  expect(asked.single).toEqual(['5999'])
})
