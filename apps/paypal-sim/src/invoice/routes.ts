import { scope } from '../account/account.ts'
import { selfLink } from '../http/link.ts'
import { Reader } from '../http/reader.ts'
import { denied, invalid, notFound, unprocessable } from '../http/refusal.ts'
import { type Context, created, ok, type Reply, type Route } from '../http/route.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import { dayMs } from '../world/clock.ts'
import {
  cancelInvoice,
  createInvoice,
  deleteInvoice,
  nextNumber,
  remindInvoice,
  sendInvoice,
  updateInvoice,
} from './actions.ts'
import { deletePayment, deleteRefund, recordPayment, recordRefund } from './books.ts'
import { payInvoice } from './buyer.ts'
import { readInvoice } from './input.ts'
import { isPayable, payUrl, renderInvoice } from './invoice.ts'
import { qrPng } from './qr.ts'
import { listFilter, pageOfInvoices, readFilter } from './search.ts'

const path = '/v2/invoicing/invoices'
const onePath = `${path}/{invoice_id}`
const read = [scope.invoiceRead, scope.invoiceWrite]
const write = [scope.invoiceWrite]

function find(context: Context): InvoiceRecord {
  const invoice = context.world.invoices.get(context.params.invoice_id ?? '')
  if (!invoice) throw notFound()
  if (invoice.accountId !== context.account.id) throw denied()
  return invoice
}

const address = (context: Context, invoice: InvoiceRecord) =>
  selfLink(context.world, `${path}/${invoice.id}`)

/**
 * Shows the invoice if the caller prefers a representation, otherwise one bare link (paypal §3.1).
 */
const shown = (context: Context, invoice: InvoiceRecord) =>
  context.representation ? renderInvoice(context.world, invoice) : address(context, invoice)

/** Subject and note are accepted and ignored, as PayPal does (paypal §3.2). */
function readNotice(body: unknown) {
  const reader = new Reader(body ?? {})
  reader.field('note').text(4000)
  reader.field('additional_recipients').list(100)
  const toRecipient = reader.field('send_to_recipient').flag() ?? true
  reader.field('send_to_invoicer').flag()
  reader.finish()
  return { toRecipient }
}

/**
 * A fault can show a status that nobody knows, because PayPal's list of statuses has
 * grown before (F10).
 */
function get(context: Context): Reply {
  const body = renderInvoice(context.world, find(context))
  return ok(
    context.faults.some((fault) => fault.kind === 'futureStatus')
      ? { ...body, status: 'HELD_IN_FUTURE' }
      : body,
  )
}

function send(context: Context): Reply {
  const invoice = find(context)
  const now = sendInvoice(context.world, invoice, readNotice(context.body))
  return {
    status: now ? 200 : 202,
    body: now
      ? { ...address(context, invoice), href: payUrl(context.world, invoice), rel: 'payer-view' }
      : address(context, invoice),
  }
}

function cancel(context: Context): Reply {
  const invoice = find(context)
  // PayPal's text demands a body, which may be `{}` (paypal §3.1).
  if (context.body === undefined) throw invalid('MISSING_REQUIRED_PARAMETER')
  readNotice(context.body)
  if (isPayable(invoice) && context.faults.some((fault) => fault.kind === 'payBeforeCancel'))
    payInvoice(context.world, invoice, {})
  cancelInvoice(context.world, invoice)
  return ok()
}

function qrCode(context: Context): Reply {
  const invoice = find(context)
  const body = new Reader(context.body ?? {})
  const size = (name: string) => {
    const value = body.field(name).value ?? 500
    if (typeof value !== 'number' || value < 150 || value > 500)
      body.field(name).fault('INVALID_PARAMETER_SYNTAX')
    return Math.round(Number(value))
  }
  const [width, height] = [size('width'), size('height')]
  body.field('action').oneOf(['pay', 'details'])
  body.finish()
  if (!isPayable(invoice)) throw unprocessable('INVOICE_NOT_PAYABLE')
  const boundary = context.world.id.uuid()
  const image = qrPng(payUrl(context.world, invoice), width, height).toString('base64')
  const text = `--${boundary}\r\nContent-Disposition: form-data; name="image"\r\nContent-Type: image/png\r\n\r\n${image}\r\n--${boundary}--\r\n`
  return {
    status: 200,
    raw: { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.from(text) },
  }
}

const answerNothing = (act: (context: Context) => void) => (context: Context) => {
  act(context)
  return ok()
}

export const invoiceRoutes: Route[] = [
  {
    operation: 'invoicing.generate-next-invoice-number',
    method: 'POST',
    path: '/v2/invoicing/generate-next-invoice-number',
    scopes: write,
    handle: ({ world, account }) => ok({ invoice_number: nextNumber(world, account.id) }),
  },
  {
    operation: 'invoices.create',
    method: 'POST',
    path,
    scopes: write,
    money: true,
    keyed: {
      keepMs: 45 * dayMs,
      invoicing: true,
      replay: (context, id) => ok(shown(context, find({ ...context, params: { invoice_id: id } }))),
    },
    handle: (context) => {
      const invoice = createInvoice(
        context.world,
        context.account.id,
        context.app.id,
        readInvoice(context.world, context.body),
      )
      return created(shown(context, invoice), invoice.id)
    },
  },
  {
    operation: 'invoices.list',
    method: 'GET',
    path,
    scopes: read,
    handle: (context) => ok(pageOfInvoices(context, path, listFilter(context))),
  },
  {
    operation: 'invoices.search-invoices',
    method: 'POST',
    path: '/v2/invoicing/search-invoices',
    scopes: read,
    handle: (context) =>
      ok(
        pageOfInvoices(
          context,
          '/v2/invoicing/search-invoices',
          readFilter(context.world, context.body),
        ),
      ),
  },
  { operation: 'invoices.get', method: 'GET', path: onePath, scopes: read, handle: get },
  {
    operation: 'invoices.update',
    method: 'PUT',
    path: onePath,
    scopes: write,
    handle: (context) => {
      const invoice = find(context)
      updateInvoice(context.world, invoice, readInvoice(context.world, context.body))
      return ok(shown(context, invoice))
    },
  },
  {
    operation: 'invoices.delete',
    method: 'DELETE',
    path: onePath,
    scopes: write,
    media: 'none',
    handle: answerNothing((c) => deleteInvoice(c.world, find(c))),
  },
  {
    operation: 'invoices.send',
    method: 'POST',
    path: `${onePath}/send`,
    scopes: write,
    money: true,
    handle: send,
  },
  {
    operation: 'invoices.remind',
    method: 'POST',
    path: `${onePath}/remind`,
    scopes: write,
    handle: answerNothing((context) => {
      readNotice(context.body)
      remindInvoice(context.world, find(context))
    }),
  },
  {
    operation: 'invoices.cancel',
    method: 'POST',
    path: `${onePath}/cancel`,
    scopes: write,
    handle: cancel,
  },
  {
    operation: 'invoices.payments',
    method: 'POST',
    path: `${onePath}/payments`,
    scopes: write,
    handle: (c) => ok({ payment_id: recordPayment(c.world, find(c), c.body) }),
  },
  {
    operation: 'invoices.payments-delete',
    method: 'DELETE',
    path: `${onePath}/payments/{transaction_id}`,
    scopes: write,
    media: 'none',
    handle: answerNothing((c) => deletePayment(c.world, find(c), c.params.transaction_id ?? '')),
  },
  {
    operation: 'invoices.refunds',
    method: 'POST',
    path: `${onePath}/refunds`,
    scopes: write,
    handle: (c) => ok({ refund_id: recordRefund(c.world, find(c), c.body) }),
  },
  {
    operation: 'invoices.refunds-delete',
    method: 'DELETE',
    path: `${onePath}/refunds/{transaction_id}`,
    scopes: write,
    media: 'none',
    handle: answerNothing((c) => deleteRefund(c.world, find(c), c.params.transaction_id ?? '')),
  },
  {
    operation: 'invoices.generate-qr-code',
    method: 'POST',
    path: `${onePath}/generate-qr-code`,
    scopes: write,
    handle: qrCode,
  },
]
