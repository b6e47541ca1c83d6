import type pg from 'pg'
import { inCompany } from '../../apps/api/src/lib/db.ts'
import type { Outside } from '../../apps/api/src/lib/outside/outside.ts'
import type { SimAccount } from './simulator.ts'

const eventTypes = [
  ...['CREATED', 'SCHEDULED', 'UPDATED', 'PAID', 'CANCELLED', 'REFUNDED'].map(
    (name) => `INVOICING.INVOICE.${name}`,
  ),
  ...['COMPLETED', 'PENDING', 'DECLINED', 'REFUNDED', 'REVERSED'].map(
    (name) => `PAYMENT.CAPTURE.${name}`,
  ),
  ...['PENDING', 'FAILED'].map((name) => `PAYMENT.REFUND.${name}`),
  ...['CREATED', 'UPDATED', 'RESOLVED'].map((name) => `CUSTOMER.DISPUTE.${name}`),
]

export type ToConnect = { companyId: string; accountId: string; app: SimAccount; deliverTo: string }

/**
 * Joins an account that is already in the database to one of the simulator's, as connecting
 * it by hand would.
 */
export async function connectAccount(
  pool: pg.Pool,
  outside: Outside,
  { companyId, accountId, app, deliverTo }: ToConnect,
): Promise<void> {
  const client = outside.paypal.connect(
    { environment: 'sandbox', clientId: app.clientId, secret: app.secret },
    { companyId, accountId },
  )
  const webhook = await client.webhooks.create(
    `${deliverTo}/api/webhook/paypal/${accountId}`,
    eventTypes,
  )
  if (webhook.outcome !== 'done')
    throw new Error(`The webhook was not registered: ${JSON.stringify(webhook)}`)
  const token = await client.token()
  const scopes = token.outcome === 'done' ? token.value.scopes : []
  await inCompany(pool, companyId, async (db) => {
    const place = { companyId, table: 'paypal_account', column: 'secret', row: accountId }
    await db
      .updateTable('paypalAccount')
      .set({
        clientId: app.clientId,
        email: app.email,
        secretSealed: await outside.secrets.seal(db, place, app.secret),
        secretLast4: app.secret.slice(-4),
        webhookId: webhook.value.id,
        scopes,
      })
      .where('companyId', '=', companyId)
      .where('id', '=', accountId)
      .execute()
  })
}
