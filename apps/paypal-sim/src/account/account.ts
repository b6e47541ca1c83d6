import { currencyExponent } from '@paydesk/paypal/money'
import type { Account, App } from '../record/account.ts'
import type { World } from '../world/world.ts'

const prefix = 'https://uri.paypal.com/services/'
export const scope = {
  invoiceRead: `${prefix}invoicing/invoices/read`,
  invoiceWrite: `${prefix}invoicing/invoices/readwrite`,
  order: `${prefix}payments/payment`,
  capture: `${prefix}payments/payment/authcapture`,
  refund: `${prefix}payments/refund`,
  search: `${prefix}reporting/search/read`,
  balance: `${prefix}reporting/balances/read`,
  webhook: `${prefix}applications/webhooks`,
  verify: `${prefix}applications/verify-webhook-signature`,
  disputeRead: `${prefix}disputes/read-seller`,
  disputeWrite: `${prefix}disputes/update-seller`,
  disputeBuyer: `${prefix}disputes/update-buyer`,
} as const
export const allScopes: string[] = Object.values(scope)

export function addAccount(world: World, given: Partial<Account> = {}): Account {
  const account: Account = {
    id: world.id.account(),
    name: 'Test Store',
    email: `store-${world.accounts.size + 1}@business.example`,
    country: 'US',
    primaryCurrency: 'USD',
    held: ['USD', 'EUR', 'GBP', 'JPY', 'HKD', 'TWD', 'HUF'],
    notHeld: 'convert',
    feePercent: 3.49,
    feeFixed: 0.49,
    state: 'active',
    refundFromBank: false,
    returnsFees: false,
    createdAt: world.clock.now(),
    ...given,
  }
  return world.accounts.put(account.id, account)
}

export function addApp(world: World, accountId: string, given: Partial<App> = {}): App {
  const app: App = {
    id: world.id.app(),
    accountId,
    clientId: world.id.client(),
    secret: world.id.secret(),
    name: 'Default Application',
    scopes: [...allScopes],
    reportingFrom: world.clock.now() + world.config.reportingEnabledAfterMs,
    ...given,
  }
  return world.apps.put(app.id, app)
}

/** Percentage plus fixed part, never more than the payment. */
export function feeMinor(account: Account, currency: string, amountMinor: number): number {
  const unit = 10 ** (currencyExponent[currency] ?? 2)
  const fixed = Math.round(account.feeFixed * unit)
  return Math.min(amountMinor, Math.round((amountMinor * account.feePercent) / 100) + fixed)
}
