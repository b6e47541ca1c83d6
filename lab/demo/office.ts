import { customerApi } from '@paydesk/contract/billing/customer'
import type { Currency } from '@paydesk/contract/lib/money'
import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { companySettingApi } from '@paydesk/contract/people/companySetting'
import type { Account } from '../../apps/paypal-sim/src/record/account.ts'
import type { Office } from './bills.ts'
import type { CastCustomer } from './cast.ts'
import { Payers } from './payers.ts'
import { dayMs } from './plan.ts'
import type { Stage } from './stage.ts'
import type { Timeline } from './timeline.ts'

export type OfficeAccount = {
  label: string
  name: string
  email: string
  country: string
  primary: Currency
  /** What its bills may be in; PayPal converts what the account does not hold. */
  takes: Currency[]
}

type Parts = {
  people: readonly string[]
  finance: string
  boss: string
  accounts: readonly OfficeAccount[]
  customers: readonly CastCustomer[]
}

/**
 * A company begins: its people sign in, its accounts are connected and its customers entered,
 * each by who does so.
 */
export async function openOffice(
  stage: Stage,
  timeline: Timeline,
  { people: names, finance, boss, accounts, customers }: Parts,
): Promise<Office> {
  const people = new Map(
    await Promise.all(names.map(async (name) => [name, await stage.signIn(name)] as const)),
  )
  const of = (name: string) => people.get(name) as NonNullable<ReturnType<typeof people.get>>
  const setting = await stage.call(of(boss), companySettingApi.read, {})
  await stage.call(of(boss), companySettingApi.update, {
    body: { version: setting.version, routing: { mode: 'automatic', allowOverride: true } },
  })
  const known = new Map<string, Account>()
  for (const [index, { label, name, email, country, primary, takes }] of accounts.entries()) {
    const { account, app } = stage.sim.addMerchant({
      name,
      email,
      country,
      primaryCurrency: primary,
      held: [primary],
      // A refund of a day on which everything was withdrawn is taken from the bank.
      refundFromBank: true,
      createdAt: timeline.from - 200 * dayMs,
    })
    const { clientId, secret } = app
    const body = {
      label,
      email,
      environment: 'sandbox' as const,
      clientId,
      secret,
      currencies: takes,
      priority: 10 * (index + 1),
    }
    await stage.call(of(boss), paypalAccountApi.connect, { body })
    for (const currency of takes) known.set(currency, account)
  }
  const made = await Promise.all(
    customers.map(async ({ owner, currency, pays, ...customer }) => {
      const body = { ...customer, defaultCurrency: currency, payerEmails: pays ? [pays] : [] }
      return [
        customer.email,
        (await stage.call(of(owner), customerApi.create, { body })).id,
      ] as const
    }),
  )
  return {
    stage,
    timeline,
    people,
    payers: new Payers(stage.sim.world),
    finance: of(finance),
    boss: of(boss),
    accountFor: (currency) => known.get(currency) as Account,
    customerIds: new Map(made),
  }
}
