import { type AccountOptions, Caller } from './caller.ts'
import { disputes } from './disputes.ts'
import { invoicing } from './invoicing.ts'
import { payments } from './payments.ts'
import { reporting } from './reporting.ts'
import { webhooks } from './webhooks.ts'

/** One PayPal account: one token, one host, no shared state with any other account. */
export function connect(options: AccountOptions) {
  const caller = new Caller(options)
  return {
    baseUrl: caller.baseUrl,
    token: caller.token.bind(caller),
    invoices: invoicing(caller.call),
    payments: payments(caller.call),
    reporting: reporting(caller.call),
    disputes: disputes(caller.call),
    webhooks: webhooks(caller.call),
  }
}
export type PayPal = ReturnType<typeof connect>
