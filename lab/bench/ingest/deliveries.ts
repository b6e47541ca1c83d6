import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Account } from '../../world/manyCompanies.ts'
import type { Pattern } from './pattern.ts'
import {
  accountOf,
  captureOf,
  createdAt,
  invoiceOf,
  type Lot,
  numberOf,
  totalOf,
} from './payments.ts'

const money = (minor: number) => ({
  currency_code: 'USD',
  value: `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`,
})
const second = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
const eventOf = (bill: number, kind: 'A' | 'B') => `WH-${String(bill).padStart(12, '0')}-${kind}`

// biome-ignore lint/suspicious/noExplicitAny: the bodies are the simulator's own, with other ids and sums
type Json = any

function paid(pattern: Json, lot: Lot, bill: number): void {
  const { invoice } = pattern.resource
  const total = money(totalOf(bill))
  invoice.id = invoiceOf(bill)
  invoice.detail.invoice_number = numberOf(bill)
  Object.assign(invoice.detail.metadata, {
    create_time: second(createdAt(lot, bill)),
    last_update_time: second(lot.paidAt),
  })
  Object.assign(invoice.amount, total)
  invoice.payments.paid_amount = total
  Object.assign(invoice.payments.transactions[0], { payment_id: captureOf(bill), amount: total })
}

function captured(pattern: Json, lot: Lot, bill: number): void {
  const { resource } = pattern
  const times = { create_time: second(lot.paidAt), update_time: second(lot.paidAt) }
  Object.assign(resource, {
    id: captureOf(bill),
    invoice_id: numberOf(bill),
    amount: money(totalOf(bill)),
    ...times,
  })
}

export type Body = { bill: number; account: Account; eventId: string; body: Buffer }

/**
 * Both events of a lot's bills: 20 bills' invoices, then their captures, so that the two are near
 * each other but not pairs.
 */
export function* bodiesOf(
  pattern: Pattern,
  accounts: Account[],
  lot: Lot,
  part = { of: 1, index: 0 },
): Generator<Body> {
  for (let first = lot.from, block = 0; first < lot.to; first += 20, block++) {
    // The parts take turns, so that all are at about the same bills at a time.
    if (block % part.of !== part.index) continue
    for (const [kind, text, fill] of [
      ['A', pattern.paidEvent, paid],
      ['B', pattern.captureEvent, captured],
    ] as const)
      for (let bill = first; bill < Math.min(first + 20, lot.to); bill++) {
        const eventId = eventOf(bill, kind)
        const event = JSON.parse(text)
        Object.assign(event, { id: eventId, create_time: new Date().toISOString() })
        fill(event, lot, bill)
        yield {
          bill,
          account: accountOf(accounts, bill),
          eventId,
          body: Buffer.from(JSON.stringify(event)),
        }
      }
  }
}

/**
 * Whole HTTP requests, signed as PayPal signs them. They are made before the clock runs, so that
 * sending costs little.
 */
export function requestsOf(
  pattern: Pattern,
  accounts: Account[],
  lot: Lot,
  part: { of: number; index: number },
): Buffer[] {
  const key = createPrivateKey(pattern.keyPem)
  const time = new Date().toISOString()
  const requests: Buffer[] = []
  for (const { account, body } of bodiesOf(pattern, accounts, lot, part)) {
    const id = randomUUID()
    const signature = sign(
      'sha256',
      Buffer.from(`${id}|${time}|${account.webhookId}|${crc32(body)}`),
      key,
    ).toString('base64')
    const head = [
      `POST /api/webhook/paypal/${account.accountId} HTTP/1.1`,
      'host: 127.0.0.1',
      'content-type: application/json',
      `content-length: ${body.length}`,
      `paypal-transmission-id: ${id}`,
      `paypal-transmission-time: ${time}`,
      `paypal-transmission-sig: ${signature}`,
      `paypal-cert-url: ${pattern.certUrl}`,
      'paypal-auth-algo: SHA256withRSA',
      'paypal-auth-version: v2',
      'user-agent: PayPal/AUHD-bench',
    ]
    requests.push(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
  }
  return requests
}
