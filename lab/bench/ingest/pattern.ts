import { DatabaseSync } from 'node:sqlite'
import { readConfig } from '../../../apps/api/src/lib/config.ts'
import { openOutside } from '../../../apps/api/src/lib/outside/outside.ts'
import { createPool } from '../../../apps/api/src/lib/pool.ts'
import type { SimAccount, Simulator } from '../../world/simulator.ts'

/** What PayPal would sign with and send, taken from the simulator. */
export type Pattern = { keyPem: string; certUrl: string; paidEvent: string; captureEvent: string }

/** Has one bill paid at the simulator; the two events about it are the pattern of all others. */
export async function askPattern(
  sim: Simulator,
  file: string,
  env: Record<string, string>,
): Promise<Pattern> {
  await sim.act('configure', { invoicePaymentFiresCapture: true })
  // An account of its own: nothing of it is in our books.
  const { app } = await sim.act<{ app: SimAccount }>('addAccount', {
    name: 'Pattern',
    email: 'pattern@business.example',
  })
  const { clientId, secret } = app
  const pool = createPool(env.DATABASE_URL as string, 1, 'bench')
  const client = openOutside(readConfig(env), pool).paypal.connect(
    { environment: 'sandbox', clientId, secret },
    null,
  )
  const hook = await client.webhooks.create('http://127.0.0.1:9/nobody', ['*'])
  const made = await client.invoices.create({
    number: 'PATTERN-000001',
    currency: 'USD',
    items: [{ name: 'Goods', quantity: '1', unitAmount: { currency: 'USD', amountMinor: 12_000 } }],
    recipients: [{ email: 'customer@example.com' }],
  })
  if (made.outcome !== 'done' || hook.outcome !== 'done')
    throw new Error('The simulator made no invoice')
  await client.invoices.send(made.value.id, { sendToRecipient: true })
  await sim.act('payInvoice', { invoiceId: made.value.id })
  await client.webhooks.delete(hook.value.id)
  await pool.end()
  // The other payments are made in silence.
  await sim.act('configure', { invoicePaymentFiresCapture: false })
  const store = new DatabaseSync(file, { readOnly: true })
  const read = (kind: string) =>
    store
      .prepare('select body from doc where kind = ?')
      .all(kind)
      .map(
        ({ body }) =>
          JSON.parse(String(body)) as { type?: string; body?: string; signingKeyPem?: string },
      )
  const state = (await (await fetch(`${sim.url}/sim/state`)).json()) as { certUrl: string }
  const bodyOf = (type: string) =>
    read('event').find((event) => event.type === type)?.body as string
  const [credentials] = read('credentials')
  const found = {
    keyPem: credentials?.signingKeyPem as string,
    certUrl: state.certUrl,
    paidEvent: bodyOf('INVOICING.INVOICE.PAID'),
    captureEvent: bodyOf('PAYMENT.CAPTURE.COMPLETED'),
  }
  store.close()
  return found
}
