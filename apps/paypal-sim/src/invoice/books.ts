import { currencyExponent } from '@paydesk/paypal/money'
import { Reader } from '../http/reader.ts'
import { notFound, unprocessable } from '../http/refusal.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import { day } from '../world/clock.ts'
import { given } from '../world/given.ts'
import type { World } from '../world/world.ts'
import {
  addPayment,
  dueMinor,
  paidMinor,
  refundedMinor,
  saveInvoice,
  settledStatus,
} from './invoice.ts'

/**
 * Recording a payment or a refund writes the invoice's books only; no money moves (paypal §3.1).
 */
const methods = [
  'BANK_TRANSFER',
  'CASH',
  'CHECK',
  'CREDIT_CARD',
  'DEBIT_CARD',
  'PAYPAL',
  'WIRE_TRANSFER',
  'OTHER',
] as const

const acceptsPayment = ['DRAFT', 'SENT', 'UNPAID', 'SHARED', 'PARTIALLY_PAID']
const acceptsRefund = ['PAID', 'MARKED_AS_PAID', 'PAID_EXTERNAL', 'PARTIALLY_REFUNDED']

/**
 * An amount has at most 7 digits and 2 decimals, or 6 digits in a currency without decimals
 * (PayPal's payments-400 list).
 */
function readEntry(body: unknown, invoice: InvoiceRecord, dateField: string) {
  const reader = new Reader(body ?? {})
  const { currency } = invoice.input
  if (reader.field('method').present && !methods.includes(reader.field('method').value as never))
    reader.field('method').fault('INVALID_PAYMENT_METHOD')
  const method = reader.field('method').present
    ? String(reader.field('method').value)
    : reader.field('method').oneOf(methods, true)
  const limit = currencyExponent[currency] === 0 ? 999_999 : 9_999_999.99
  const amountMinor = reader.field('amount').money(currency, [-limit, limit])
  if (amountMinor !== undefined && amountMinor <= 0)
    reader.field('amount').field('value').fault('VALUE_CANNOT_BE_ZERO')
  const date = reader.field(dateField).date()
  const note = reader.field('note').text(2000)
  reader.finish()
  return { method: method ?? 'OTHER', amountMinor, date, note }
}

export function recordPayment(world: World, invoice: InvoiceRecord, body: unknown): string {
  const entry = readEntry(body, invoice, 'payment_date')
  if (!acceptsPayment.includes(invoice.status)) throw unprocessable('CANNOT_PROCESS_PAYMENTS')
  const due = dueMinor(invoice)
  const amountMinor = entry.amountMinor ?? due
  if (amountMinor > due) throw unprocessable('PAYMENT_AMOUNT_GREATER_THAN_AMOUNT_DUE', '/amount')
  const id = world.id.external()
  addPayment(
    world,
    invoice,
    given({
      id,
      type: 'EXTERNAL' as const,
      method: entry.method,
      date: entry.date ?? day(world.clock.now()),
      at: entry.date ? Date.parse(entry.date) : world.clock.now(),
      amountMinor,
      pending: false,
      note: entry.note,
    }) as InvoiceRecord['payments'][number],
  )
  invoice.status = settledStatus(world, invoice)
  world.effect('payment.recorded', id)
  saveInvoice(world, invoice, 'PAID')
  return id
}

export function deletePayment(world: World, invoice: InvoiceRecord, id: string): void {
  const payment = invoice.payments.find((p) => p.id === id)
  if (!payment) throw notFound()
  const left = paidMinor(invoice) - payment.amountMinor
  if (payment.type !== 'EXTERNAL' || left < refundedMinor(invoice))
    throw unprocessable('CANNOT_DELETE_EXTERNAL_PAYMENT')
  invoice.payments = invoice.payments.filter((p) => p !== payment)
  invoice.status = settledStatus(world, invoice)
  world.effect('payment.deleted', id)
  saveInvoice(world, invoice, 'UPDATED')
}

export function recordRefund(world: World, invoice: InvoiceRecord, body: unknown): string {
  const entry = readEntry(body, invoice, 'refund_date')
  if (!acceptsRefund.includes(invoice.status)) throw unprocessable('CANNOT_PROCESS_REFUNDS')
  const left = paidMinor(invoice) - refundedMinor(invoice)
  const amountMinor = entry.amountMinor ?? left
  if (amountMinor > left || amountMinor <= 0)
    throw unprocessable('INVALID_REFUND_AMOUNT', '/amount')
  const id = world.id.external()
  invoice.refunds.push({
    id,
    type: 'EXTERNAL',
    method: entry.method,
    date: entry.date ?? day(world.clock.now()),
    amountMinor,
  })
  invoice.status = settledStatus(world, invoice)
  world.effect('refund.recorded', id)
  saveInvoice(world, invoice, 'REFUNDED')
  return id
}

export function deleteRefund(world: World, invoice: InvoiceRecord, id: string): void {
  const refund = invoice.refunds.find((r) => r.id === id)
  if (refund?.type !== 'EXTERNAL') throw notFound()
  invoice.refunds = invoice.refunds.filter((r) => r !== refund)
  invoice.status = settledStatus(world, invoice)
  world.effect('refund.deleted', id)
  saveInvoice(world, invoice, 'UPDATED')
}
