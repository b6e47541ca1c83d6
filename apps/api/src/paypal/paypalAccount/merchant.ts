import type { Id } from '@paydesk/contract/lib/id'
import type { PayPal } from '@paydesk/paypal/client'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { missingFeatures } from './feature.ts'

const dayMs = 86_400_000

/**
 * The merchant to whom the credentials belong. PayPal tells it with the balances and with every
 * page of transactions, so an app that may read either tells it. An app that may read neither has
 * no rows, so it cannot double anything; it is asked again when it may.
 */
export async function merchantOf(paypal: PayPal, scopes: string[]): Promise<string | undefined> {
  const missing = missingFeatures(scopes)
  if (!missing.includes('balances')) {
    const balances = await paypal.reporting.balances()
    if (balances.outcome === 'done' && balances.value.account_id) return balances.value.account_id
  }
  return missing.includes('transactions') ? undefined : merchantOfRows(paypal)
}

/**
 * Any window does: the page names the merchant even if it has no rows. One of the day before
 * yesterday is surely not too fresh.
 */
export async function merchantOfRows(paypal: PayPal): Promise<string | undefined> {
  const now = Date.now()
  const page = await paypal.reporting.transactions({
    start: new Date(now - 3 * dayMs),
    end: new Date(now - 2 * dayMs),
    pageSize: 1,
  })
  return page.outcome === 'done' ? page.value.account_number : undefined
}

/**
 * The label of another account of the company that is the same merchant. Two of them would
 * put every row into the books twice. The index paypal_account_merchant says the same and
 * is the last lock.
 */
export async function twinOf(
  db: Db,
  companyId: Id<'company'>,
  environment: string,
  merchantId: string,
  accountId: Id<'paypalAccount'> | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ label: string }>`
    select label
    from paypal_account
    where company_id = ${companyId}
      and environment = ${environment}
      and merchant_id = ${merchantId}
      and state <> 'archived' and id is distinct from ${accountId}::uuid limit 1`.execute(db)
  return rows[0]?.label
}
