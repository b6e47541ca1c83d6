import { type PaypalFeature, paypalFeatures } from '@paydesk/contract/paypal/paypalAccount'

const prefix = 'https://uri.paypal.com/services/'

/** The scopes that a feature needs, all of them (paypal §1). */
const needed: Record<PaypalFeature, string[]> = {
  invoicing: ['invoicing/invoices/readwrite'],
  refund: ['payments/refund'],
  transactions: ['reporting/search/read'],
  balances: ['reporting/balances/read'],
  webhooks: ['applications/webhooks'],
  disputes: ['disputes/read-seller', 'disputes/update-seller'],
}

/**
 * A broader scope covers what is below it: tokens of real apps say `services/invoicing`
 * and nothing finer.
 */
const covers = (scope: string, wanted: string) => scope === wanted || wanted.startsWith(`${scope}/`)

export const missingFeatures = (scopes: string[]): PaypalFeature[] =>
  paypalFeatures.filter(
    (feature) =>
      !needed[feature].every((wanted) => scopes.some((scope) => covers(scope, prefix + wanted))),
  )
