import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Account, PayPal } from './world.ts'

const totalOf = (bill: number) => 1000 + (bill % 90000)
export const feeOf = (bill: number) => 30 + Math.floor(totalOf(bill) * 0.03)
const decimal = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
const padded = (n: number, length: number) => String(n).padStart(length, '0')
export const captureOf = (bill: number) => `CAP${padded(bill, 14)}`

/** Turns the simulator's two events about one payment into patterns for all others. */
function patternsOf({ paidEvent, captureEvent }: PayPal) {
  const paid = JSON.parse(paidEvent)
  const invoice: string = paid.resource.invoice.id
  const capture: string = JSON.parse(captureEvent).resource.id
  const fill = (pattern: string) => {
    const eventId: string = JSON.parse(pattern).id
    return (bill: number, id: string) => {
      const total = totalOf(bill)
      const now = new Date().toISOString()
      return pattern
        .replaceAll(eventId, id)
        .replaceAll(invoice, `INV2-${padded(bill, 16)}`)
        .replaceAll(capture, captureOf(bill))
        .replaceAll('PATTERN-000001', `IN-${padded(bill, 9)}`)
        .replaceAll('"120.00"', `"${decimal(total)}"`)
        .replaceAll(/("paypal_fee":\{"currency_code":"USD","value":)"[\d.]+"/g, `$1"${decimal(feeOf(bill))}"`)
        .replaceAll(/("net_amount":\{"currency_code":"USD","value":)"[\d.]+"/g, `$1"${decimal(total - feeOf(bill))}"`)
        .replaceAll(/("(?:last_update_time|update_time|create_time)":)"[^"]+"/g, `$1"${now.slice(0, 19)}Z"`)
    }
  }
  return { paid: fill(paidEvent), capture: fill(captureEvent) }
}

export type Body = { account: Account; eventId: string; body: Buffer }

/** Both events of bills `from` to `to`: 20 bills' invoices, then their captures, so that the two are near each other but not pairs. */
export function* bodiesOf(paypal: PayPal, accounts: Account[], from: number, to: number): Generator<Body> {
  const { paid, capture } = patternsOf(paypal)
  for (let first = from; first < to; first += 20) {
    for (const [kind, make] of [
      ['A', paid],
      ['B', capture],
    ] as const)
      for (let bill = first; bill < Math.min(first + 20, to); bill++) {
        const eventId = `WH-${padded(bill, 12)}-${kind}`
        yield { account: accounts[bill % accounts.length] as Account, eventId, body: Buffer.from(make(bill, eventId)) }
      }
  }
}

/** Whole HTTP requests, signed as PayPal signs them. They are made before the clock runs, so that sending costs little. */
export function requestsOf(paypal: PayPal, accounts: Account[], from: number, to: number): Buffer[] {
  const key = createPrivateKey(paypal.keyPem)
  const time = new Date().toISOString()
  const requests: Buffer[] = []
  for (const { account, body } of bodiesOf(paypal, accounts, from, to)) {
    const id = randomUUID()
    const signature = sign('sha256', Buffer.from(`${id}|${time}|${account.webhookId}|${crc32(body)}`), key).toString('base64')
    const head = [
      `POST /api/webhook/paypal/${account.accountId} HTTP/1.1`,
      'host: 127.0.0.1',
      'content-type: application/json',
      `content-length: ${body.length}`,
      `paypal-transmission-id: ${id}`,
      `paypal-transmission-time: ${time}`,
      `paypal-transmission-sig: ${signature}`,
      `paypal-cert-url: ${paypal.certUrl}`,
      'paypal-auth-algo: SHA256withRSA',
      'paypal-auth-version: v2',
      'user-agent: PayPal/AUHD-bench',
    ]
    requests.push(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
  }
  return requests
}
