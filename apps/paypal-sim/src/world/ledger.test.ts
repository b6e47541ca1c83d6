// @module-tag slow

import { fromWire } from '@paydesk/paypal/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDispute, resolve } from '../dispute/dispute.ts'
import { acceptOffer } from '../dispute/routes.ts'
import { allowed } from '../dispute/rules.ts'
import { Refused } from '../http/refusal.ts'
import { payInvoice, settlePending } from '../invoice/buyer.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import { directSim } from '../test/directSim.ts'
import { instant } from './clock.ts'

const t = directSim({ noise: false, keepEvents: 100 })
const { world } = t

type Step = { kind: number; amount: number; pick: number }
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.nat(11),
  amount: fc.integer({ min: 1, max: 20_000 }),
  pick: fc.nat(1000),
})
const history = fc.record({
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'AUD', 'CNY'),
  steps: fc.array(step, { minLength: 3, maxLength: 10 }),
})

/** A refusal is a legitimate outcome of a random step; anything else is a bug. */
const attempt = (act: () => void) => {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

function newInvoice(accountId: string, currency: string, minor: number): InvoiceRecord {
  const value = currency === 'JPY' ? String(minor) : (minor / 100).toFixed(2)
  const answer = t.call('POST', '/v2/invoicing/invoices', {
    detail: { currency_code: currency },
    items: [{ name: 'Thing', quantity: '1', unit_amount: { currency_code: currency, value } }],
    configuration: { partial_payment: { allow_partial_payment: true }, allow_tip: true },
  })
  const invoice = world.invoices.get(answer.body.id)
  if (!invoice || invoice.accountId !== accountId) throw new Error('no invoice')
  t.call('POST', `/v2/invoicing/invoices/${invoice.id}/send`, { send_to_recipient: false })
  return invoice
}

const choose = <T>(list: T[], pick: number): T | undefined => list[pick % list.length]

function play(currency: string, steps: Step[]): void {
  const invoices = [newInvoice(t.account.id, currency, 10_000)]
  const captures: string[] = []
  const disputes: string[] = []
  const take = (capture: { id: string } | undefined) => capture && captures.push(capture.id)
  for (const { kind, amount, pick } of steps) {
    const invoice = choose(invoices, pick)
    const capture = world.captures.get(choose(captures, pick) ?? '')
    const dispute = world.disputes.get(choose(disputes, pick) ?? '')
    attempt(() => {
      if (kind === 0) invoices.push(newInvoice(t.account.id, currency, amount))
      else if (kind <= 2 && invoice)
        take(
          payInvoice(world, invoice, {
            amountMinor: kind === 1 ? undefined : amount,
            tipMinor: amount % 300,
          }),
        )
      else if (kind === 3 && invoice) take(payInvoice(world, invoice, { how: 'echeck' }))
      else if (kind === 4 && capture)
        settlePending(world, capture, amount % 2 ? 'complete' : 'decline')
      else if (kind <= 6 && capture) {
        const value = currency === 'JPY' ? String(amount) : (amount / 100).toFixed(2)
        t.call(
          'POST',
          `/v2/payments/captures/${capture.id}/refund`,
          kind === 5 ? {} : { amount: { currency_code: currency, value } },
        )
      } else if (kind === 7 && capture)
        disputes.push(
          openDispute(world, capture, {
            reason: amount % 2 ? 'UNAUTHORISED' : 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
            amountMinor: amount,
          }).id,
        )
      else if (kind === 8 && capture)
        disputes.push(openDispute(world, capture, { channel: 'EXTERNAL' }).id)
      else if (kind === 9 && dispute && dispute.status !== 'RESOLVED')
        resolve(
          world,
          dispute,
          amount % 2 ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR',
          undefined,
          true,
        )
      else if (kind === 10 && dispute && allowed(dispute).includes('make_offer')) {
        dispute.offer = { type: 'REFUND', amountMinor: Math.min(amount, dispute.amountMinor) }
        acceptOffer({ world }, dispute)
      } else if (kind === 11)
        world.ledger.post(t.account.id, {
          transactionId: world.id.transaction(),
          eventCode: 'T0403',
          currency,
          amountMinor: -(amount % 500),
        })
    })
  }
}

/**
 * Adds up the rows of the API as a client would: available = Σ all rows, total = Σ rows without
 * holds.
 */
function sumsBySearch(from: number): Map<string, { available: number; total: number }> {
  const sums = new Map<string, { available: number; total: number }>()
  const end = instant(world.clock.now() + 1000)
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body, status } = t.call(
      'GET',
      `/v1/reporting/transactions?start_date=${instant(from)}&end_date=${end}&page_size=500&page=${page}`,
    )
    expect(status).toBe(200)
    pages = body.total_pages
    for (const { transaction_info: row } of body.transaction_details) {
      if (row.transaction_status !== 'S' && row.transaction_status !== 'V') continue
      const gross = fromWire(row.transaction_amount)
      const net = gross.amountMinor + (row.fee_amount ? fromWire(row.fee_amount).amountMinor : 0)
      const sum = sums.get(gross.currency) ?? { available: 0, total: 0 }
      sum.available += net
      if (row.transaction_event_code !== 'T1110' && row.transaction_event_code !== 'T1111')
        sum.total += net
      sums.set(gross.currency, sum)
    }
  }
  return sums
}

test('10,000 random histories: Σ ledger = balance = Σ transaction search rows', {
  timeout: 180_000,
}, async () => {
  world.clock.freeze()
  let histories = 0
  // A second try finds the world as the first one left it, so the sums begin with the
  // balances that are there.
  world.clock.moveTo(world.clock.now() + 2000)
  const opening = new Map<string, { available: number; total: number }>()
  for (const { currency } of t.call('GET', '/v1/reporting/balances').body.balances) {
    const { available, withheld } = world.ledger.balance(t.account.id, currency)
    opening.set(currency, { available, total: available + withheld })
  }
  let from = world.clock.now()
  const check = () => {
    const found = sumsBySearch(from)
    for (const balance of t.call('GET', '/v1/reporting/balances').body.balances) {
      const before = opening.get(balance.currency) ?? { available: 0, total: 0 }
      const sum = found.get(balance.currency) ?? { available: 0, total: 0 }
      expect(before.available + sum.available).toBe(fromWire(balance.available_balance).amountMinor)
      expect(before.total + sum.total).toBe(fromWire(balance.total_balance).amountMinor)
      const { available, withheld } = world.ledger.balance(t.account.id, balance.currency)
      expect({ available, total: available + withheld }).toEqual({
        available: fromWire(balance.available_balance).amountMinor,
        total: fromWire(balance.total_balance).amountMinor,
      })
      opening.set(balance.currency, { available, total: available + withheld })
    }
  }
  fc.assert(
    fc.property(history, ({ currency, steps }) => {
      play(currency, steps)
      histories += 1
      // Each history is proven over the rows that it added: it uses its own records, and the next
      // window starts after it.
      check()
      world.clock.moveTo(world.clock.now() + 2000)
      from = world.clock.now()
    }),
    { numRuns: 10_000, seed: 7, endOnFailure: true },
  )
  expect(histories).toBe(10_000)
})
